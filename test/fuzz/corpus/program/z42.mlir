func.func @calls_import(%a: tensor<4xf32>) {
  stablehlo.custom_call @check.expect_eq(%a, %a) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
