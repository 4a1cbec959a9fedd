// What is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics --iree-tosa-to-linalg-ext %s

func.func @f(%v: tensor<*xf32>, %i: tensor<2x3xi32>, %u: tensor<2x3x5xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{has a tensor without a rank: 'tensor<*xf32>'}}
  %r = tosa.scatter %v, %i, %u : (tensor<*xf32>, tensor<2x3xi32>, tensor<2x3x5xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
