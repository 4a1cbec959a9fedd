func.func @broadcasts(%a: tensor<3x1xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
func.func @transposes(%a: tensor<3x5xf32>) -> tensor<5x3xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

