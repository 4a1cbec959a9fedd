func.func @reshapes_once(%a: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x6xf32>) -> tensor<12xf32>
  %1 = stablehlo.reshape %0 : (tensor<12xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}
func.func @transposes_back(%a: tensor<2x6xf32>) -> tensor<2x6xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x6xf32>) -> tensor<6x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<6x2xf32>) -> tensor<2x6xf32>
  return %1 : tensor<2x6xf32>
}

