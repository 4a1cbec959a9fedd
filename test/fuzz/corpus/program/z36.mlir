func.func @repeats_nothing(%a: tensor<4xf32>) -> tensor<1x4xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
func.func @adds_nothing(%a: tensor<4xi32>, %b: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %f = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.add %a, %z : tensor<4xi32>
  %1 = stablehlo.add %b, %f : tensor<4xf32>
  return %0, %1 : tensor<4xi32>, tensor<4xf32>
}
func.func @multiplies_by_one(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %p = stablehlo.constant dense<true> : tensor<4xi1>
  %0 = stablehlo.multiply %a, %one : tensor<4xf32>
  %1 = stablehlo.divide %a, %one : tensor<4xf32>
  %2 = stablehlo.select %p, %a, %one : tensor<4xi1>, tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

