func.func @left_of_chlo(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.erf_inv %a : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
