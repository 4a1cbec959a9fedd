func.func @calls_others(%x: tensor<4xui32>) -> tensor<4xui32> {
  %0 = stablehlo.custom_call @f(%x) : (tensor<4xui32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}
