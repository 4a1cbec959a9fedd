func.func @moves_ones(%a: tensor<2x1x6xf32>) -> tensor<1x2x6xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0, 2] : (tensor<2x1x6xf32>) -> tensor<1x2x6xf32>
  return %0 : tensor<1x2x6xf32>
}
func.func @moves_more(%a: tensor<2x1x6xf32>) -> tensor<6x1x2xf32> {
  %0 = stablehlo.transpose %a, dims = [2, 1, 0] : (tensor<2x1x6xf32>) -> tensor<6x1x2xf32>
  return %0 : tensor<6x1x2xf32>
}
func.func @broadcasts_once(%a: tensor<4xf32>) -> tensor<5x3x4xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<5x3x4xf32>
  return %1 : tensor<5x3x4xf32>
}

