func.func @unsigned(%a: tensor<4xui8>, %b: tensor<4xui8>, %f: tensor<4xf32>) -> (tensor<4xui8>, tensor<4xui8>, tensor<4xi1>, tensor<4xf32>, tensor<4xui8>) {
  %0 = stablehlo.divide %a, %b : tensor<4xui8>
  %1 = stablehlo.maximum %a, %b : tensor<4xui8>
  %2 = stablehlo.compare LT, %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %3 = stablehlo.convert %a : (tensor<4xui8>) -> tensor<4xf32>
  %4 = stablehlo.convert %f : (tensor<4xf32>) -> tensor<4xui8>
  return %0, %1, %2, %3, %4 : tensor<4xui8>, tensor<4xui8>, tensor<4xi1>, tensor<4xf32>, tensor<4xui8>
}
func.func @divides(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.divide %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @complex(%a: tensor<4xcomplex<f32>>, %x: tensor<4xf32>) -> (tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>) {
  %0 = stablehlo.multiply %a, %a : tensor<4xcomplex<f32>>
  %1 = stablehlo.abs %a : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  %3 = stablehlo.imag %a : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>
}

