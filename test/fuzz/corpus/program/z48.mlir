func.func @main(%t: tuple<tensor<f32>, tensor<2xi32>>, %p: tensor<i1> {test.name = "p"}) -> tuple<tensor<f32>, tensor<2xi32>> {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %t : tuple<tensor<f32>, tensor<2xi32>>
  }, {
    %q = func.call @f(%t) : (tuple<tensor<f32>, tensor<2xi32>>) -> tuple<tensor<f32>, tensor<2xi32>>
    stablehlo.return %q : tuple<tensor<f32>, tensor<2xi32>>
  }) : (tensor<i1>) -> tuple<tensor<f32>, tensor<2xi32>>
  return %r : tuple<tensor<f32>, tensor<2xi32>>
}
func.func private @f(%t: tuple<tensor<f32>, tensor<2xi32>>) -> tuple<tensor<f32>, tensor<2xi32>> {
  return %t : tuple<tensor<f32>, tensor<2xi32>>
}

