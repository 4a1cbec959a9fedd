// RUN: tern-opt %s --split-input-file --iree-abi-wrap-entry-points --verify-diagnostics

// expected-error@+2 {{cannot be called from outside with a value of type tensor<*xf32>}}
// expected-note@+1 {{use numbers, ranked tensors and references}}
util.func public @f(%a: tensor<*xf32>) {
  util.return
}

// -----

// expected-error@+1 {{has argument #0 as storage of result 1 : index, which is no tensor result of the function}}
util.func public @f(%a: tensor<4xf32> {iree.abi.output = 1 : index}) -> tensor<4xf32> {
  util.return %a : tensor<4xf32>
}
