func.func @gathers_batches(%x: tensor<3x5xf32>, %i: tensor<3x4x1xi32>) -> tensor<3x4xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x5xf32>, tensor<3x4x1xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
func.func @selects_by_index(%x: tensor<8x128xf32>, %i: tensor<4xi32>) -> tensor<4x128xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<8x128xf32>, tensor<4xi32>) -> tensor<4x128xf32>
  return %0 : tensor<4x128xf32>
}
