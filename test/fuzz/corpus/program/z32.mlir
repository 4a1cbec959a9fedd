func.func @narrow(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = chlo.atan %x : tensor<?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
func.func @complex_function(%z: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = chlo.asin %z : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}
func.func @next_after(%x: tensor<4xf8E5M2>, %y: tensor<4xf8E5M2>) -> tensor<4xf8E5M2> {
  %0 = chlo.next_after %x, %y : tensor<4xf8E5M2>, tensor<4xf8E5M2> -> tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}

