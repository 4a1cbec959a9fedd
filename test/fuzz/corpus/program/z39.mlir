func.func @main(%x: tensor<8xui32>) -> tuple<tensor<8xui32>, tensor<i32>> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<8xui32>
  cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = func.call @step(%v) : (tensor<8xui32>) -> tensor<8xui32>
    stablehlo.return %j, %w : tensor<i32>, tensor<8xui32>
  }
  %t = stablehlo.tuple %r#1, %r#0 : tuple<tensor<8xui32>, tensor<i32>>
  return %t : tuple<tensor<8xui32>, tensor<i32>>
}
func.func private @step(%x: tensor<8xui32>) -> tensor<8xui32> {
  %seven = chlo.constant dense<7> : tensor<ui32>
  %0 = chlo.broadcast_remainder %x, %seven : (tensor<8xui32>, tensor<ui32>) -> tensor<8xui32>
  return %0 : tensor<8xui32>
}
