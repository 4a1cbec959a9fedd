func.func @constants() -> (tensor<2xui32>, tensor<2xui4>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.constant dense<[4294967295, 2]> : tensor<2xui32>
  %1 = stablehlo.constant dense<[15, 1]> : tensor<2xui4>
  %2 = stablehlo.constant dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>>
  return %0, %1, %2 : tensor<2xui32>, tensor<2xui4>, tensor<2xcomplex<f32>>
}
func.func @narrower_bits(%a: tensor<3xf32>) -> tensor<3x4xui8> {
  %0 = stablehlo.bitcast_convert %a : (tensor<3xf32>) -> tensor<3x4xui8>
  return %0 : tensor<3x4xui8>
}
func.func @wider_bits(%a: tensor<3x4xui8>) -> tensor<3xf32> {
  %0 = stablehlo.bitcast_convert %a : (tensor<3x4xui8>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

