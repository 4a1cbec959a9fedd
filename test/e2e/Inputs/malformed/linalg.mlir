// Examples of linalg ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4xf32>
%r = linalg.genericx {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%out : tensor<4xf32>) {
^bb0(%in: f32, %acc: f32):
  %sum = arith.addf %acc, %in : f32
  linalg.yield %sum : f32
} -> tensor<4xf32>
// -----
%a = "test.value"() : () -> tensor<64xf32>
%out = "test.value"() : () -> tensor<64xf32>
%r = linalg.map { arith.addf } ins ins(%a, %a : tensor<64xf32>, tensor<64xf32>) outs(%out : tensor<64xf32>)
// -----
%a = "test.value"() : () -> tensor<16x32x64xf32>
%out = "test.value"() : () -> tensor<16x64xf32>
%r = linalg.reduce { arith.addf } ins(%a : tensor<16x32x64xf32>) outs(%out : tensor<16x64xf32>) dimensions = 1[]
// -----
%a = "test.value"() : () -> tensor<16x64xf32>
%out = "test.value"() : () -> tensor<64x16xf32>
%r = linalg.transpose ins(%a : tensor<16x64xf32>) outs(%out %out : tensor<64x16xf32>) permutation = [1, 0]
// -----
%a = "test.value"() : () -> tensor<16xf32>
%out = "test.value"() : () -> tensor<16x64xf32>
%r = linalg.broadcast ins(%a : tensor<16xf32>) outs(%out : tensor<16
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%b = "test.value"() : () -> tensor<8x16xf32>
%out = "test.value"() : () -> tensor<4x16xf32>
%r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<x16xf328>) outs(%out : tensor<4x16xf32>) -> tensor<4x16xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%b = "test.value"() : () -> tensor<8x16xf32>
%out = "test.value"() : () -> tensor<4x16xf32>
%r = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%out : tensor<4 4x16xf32>) -> tensor<4x16xf32>
// -----
%a = "test.value"() : () -> tensor<2x4x8xf32>
%b = "test.value"() : () -> tensor<2x8x16xf32>
%out = "test.value"() : () -> tensor<2x4x16xf32>
%r = linalg.batch_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<x8x16xf32>) outs(%out : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
// -----
%a = "test.value"() : () -> tensor<2x4x8xf32>
%b = "test.value"() : () -> tensor<2x8x16xf32>
%out = "test.value"() : () -> tensor<4x16xf32>
%r = linalg.batch_reduce_matmul ins(%a, , %b : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%out : tensor<4x16xf32>) -> tensor<4x16xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.copy ins(%a : tensor<4x8xf32>) outs
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.exp ins(%a : tensor<4x8xf32> outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.log (ins%a : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.abs ins(%a : tensor<4x8xf32>) outs(%out : tensor<x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.ceilx ins(%a : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.floor ins(: %a tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.negf ins(@x : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.reciprocal ins(%a : tensor4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.round ins(%a : tensor<4x8xf32>) outs(% : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.sqrt ins(
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.rsqrt ins(%a : tensor<1.5x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.square ins(%a : tensor<4x8xf32>) outs(%out : tensor tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.tanh ins(: %a tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.erf ins(%a : tensor<4x8xf32>) outs(%out tensor :<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%b = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.add ins(%a, %b : tensor<4x8xf32>, tensor<99999999999999999999999x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%b = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.sub ins(%a, %b : tensor4<x8xf32>, tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%b = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.mul ins(%a, %b : tensor<x8xf324>, tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%b = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.div ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out : tensor<?x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xi32>
%b = "test.value"() : () -> tensor<4x8xi32>
%out = "test.value"() : () -> tensor<4x8xi32>
%r = linalg.div_unsigned ins(%a, %b : tensor<4>x8xi32, tensor<4x8xi32>) outs(%out : tensor<4x8xi32>) -> tensor<4x8xi32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%b = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.max ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out : tensor<4x8xf32
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%b = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.minx ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%b = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.powf ins(%a, ^bb9 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xi1>
%b = "test.value"() : () -> tensor<4x8xf32>
%c = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.select ins(%a, %b, %c : tensor<4x8xi1>, tensor4<x8xf32>, tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<2x6xi8>
%b = "test.value"() : () -> tensor<6x4xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4xi32>
%r = linalg.quantized_matmulx ins(%a, %b, %c, %d : tensor<2x6xi8>, tensor<6x4xi8>, i32, i32) outs(%out : tensor<2x4xi32>) -> tensor<2x4xi32>
// -----
%a = "test.value"() : () -> tensor<2x6x3x2xf32>
%b = "test.value"() : () -> tensor<4x6x5x2xf32>
%out = "test.value"() : () -> tensor<2x4x3x5xf32>
%r = linalg.mmt4d ins(%a, %b : tensor<
// -----
%a = "test.value"() : () -> tensor<2x4x3x5x3xf32>
%b = "test.value"() : () -> tensor<2x6x3x2x3xf32>
%out = "test.value"() : () -> tensor<2x4x6x5x2xf32>
%r = linalg.batch_mmt4dx ins(%a, %b : tensor<2x4x3x5x3xf32>, tensor<2x6x3x2x3xf32>) outs(%out : tensor<2x4x6x5x2xf32>) -> tensor<2x4x6x5x2xf32>
// -----
%a = "test.value"() : () -> tensor<2x4x3xi8>
%b = "test.value"() : () -> tensor<2x3x6xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4x6xi32>
%r = linalg.quantized_batch_matmul ins(%a, %b, %c, %d : tensor<2x4x3xi8>, tensor<2x3x6xi8>, i32, i32) outs(%out : tensor<2>) -> tensor<2x4x6xi32>
// -----
%a = "test.value"() : () -> tensor<2x4xf32>
%b = "test.value"() : () -> tensor<4xf32>
%out = "test.value"() : () -> tensor<2xf32>
%r = linalg.matvec ins(%a, %b : tensor2x4xf32>, tensor<4xf32>) outs(%out : tensor<2xf32>) -> tensor<2xf32>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<4x2xf32>
%out = "test.value"() : () -> tensor<2xf32>
%r = linalg.vecmat ins(%a, %b : tensor<4xf32>, tensor<x2xf324>) outs(%out : tensor<2xf32>) -> tensor<2xf32>
// -----
%a = "test.value"() : () -> tensor<2x4x6xf32>
%b = "test.value"() : () -> tensor<2x6xf32>
%out = "test.value"() : () -> tensor<2x4xf32>
%r = linalg.batch_matvec ins(%a, %b : tensor<2x4x6xf32>, tensor<2x6xf32>) outs(%out : tensor<2x4xf32>) -> tensor<2>x4xf32
// -----
%a = "test.value"() : () -> tensor<2x6xf32>
%b = "test.value"() : () -> tensor<2x6x4xf32>
%out = "test.value"() : () -> tensor<2x4xf32>
%r = linalg.batch_vecmat ins(%a, %b : tensor<2x6xf32>, tensor<2x6x4xf32>) outs(%out : tensor<
// -----
%a = "test.value"() : () -> tensor<2xf32>
%b = "test.value"() : () -> tensor<2xf32>
%out = "test.value"() : () -> tensor<f32>
%r = linalg.dot ins(%a, %b : tensor<2xf32>, tensor<2xf32>) outs(%out : tensor<f32>) ->
// -----
%a = "test.value"() : () -> tensor<5xf32>
%b = "test.value"() : () -> tensor<4xf32>
%out = "test.value"() : () -> tensor<2xf32>
%r = linalg.conv_1d ins(%a, %b : tensor<5xf32>, tensor<4
// -----
%a = "test.value"() : () -> tensor<7x6xf32>
%b = "test.value"() : () -> tensor<6x3xf32>
%out = "test.value"() : () -> tensor<2x4xf32>
%r = linalg.conv_2d ins(%a, %b : tensor<7x6xf32>, tensor<6x3xf32>) outs(%out : tensor<0x1Gx4xf32>) -> tensor<2x4xf32>
// -----
%a = "test.value"() : () -> tensor<4x8x7xf32>
%b = "test.value"() : () -> tensor<3x5x2xf32>
%out = "test.value"() : () -> tensor<2x4x6xf32>
%r = linalg.conv_3d (%a, %b : tensor<4x8x7xf32>, tensor<3x5x2xf32>) outs(%out : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
// -----
%a = "test.value"() : () -> tensor<2x6x5xf32>
%b = "test.value"() : () -> tensor<3x5x6xf32>
%out = "test.value"() : () -> tensor<2x4x6xf32>
%r = linalg.conv_1d_nwc_wcf ins(%a, %b : tensor<2x6x5xf32>, tensor<3x5x6xf32 x5x6xf32>) outs(%out : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
// -----
%a = "test.value"() : () -> tensor<2x3x10xf32>
%b = "test.value"() : () -> tensor<4x3x5xf32>
%out = "test.value"() : () -> tensor<2x4x6xf32>
%r = linalg.conv_1d_ncw_fcw ins(%a, % : tensor<2x3x10xf32>, tensor<4x3x5xf32>) outs(%out : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xf32>
%b = "test.value"() : () -> tensor<5x2x3x3xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.conv_2d_nhwc_hwcf ins(%a, ^bb9 : tensor<2x8x7x3xf32>, tensor<5x2x3x3xf32>) outs(%out : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xf32>
%b = "test.value"() : () -> tensor<3x5x2x3xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x8x7x3xf32>, tensor<3x5x2x3xf32>) outs( : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xi8>
%b = "test.value"() : () -> tensor<5x2x3x3xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4x6x3xi32>
%r = linalg.conv_2d_nhwc_hwcf_q ins(%a, %b, %c, %d : tensor<2x8x7x3xi8>, tensor<5x2x3x3xi8>, i32, vector<3xi1>) outs(%out : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xi8>
%b = "test.value"() : () -> tensor<3x5x2x3xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4x6x3xi32>
%r = linalg.conv_2d_nhwc_fhwc_q ins(%a, @x, %c, %d : tensor<2x8x7x3xi8>, tensor<3x5x2x3xi8>, i32, i32) outs(%out : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
// -----
%a = "test.value"() : () -> tensor<2x5x7x5xi8>
%b = "test.value"() : () -> tensor<4x5x2x3xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4x6x3xi32>
%r = linalg.conv_2d_nchw_fchw_q ins(%a, %b, %c, ^bb9 : tensor<2x5x7x5xi8>, tensor<4x5x2x3xi8>, i32, i32) outs(%out : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
// -----
%a = "test.value"() : () -> tensor<2x5x7x5xf32>
%b = "test.value"() : () -> tensor<4x5x2x3xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.conv_2d_nchw_fchw ins(%a, %b : tensor<2x5x7x5xf32>, tensor<4x5x2x3xf32>) (%out : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x4x2x5x6xf32>
%b = "test.value"() : () -> tensor<6x4x2x3x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x5xf32>
%r = linalg.conv_2d_ngchw_fgchw ins(%a, %nowhere : tensor<2x4x2x5x6xf32>, tensor<6x4x2x3x2xf32>) outs(%out : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
// -----
%a = "test.value"() : () -> tensor<2x4x2x5x6xf32>
%b = "test.value"() : () -> tensor<4x6x2x3x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x5xf32>
%r = linalg.conv_2d_ngchw_gfchw ins(%a, %b : tensor<2x4x2x5x6xf32>, tensor<4x6x2x3x2xf32>) outs(%out : tensor<0x1Gx4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
// -----
%a = "test.value"() : () -> tensor<2x5x8x3x2xf32>
%b = "test.value"() : () -> tensor<3x5x2x3x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x5xf32>
%r = linalg.conv_2d_nhwgc_gfhwc ins(@x, %b : tensor<2x5x8x3x2xf32>, tensor<3x5x2x3x2xf32>) outs(%out : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
// -----
%a = "test.value"() : () -> tensor<2x5x8x3x2xi8>
%b = "test.value"() : () -> tensor<3x5x2x3x2xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4x6x3x5xi32>
%r = linalg.conv_2d_nhwgc_gfhwc_q ins(%a, %b, %c, %d : tensor<2x5x8x3x2xi8>, tensor<3>, i32, i32) outs(%out : tensor<2x4x6x3x5xi32>) -> tensor<2x4x6x3x5xi32>
// -----
%a = "test.value"() : () -> tensor<2x4x2x5x6xi8>
%b = "test.value"() : () -> tensor<4x6x2x3x2xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4x6x3x5xi32>
%r = linalg.conv_2d_ngchw_gfchw_q ins(%a, %b, %c, %d : tensor<2x4x2x5x6xi8>, tensor<4x6x2x3x2xi8>, index, i32) outs(%out : tensor<2x4x6x3x5xi32>) -> tensor<2x4x6x3x5xi32>
// -----
%a = "test.value"() : () -> tensor<2x5x8x4x3xf32>
%b = "test.value"() : () -> tensor<2x3x2x3x5xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x5xf32>
%r = linalg.conv_3d_ndhwc_dhwcf ins(%a, %b : tensor<2x5x8x4x3xf32>, tensor<2x3x2x3x5xf32>) outs(%out  tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
// -----
%a = "test.value"() : () -> tensor<2x5x8x4x3xi8>
%b = "test.value"() : () -> tensor<2x3x2x3x5xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4x6x3x5xi32>
%r = linalg.conv_3d_ndhwc_dhwcf_q ins(%a, %b, %c, %d : tensor<2x5x8x4x3xi8>, tensor<2x3x2x3x5xi8>, i32, i32) outs(@x : tensor<2x4x6x3x5xi32>) -> tensor<2x4x6x3x5xi32>
// -----
%a = "test.value"() : () -> tensor<2x2x8x4x7xf32>
%b = "test.value"() : () -> tensor<4x2x3x2x3xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x5xf32>
%r = linalg.conv_3d_ncdhw_fcdhw ins(%a, %b : tensor<-1x2x8x4x7xf32>, tensor<4x2x3x2x3xf32>) outs(%out : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
// -----
%a = "test.value"() : () -> tensor<2x6x6xf32>
%b = "test.value"() : () -> tensor<3x6xf32>
%out = "test.value"() : () -> tensor<2x4x6xf32>
%r = linalg.depthwise_conv_1d_nwc_wc ins(%a, %b : tensor<x6x6xf322>, tensor<3x6xf32>) outs(%out : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
// -----
%a = "test.value"() : () -> tensor<2x6x6xf32>
%b = "test.value"() : () -> tensor<6x3xf32>
%out = "test.value"() : () -> tensor<2x6x4xf32>
%r = linalg.depthwise_conv_1d_ncw_cw ins(%a, %b : tensor<2x6x6xf32>, tensor<6x3xf32>) outs(%out : tensor< <2x6x4xf32>) -> tensor<2x6x4xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x6xf32>
%b = "test.value"() : () -> tensor<5x6x3xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.depthwise_conv_1d_nwc_wcm ins(%a, %b : tensor<2x8x6xf32>, tensor<5x6x3xf32>) outs(%out : tensor2<x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xf32>
%b = "test.value"() : () -> tensor<5x2x3xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %b : tensor<2x8x7x3xf32>, tensor<5x2x3xf32>) outs(%out : tensor<?x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x3x8x7xf32>
%b = "test.value"() : () -> tensor<3x5x2xf32>
%out = "test.value"() : () -> tensor<2x3x4x6xf32>
%r = linalg.depthwise_conv_2d_nchw_chw ins(%a, %b : tensor<2x3x8x7xf32>, tensor<99999999999999999999999x5x2xf32>) outs(%out : tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xi8>
%b = "test.value"() : () -> tensor<5x2x3xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4x6x3xi32>
%r = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a, %nowhere, %c, %d : tensor<2x8x7x3xi8>, tensor<5x2x3xi8>, i32, i32) outs(%out : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
// -----
%a = "test.value"() : () -> tensor<2x5x8x3xf32>
%b = "test.value"() : () -> tensor<2x3x3x5xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x5xf32>
%r = linalg.depthwise_conv_2d_nhwc_hwcm ins(%a, %b : tensor<2x5x8x3xf32>, tensor<
// -----
%a = "test.value"() : () -> tensor<2x5x8x3xi8>
%b = "test.value"() : () -> tensor<2x3x3x5xi8>
%c = "test.value"() : () -> i32
%d = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<2x4x6x3x5xi32>
%r = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%nowhere, %b, %c, %d : tensor<2x5x8x3xi8>, tensor<2x3x3x5xi8>, i32, i32) outs(%out : tensor<2x4x6x3x5xi32>) -> tensor<2x4x6x3x5xi32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x5x2xf32>
%b = "test.value"() : () -> tensor<5x2x3x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x2xf32>
%r = linalg.depthwise_conv_3d_ndhwc_dhwcx ins(%a, %b : tensor<2x8x7x5x2xf32>, tensor<5x2x3x2xf32>) outs(%out : tensor<2x4x6x3x2xf32>) -> tensor<2x4x6x3x2xf32>
// -----
%a = "test.value"() : () -> tensor<2x2x8x7x5xf32>
%b = "test.value"() : () -> tensor<2x5x2x3xf32>
%out = "test.value"() : () -> tensor<2x2x4x6x3xf32>
%r = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%a, %b : tensor<-1x2x8x7x5xf32>, tensor<2x5x2x3xf32>) outs(%out : tensor<2x2x4x6x3xf32>) -> tensor<2x2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x5x8x4x3xf32>
%b = "test.value"() : () -> tensor<2x3x2x3x5xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x3x5xf32>
%r = linalg.depthwise_conv_3d_ndhwc_dhwcmx ins(%a, %b : tensor<2x5x8x4x3xf32>, tensor<2x3x2x3x5xf32>) outs(%out : tensor<2x4x6x3x3x5xf32>) -> tensor<2x4x6x3x3x5xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xf32>
%b = "test.value"() : () -> tensor<5x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.pooling_nhwc_sumx ins(%a, %b : tensor<2x8x7x3xf32>, tensor<5x2xf32>) outs(%out : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x4x10x4xf32>
%b = "test.value"() : () -> tensor<5x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.pooling_nchw_sumx ins(%a, %b : tensor<2x4x10x4xf32>, tensor<5x2xf32>) outs(%out : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xf32>
%b = "test.value"() : () -> tensor<5x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.pooling_nhwc_max ins(%a, %b : tensor<2x8x7x3xf32>, tensor<5x2xf32>) outs(%out : tensor< <2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xi32>
%b = "test.value"() : () -> tensor<5x2xi32>
%out = "test.value"() : () -> tensor<2x4x6x3xi32>
%r = linalg.pooling_nhwc_max_unsigned ins(%a, %b : tensor<2x8x7x3xi32>, tensor
// -----
%a = "test.value"() : () -> tensor<2x4x10x4xf32>
%b = "test.value"() : () -> tensor<5x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.pooling_nchw_max ins(^bb9, %b : tensor<2x4x10x4xf32>, tensor<5x2xf32>) outs(%out : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xf32>
%b = "test.value"() : () -> tensor<5x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3xf32>
%r = linalg.pooling_nhwc_min ins(%a, %b : tensor<2x8x7x3xf32>, tensor<1.5x2xf32>) outs(%out : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
// -----
%a = "test.value"() : () -> tensor<2x8x7x3xi32>
%b = "test.value"() : () -> tensor<5x2xi32>
%out = "test.value"() : () -> tensor<2x4x6x3xi32>
%r = linalg.pooling_nhwc_min_unsignedx ins(%a, %b : tensor<2x8x7x3xi32>, tensor<5x2xi32>) outs(%out : tensor<2x4x6x3xi32>) -> tensor<2x4x6x3xi32>
// -----
%a = "test.value"() : () -> tensor<2x6x6xf32>
%b = "test.value"() : () -> tensor<3xf32>
%out = "test.value"() : () -> tensor<2x4x6xf32>
%r = linalg.pooling_nwc_sum ins(%a, %b : tensor<2x6x6xf32>, tensor<3xf32>) outs(%out : tensor
// -----
%a = "test.value"() : () -> tensor<2x4x8xf32>
%b = "test.value"() : () -> tensor<3xf32>
%out = "test.value"() : () -> tensor<2x4x6xf32>
%r = linalg.pooling_ncw_sum ins(%a, %b : tensor<2x4x8xf32> >, tensor<3xf32>) outs(%out : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
// -----
%a = "test.value"() : () -> tensor<2x6x6xf32>
%b = "test.value"() : () -> tensor<3xf32>
%out = "test.value"() : () -> tensor<2x4x6xf32>
%r = linalg.pooling_nwc_maxx ins(%a, %b : tensor<2x6x6xf32>, tensor<3xf32>) outs(%out : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
// -----
%a = "test.value"() : () -> tensor<2x6x6xi32>
%b = "test.value"() : () -> tensor<3xi32>
%out = "test.value"() : () -> tensor<2x4x6xi32>
%r = linalg.pooling_nwc_max_unsigned ins(@x, %b : tensor<2x6x6xi32>, tensor<3xi32>) outs(%out : tensor<2x4x6xi32>) -> tensor<2x4x6xi32>
// -----
%a = "test.value"() : () -> tensor<2x4x8xf32>
%b = "test.value"() : () -> tensor<3xf32>
%out = "test.value"() : () -> tensor<2x4x6xf32>
%r = linalg.pooling_ncw_max ins(%a, %b : tensor<2x4x8xf32>, tensor<3xf32>) outs(%out : tensor2x4x6xf32>) -> tensor<2x4x6xf32>
// -----
%a = "test.value"() : () -> tensor<2x6x6xf32>
%b = "test.value"() : () -> tensor<3xf32>
%out = "test.value"() : () -> tensor<2x4x6xf32>
%r = linalg.pooling_nwc_min ins(%a, %b : tensor<2x6x6xf32,> tensor<3xf32>) outs(%out : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
// -----
%a = "test.value"() : () -> tensor<2x6x6xi32>
%b = "test.value"() : () -> tensor<3xi32>
%out = "test.value"() : () -> tensor<2x4x6xi32>
%r = linalg.pooling_nwc_min_unsigned ins(%a, %b : tensor<2x6x6xi32>, tensor<3xi32>) outs(%out %out : tensor<2x4x6xi32>) -> tensor<2x4x6xi32>
// -----
%a = "test.value"() : () -> tensor<2x5x8x4x5xf32>
%b = "test.value"() : () -> tensor<2x3x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x5xf32>
%r = linalg.pooling_ndhwc_sum ins(%a, %b : tensor
// -----
%a = "test.value"() : () -> tensor<2x5x8x4x5xf32>
%b = "test.value"() : () -> tensor<2x3x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x5xf32>
%r = linalg.pooling_ndhwc_max ins(%a, %b : tensor<2x5x8x4x5xf32>, tensor<2x3x2xf32>) outs(%out : tensor<2x4x6x3x5xf32>) -> tensor<2>
// -----
%a = "test.value"() : () -> tensor<2x5x8x4x5xf32>
%b = "test.value"() : () -> tensor<2x3x2xf32>
%out = "test.value"() : () -> tensor<2x4x6x3x5xf32>
%r = linalg.pooling_ndhwc_min ins(%a, @x : tensor<2x5x8x4x5xf32>, tensor<2x3x2xf32>) outs(%out : tensor<2x4x6x3x5xf32>) -> tensor<2x4x6x3x5xf32>
// -----
%a = "test.value"() : () -> f32
%out = "test.value"() : () -> memref<4x8xf32>
linalg.fillx ins(%a : f32) outs(%out : memref<4x8xf32>)
// -----
%a = "test.value"() : () -> f64
%b = "test.value"() : () -> f64
%c = "test.value"() : () -> i32
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.fill_rng_2d ins(%a, %b, %c : f64, f64, i32outs )(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<64xf32>
%r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : tensor<64xf32>) {
^bb0(%out: f32):
  linalg.yield %out : f64
} -> tensor<64xf32>
// -----
%a = "test.value"() : () -> tensor<64xindex>
%r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : tensor<64xindex>) {
^bb0(%out: index):
  %i = linalg.index 0 : index
  linalg.yield %i : index
} ->
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%out = "test.value"() : () -> tensor<4x8xf32>
%r = linalg.softmax (1) ins(%a : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
// -----
%a = "test.value"() : () -> tensor<2x3x3x5xf32>
%out = "test.value"() : () -> tensor<6x6x5x2xf32>
%r = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor
// -----
%a = "test.value"() : () -> tensor<2x10x10x5xf32>
%out = "test.value"() : () -> tensor<6x6x2x2x2x5xf32>
%r = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x10x10x5xf32>) ) outs(%out : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
// -----
%a = "test.value"() : () -> tensor<6x6x2x2x2x2xf32>
%out = "test.value"() : () -> tensor<2x8x8x2xf32>
%r = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x6x2x2x2x2xf32>) outs(^bb9 : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
// -----
%a = "test.value"() : () -> tensor<128x256xf32>
%out = "test.value"() : () -> tensor<16x8x8x32xf32>
%r = linalg.pack % inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %out : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
// -----
%a = "test.value"() : () -> tensor<16x8x8x32xf32>
%out = "test.value"() : () -> tensor<128x256xf32>
%r =  %a inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %out : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
