func.func @calls(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.op" %a {composite_attributes = {n = 1 : i32}, decomposition = @my_op} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @my_op(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
