func.func @pads(%a: tensor<3x5xf32>, %v: tensor<f32>) -> tensor<4x7xf32> {
  %0 = stablehlo.pad %a, %v, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}
func.func @pads_between(%a: tensor<3x5xf32>, %v: tensor<f32>) -> tensor<6x5xf32> {
  %0 = stablehlo.pad %a, %v, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}
func.func @cuts(%a: tensor<3x5xf32>, %v: tensor<f32>) -> tensor<2x7xf32> {
  %0 = stablehlo.pad %a, %v, low = [-1, 2], high = [0, 0], interior = [0, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

