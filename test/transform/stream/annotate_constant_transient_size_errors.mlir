// RUN: tern-opt %s --split-input-file --verify-diagnostics --iree-stream-annotate-constant-transient-size

// expected-error @+1 {{referenced transient size query function '@nowhere' not found in module}}
util.func public @f() attributes {iree.reflection = {iree.abi.transients.size = @nowhere}} {
  util.return
}

// -----

util.func public @f() attributes {iree.reflection = {iree.abi.transients.size = @size}} {
  util.return
}
// expected-error @+1 {{transient size query function must return exactly one value}}
util.func private @size() {
  util.return
}

// -----

util.func public @f() attributes {iree.reflection = {iree.abi.transients.size = @size}} {
  util.return
}
// expected-error @+1 {{transient size query function must return index type}}
util.func private @size() -> i32 {
  %c1 = arith.constant 1 : i32
  util.return %c1 : i32
}

// -----

util.func public @f() attributes {iree.reflection = {iree.abi.transients.size = @size}} {
  util.return
}
// expected-warning @+1 {{transient size query with multiple return values not yet supported for constant annotation}}
util.func private @size() -> (index, index) {
  %c1 = arith.constant 1 : index
  util.return %c1, %c1 : index, index
}
