// What is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics --iree-tosa-to-linalg-ext %s

func.func @f(%v: tensor<4x5xf32>, %i: tensor<2x3xi32>, %u: tensor<2x3x5xf32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{expects values and input of 3 and indices of 2 dimensions}}
  %r = tosa.scatter %v, %i, %u : (tensor<4x5xf32>, tensor<2x3xi32>, tensor<2x3x5xf32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
