func.func @reverses(%a: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.reverse %a, dims = [1] : tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
func.func @reshapes(%a: tensor<4x6xf32>) -> (tensor<3x8xf32>, tensor<4x2x3xf32>) {
  %0 = stablehlo.reshape %a : (tensor<4x6xf32>) -> tensor<3x8xf32>
  %1 = stablehlo.reshape %a : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
  return %0, %1 : tensor<3x8xf32>, tensor<4x2x3xf32>
}
func.func @appends_one(%a: tensor<4x6xf32>) -> tensor<24x1xf32> {
  %0 = stablehlo.reshape %a : (tensor<4x6xf32>) -> tensor<24x1xf32>
  return %0 : tensor<24x1xf32>
}

