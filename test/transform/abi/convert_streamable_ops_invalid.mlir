// RUN: tern-opt %s --split-input-file --iree-abi-convert-streamable-ops --verify-diagnostics

// expected-error@+2 {{missing dynamic dimensions on result 0}}
// expected-note@+1 {{provide them by iree.abi.dims, by an argument of the same type that the result is tied to, or by a function}}
util.func private @m.f(%a: tensor<?xf32>) -> tensor<?xf32> attributes {iree.abi.streamable}

// -----

// expected-error@+1 {{is streamable, which only imports can be}}
util.func private @f() attributes {iree.abi.streamable} {
  util.return
}

// -----

// expected-error@+1 {{ties result #0 to argument #4, which it does not have}}
util.func private @m.f(%a: tensor<?xf32>) -> (tensor<?xf32> {iree.abi.tied = 4 : i64}) attributes {iree.abi.streamable}
