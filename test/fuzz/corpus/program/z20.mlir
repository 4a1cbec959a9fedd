func.func @threefry(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  return %0, %1 : tensor<2xui64>, tensor<3x4xui32>
}
func.func @by_default(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
  return %0, %1 : tensor<2xui64>, tensor<4xui64>
}

