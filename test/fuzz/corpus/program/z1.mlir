func.func @dots(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %v: tensor<6xf32>, %c: tensor<2x4x6xf32>, %d: tensor<2x6x5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<2x4x5xf32>) {
  %0 = stablehlo.dot %a, %b : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  %1 = stablehlo.dot %a, %v : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4xf32>
  %2 = stablehlo.dot %v, %b : (tensor<6xf32>, tensor<6x5xf32>) -> tensor<5xf32>
  %3 = stablehlo.dot %v, %v : (tensor<6xf32>, tensor<6xf32>) -> tensor<f32>
  %4 = stablehlo.dot_general %c, %d, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x6xf32>, tensor<2x6x5xf32>) -> tensor<2x4x5xf32>
  return %0, %1, %2, %3, %4 : tensor<4x5xf32>, tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<2x4x5xf32>
}
func.func @transposed_rhs(%a: tensor<4x6xf32>, %b: tensor<5x6xf32>) -> tensor<4x5xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

