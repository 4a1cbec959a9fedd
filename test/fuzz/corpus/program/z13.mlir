func.func @concatenates(%a: tensor<3x5xf32>, %b: tensor<3x2xf32>) -> tensor<3x7xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<3x5xf32>, tensor<3x2xf32>) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}
func.func @counts() -> tensor<2x5xf32> {
  %0 = stablehlo.iota dim = 1 : tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
func.func @gathers(%x: tensor<8x10xf32>, %i: tensor<4x1xi32>) -> tensor<4x10xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 10>}> : (tensor<8x10xf32>, tensor<4x1xi32>) -> tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

