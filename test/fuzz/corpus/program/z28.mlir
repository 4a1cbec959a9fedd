func.func @loops(%n: tensor<i32>, %x: tensor<3xf32>) -> tensor<3xf32> {
  %0:2 = stablehlo.while(%i = %n, %s = %x) : tensor<i32>, tensor<3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %t = stablehlo.add %s, %s : tensor<3xf32>
    stablehlo.return %i, %t : tensor<i32>, tensor<3xf32>
  }
  return %0#1 : tensor<3xf32>
}
func.func @branches(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

