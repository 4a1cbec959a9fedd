func.func @slices(%a: tensor<3x6xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.slice %a [0:2, 1:6:3] : (tensor<3x6xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
func.func @slices_dynamically(%x: tensor<3x6xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x2xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [3, 2] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
func.func @updates(%x: tensor<6xf32>, %u: tensor<2xf32>, %i: tensor<ui32>) -> tensor<6xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<6xf32>, tensor<2xf32>, tensor<ui32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

