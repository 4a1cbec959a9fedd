func.func @philox(%s: tensor<3xui64>) -> (tensor<3xui64>, tensor<10xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<10xui32>)
  return %0, %1 : tensor<3xui64>, tensor<10xui32>
}
func.func @samples(%a: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %1 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
