func.func @windows(%a: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>, %v: tensor<f32>) -> tensor<?x?x?x?xf32> {
  %x = stablehlo.convert %a : (tensor<1x8x8x3xf32>) -> tensor<?x?x?x3xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x3xf32>, tensor<3x3x3x16xf32>) -> tensor<?x?x?x?xf32>
  %1 = stablehlo.pad %0, %v, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<?x?x?x?xf32>, tensor<f32>) -> tensor<?x?x?x?xf32>
  return %1 : tensor<?x?x?x?xf32>
}
