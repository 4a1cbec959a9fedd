func.func @convolves_in_groups(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}
func.func @sums_labels(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.einsum %a, %b, config = "ab,bc->ca" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
func.func @sums_ellipses(%a: tensor<7x2x3xf32>, %b: tensor<3x4xf32>) -> tensor<7x2x4xf32> {
  %0 = stablehlo.einsum %a, %b, config = "...ab,bc->...ac" : (tensor<7x2x3xf32>, tensor<3x4xf32>) -> tensor<7x2x4xf32>
  return %0 : tensor<7x2x4xf32>
}

