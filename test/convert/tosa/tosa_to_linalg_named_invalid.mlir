// What is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics --tosa-to-linalg-named %s

func.func @f(%x: tensor<4xf32>, %w: tensor<3x8xf32>, %b: tensor<3xf32>, %z: tensor<1xf32>) -> tensor<4x3xf32> {
  // expected-error@+1 {{expects input and weight of 2 dimensions and bias of 1}}
  %r = tosa.fully_connected %x, %w, %b, %z, %z : (tensor<4xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
