// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_sizes(%x: tensor<3xf32>, %y: tensor<2x4xf32>) {
  // expected-error@+1 {{has operands that cannot be broadcast to each other: 'tensor<3xf32>' and 'tensor<2x4xf32>'}}
  %0 = chlo.broadcast_add %x, %y : (tensor<3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @top_k_range(%x: tensor<4xf32>) {
  // expected-error@+1 {{expects k (5) to be in the range of the last dimension of 'tensor<4xf32>'}}
  %0, %1 = chlo.top_k(%x, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return
}
