func.func @pads_nothing(%a: tensor<5xf32>, %v: tensor<f32>) -> tensor<5xf32> {
  %0 = stablehlo.pad %a, %v, low = [0], high = [0], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
