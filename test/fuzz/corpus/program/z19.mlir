func.func @maps(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.map"(%a, %a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @structure(%p: i1, %a: tensor<4xui8>) -> tensor<4xui8> {
  %0 = scf.if %p -> (tensor<4xui8>) {
    %1 = func.call @private_types(%a) : (tensor<4xui8>) -> tensor<4xui8>
    scf.yield %1 : tensor<4xui8>
  } else {
    scf.yield %a : tensor<4xui8>
  }
  return %0 : tensor<4xui8>
}
