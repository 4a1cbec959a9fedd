func.func @small_floats(%a: tensor<4xf8E4M3FN>, %b: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %0 = stablehlo.add %a, %b : tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}
func.func @clamps(%low: tensor<f32>, %x: tensor<4xf32>, %high: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @changes_sign(%a: tensor<4xi32>) -> tensor<4xui32> {
  %0 = stablehlo.convert %a : (tensor<4xi32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

