// What is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics --tosa-to-linalg-named %s

func.func @f(%x: tensor<4xf32>, %w: tensor<3x8xf32>, %b: tensor<3xf32>, %z: tensor<1xf32>) -> tensor<4x3xf32> {
  // expected-error@+1 {{expects input and weight of 2 dimensions and bias of 1}}
  %r = tosa.fully_connected %x, %w, %b, %z, %z : (tensor<4xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

func.func @f(%x: tensor<1x4x4x3xf32>, %w: tensor<5x?x2x3xf32>, %b: tensor<5xf32>, %z: tensor<1xf32>) -> tensor<1x?x5x5xf32> {
  // expected-error@+1 {{expects a window of known size}}
  %r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x?x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x5x5xf32>
  return %r : tensor<1x?x5x5xf32>
}
