func.func @gathers(%x: tensor<?x10xf32>, %i: tensor<?x1xi32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x10xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @convolves(%x: tensor<1x?x2xf32>, %k: tensor<3x2x4xf32>, %p: tensor<1x2xi32>) -> tensor<1x?x4xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x?x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}
func.func @sets_size(%a: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
