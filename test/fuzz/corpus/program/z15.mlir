func.func @adds(%a: tensor<4xui32>, %b: tensor<4xui32>) -> tensor<4xui32> {
  %0 = stablehlo.add %a, %b : tensor<4xui32>
  return %0 : tensor<4xui32>
}
func.func private @private_types(%a: tensor<4xui8>) -> tensor<4xui8> {
  return %a : tensor<4xui8>
}

