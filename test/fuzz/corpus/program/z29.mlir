func.func @chooses(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = stablehlo.sine %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = stablehlo.cosine %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @nested(%p: tensor<i1>) -> tensor<i1> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.while(%x = %p) : tensor<i1> cond {
      stablehlo.return %x : tensor<i1>
    } do {
      %2 = stablehlo.not %x : tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }
    stablehlo.return %1 : tensor<i1>
  }, {
    stablehlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}
