// Examples of tosa ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.argmax %x {axis = 1 : i32} : <tensor<3x4xf32>) -> tensor(3xi32>
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
%r  tosa.argmax %x {axis = 1 : i32} : (tensor<3x4xf32>) -> tensor<3xi32>
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.avg_pool2d %x, %z, %z {acc_type = f32 kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x3xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.avg_pool2d %x, %z, , {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2%z 2>} : (tensor<1x4x4x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x3xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.conv2d %x, %w, %b, %z, %z %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x5xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x5xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.conv3d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1, 1>,
// -----
%x = "test.value"() : () -> tensor<1x4x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.conv3d %x, %w, %b, %z,  {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x3xf32>, tensor<5x2x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x3x5xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<2x2x3x2xf32>
%b = "test.value"() : () -> tensor<6xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.depthwise_conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<2x2x3x2xf32>, tensor<6xf32>, tensor
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<2x2x3x2xf32>
%b = "test.value"() : () -> tensor<6xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.depthwise_conv2d %x, %w, %b, %z, %z {acc_type = , dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<2x2x3x2xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x6xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x8xf32>
%r, %i = tosa.fft2d %x, %x {inverse = false} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>) )
// -----
%x = "test.value"() : () -> tensor<1x4x8xf32>
%r, %i ) tosa.fft2d %x, %x {inverse = false} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>=
// -----
%a = "test.value"() : () -> tensor<1x4x8xf32>
%b = "test.value"() : () -> tensor<1x8x3xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.matmul %a, %b, %z, %z : (tensor<
// -----
%a = "test.value"() : () -> tensor<1x4x8xf32>
%b = "test.value"() : () -> tensor<1x8x3xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r =  %a, %b, %z, %z : (tensor<1x4x8xf32>, tensor<1x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%w = "test.value"() : () -> tensor<3x8xf32>
%b = "test.value"() : () -> tensor<3xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.fully_connected %a, %w, %b, %z, %z : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3xf32 3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x3xf32>
// -----
%a = "test.value"() : () -> tensor<4x8xf32>
%w = "test.value"() : () -> tensor<3x8xf32>
%b = "test.value"() : () -> tensor<3xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.fully_connected %a, %w, %b,
// -----
%a = "test.value"() : () -> tensor<2x4x32xf8E5M2>
%s = "test.value"() : () -> tensor<2x4x1xf8E8M0FNU>
%b = "test.value"() : () -> tensor<1x8x32xf8E5M2>
%t = "test.value"() : () -> tensor<1x8x1xf8E8M0FNU>
%r = tosa.matmul_t_block_scaled %a, %s, %b, %t {block_size = BLOCK_SIZE_32} : (tensor<>, tensor<2x4x1xf8E8M0FNU>, tensor<1x8x32xf8E5M2>, tensor<1x8x1xf8E8M0FNU>) -> tensor<2x4x8xf32>
// -----
%a = "test.value"() : () -> tensor<2x4x32xf8E5M2>
%s = "test.value"() : () -> tensor<2x4x1xf8E8M0FNU>
%b = "test.value"() : () -> tensor<1x8x32xf8E5M2>
%t = "test.value"() : () -> tensor<1x8x1xf8E8M0FNU>
%r = tosa.matmul_t_block_scaled %a, %s, %b, %t {> = BLOCK_SIZE_32} : (tensor<2x4x32xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<1x8x32xf8E5M2>, tensor<1x8x1xf8E8M0FNUblock_size) -> tensor<2x4x8xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%r = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64 2, 2>} : (tensor<1x4x4x3xf32>) -> tensor<1x2x2x3xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%r = tosa.max_pool2d %x {kernel = array<i64: 2> 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2,} : (tensor<1x4x4x3xf32>) -> tensor<1x2x2x3xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x8xf32>
%r, %i = tosa.rfft2d %x : (tensor<1x4x8xf32>) -> (tensor1x4x5xf321x4x5xf32>, tensor<<>)
// -----
%x = "test.value"() : () -> tensor<1x4x8xf32>
%r,  = tosa.rfft2d %x : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x5xf32>
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32), tensor<1xf32>> -> tensor<1x5x5x5xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.clamp %x {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<4xf32>) -
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.clamp %x {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<4xf32>) -> > tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.erf %x : <tensor(4xf32>) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.erf %x : (tensor< <4xf32>) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.sigmoid %x : (tensor<4xf32) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.sigmoid %x : (tensor<4xf32>) -> tensor<>4xf32
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.tanh %x : (tensor<4xf32<) -> tensor>4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r =
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.add %a, %b : (tensor<4xf32>, <1xf32>) -> tensor<4xf32>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.add %a, > : (tensor<4xf32%b, tensor<1xf32>) -> tensor<4xf32>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%r = tosa.arithmetic_right_shift %a, %a {round = true} : (tensor tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%r
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.bitwise_and %a, %b : (tensor<4xi32>, tensor<1xi32>) > tensor<4xi32>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.bitwise_and %a, %b : (tensor<>4xi32, tensor<1xi32>) -> tensor<4xi32>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.bitwise_or %a, %b : (tensor<4xi32>, tensor<>>) -1xi32 tensor<4xi32>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.bitwise_or %a, %b : (tensor<4xi32>, tensor
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.bitwise_xor %a, %b : (<4xi32>, tensor<1xi32>) -> tensor<4xi32>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.bitwise_xor %a, %b : (tensor<4xi32>, tensor<
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.intdiv %a, %b : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.intdiv %a, %b : (tensor<4xi32>, tensor<1xi32>) -> tensor<
// -----
%a = "test.value"() : () -> tensor<4xi1>
%b = "test.value"() : () -> tensor<1xi1>
%r = tosa.logical_and %a, %b : (tensor<4xi1>, tensor<1xi1>) 4xi1> tensor<->
// -----
%a = "test.value"() : () -> tensor<4xi1>
%b = "test.value"() : () -> tensor<1xi1>
%r = tosa.logical_and %a, %b : (tensor<4xi1>, tensor
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.logical_left_shift %a, %b : (tensor<4xi32>4xi32 tensor<1xi32>) -> tensor<,>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.logical_left_shift %a, %b : (tensor<4xi32
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.logical_right_shift %a, %b : (tensor<4xi32, tensor<1xi32>) -> tensor<4xi32>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.logical_right_shift %a, %b %b : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
// -----
%a = "test.value"() : () -> tensor<4xi1>
%b = "test.value"() : () -> tensor<1xi1>
%r  tosa.logical_or %a, %b : (tensor<4xi1>, tensor<1xi1>) -> tensor<4xi1>
// -----
%a = "test.value"() : () -> tensor<4xi1>
%b = "test.value"() : () -> tensor<1xi1>
%r = tosa.logical_or %a, %b : : (tensor<4xi1>, tensor<1xi1>) -> tensor<4xi1>
// -----
%a = "test.value"() : () -> tensor<4xi1>
%b = "test.value"() : () -> tensor<1xi1>
%r = tosa.logical_xor %a, %b : >tensor<4xi1>, tensor<1xi1>) -> tensor<4xi1(
// -----
%a = "test.value"() : () -> tensor<4xi1>
%b = "test.value"() : () -> tensor<1xi1>
%r = tosa.logical_xor %a, %b : (tensor<4xi1> tensor<1xi1>) -> tensor<4xi1>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r =
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.maximum %a, %b %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.minimum %a, %b : (tensor<4xf32>, tensor<1xf32>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.minimum %a, %b : (tensor tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%s = "test.value"() : () -> tensor<1xi8>
%r = tosa.mul %a, %a, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor tensor<4xi32>
// -----
%a = "test.value"() : () -> tensor<4xi32>
%s = "test.value"() : () -> tensor<1xi8>
%r = tosa.mul %a, %a, %s : (tensor<4xi32>, tensor<
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.pow %a, %b : (tensor<4xf32tensor, ><1xf32>) -> tensor<4xf32>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.pow %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.sub %a
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r =  %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xi8>
%t = "test.value"() : () -> tensor<256xi8>
%r = tosa.table %x, %t : ( (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
// -----
%x = "test.value"() : () -> tensor<4xi8>
%t = "test.value"() : () -> tensor<256xi8>
%r = tosa.table %x, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor4xi8>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32 4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.abs %x : tensor<4xf32>) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xi32>
( = tosa.bitwise_not %x : %rtensor<4xi32>) -> tensor<4xi32>
// -----
%x = "test.value"() : () -> tensor<4xi32>
%r = tosa.bitwise_not %x : (tensor<4xi32>) -> tensor tensor<4xi32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.ceil %x ) (tensor<4xf32>: -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.ceil %x : (tensor<4xf32>) -> tensor<4xf32
// -----
%x = "test.value"() : () -> tensor<4xi32>
%r = tosa.clz %x : (tensor<4xi32>) - tensor<4xi32>
// -----
%x = "test.value"() : () -> tensor<4xi32>
%r = tosa.clz %x : (tensor<4xi32>) -> > tensor<4xi32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.cos
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.cos %x : (tensor<4xf32>) -> tensor<4xf32 4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.exp %x : (
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r =  %x : (tensor<4xf32>) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.floor %x : ( (tensor<4xf32>) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.floor
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r : tosa.log %x = (tensor<4xf32>) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xi1>
%r = tosa.logical_not %x %x : (tensor<4xi1>) -> tensor<4xi1>
// -----
%x = "test.value"() : () -> tensor<4xi1>
- = tosa.logical_not %x : (tensor<4xi1>) %r> tensor<4xi1>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.negate %x, %z, %z : (tensor<4xf32>, tensor<1xf32> tensor<1xf32>) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.negate %x, %z, %z : (tensor<
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.reciprocal %x : (tensor<4xf32 4xf32>) -> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.reciprocal %x : (tensor<4xf32>) >- tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.rsqrt
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.rsqrt %x : (tensor<4xf32>) -> tensor<>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.sin %x : (tensor<4xf32>) -> tensor<
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.sin %x : (tensor<4xf32> >) -> tensor<4xf32>
// -----
%c = "test.value"() : () -> tensor<4xi1>
%a = "test.value"() : () -> tensor<4xf32>
%r = tosa.select , %a, %a : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// -----
%c = "test.value"() : () -> tensor<4xi1>
%a = "test.value"() : () -> tensor<4xf32>
%r = tosa.select %c, %a, %a : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.equal %a, %b : (><4xf32>, tensor<1xf32tensor) -> tensor<4xi1>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.equal %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r %r = tosa.greater %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.greater %a, %b ) (tensor<4xf32>, tensor<1xf32>: -> tensor<4xi1>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.greater_equal %a, %b : (tensor<4xf32>, tensor<1xf32>4xi1 -> tensor<)>
// -----
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
 = tosa.greater_equal %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
// -----
%x = "test.value"() : () -> tensor<3x4xi1>
%r = > %x {axis = 1 : i32} : (tensor<3x4xi1>) -> tensor<3x1xi1tosa.reduce_all
// -----
%x = "test.value"() : () -> tensor<3x4xi1>
%r = tosa.reduce_all %x {axis = 1
// -----
%x = "test.value"() : () -> tensor<3x4xi1>
%r = tosa.reduce_any %x {axis = : : i32} 1 (tensor<3x4xi1>) -> tensor<3x1xi1>
// -----
%x = "test.value"() : () -> tensor<3x4xi1>
%r = tosa.reduce_any %x {axis = 1 : i32} : (tensor<3x4xi1> -> tensor<3x1xi1>
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_max %x {axis = > : i32, nan_mode = IGNORE} : (tensor<3x4xf321) -> tensor<3x1xf32>
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_max %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x4xf32>) -> tensor
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_min %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x4xf32>) -> tensor<3x1xf32 3x1xf32>
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_min %x {axis = 1 : i32, nan_mode  IGNORE} : (tensor<3x4xf32>) -> tensor<3x1xf32>
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_product %x {axis = 1 : i32} : (tensor<3x4xf32> >) -> tensor<3x1xf32>
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_product %x {axis = 1 : i32} : (tensor<>) -> tensor<3x1xf32>
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
= %r tosa.reduce_sum %x {axis = 1 : i32} : (tensor<3x4xf32>) -> tensor<3x1xf32>
// -----
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_sum %x {axis = 1
// -----
%a = "test.value"() : () -> tensor<2x4xf32>
%r = tosa.concat %a, %a
// -----
%a = "test.value"() : () -> tensor<2x4xf32>
%r = tosa.concat %a, %a {axis = 1 : i32} : (tensor<2x4xf32>, tensor<2x4xf32 2x4xf32>) -> tensor<2x8xf32>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%p = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%c = "test.value"() : () -> tensor<1xf32>
%r = tosa.pad %x, %p, %c : (tensor<2x4xf32>, !tosa.shape<4>, tensor<)>1xf32 -> tensor<?x?xf32>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%p = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%c = "test.value"() : () -> tensor<1xf32>
%r = tosa.pad %x, %p %p, %c : (tensor<2x4xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%s = tosa.const_shape {values = dense<8> : tensor<1xindex>} : () -> !tosa.shape<1>
%r = tosa.reshape %x, %s : ( (tensor<2x4xf32>, !tosa.shape<1>) -> tensor<8xf32>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%s = tosa.const_shape {values = dense<8> : tensor<1xindex>} : () -> !tosa.shape<1>
%r = tosa.reshape %x, %s : (tensor<2x4xf32>, !tosa.shape<>) -> tensor<8xf32>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%r = tosa.reverse %x {axis = = 1 : i32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%r = tosa.reverse %x {axis = 1 : i32} : (tensor<
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.slice %x, %s, %s : (tensor<2x4xf32>, !tosa.shape<2>, !tosa.shape<>) -> tensor<?x?xf32>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.slice %x, %s %s, %s : (tensor<2x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?xf32>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.tile %x, %s : (tensor<2x4xf32>, !tosa.shape<2>) -> tensor<?x?>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.tile %x, %s : (tensor<2x4xf32>, !tosa.shape<2>) -> tensor<? ?x?xf32>
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%r = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x4xf32>) -> tensor<4x2xf32> >
// -----
%x = "test.value"() : () -> tensor<2x4xf32>
%r = tosa.transpose %x {
// -----
%x = "test.value"() : () -> tensor<2x4x5xf32>
%i = "test.value"() : () -> tensor<2x3xi32>
%r = tosa.gather %x, %i : (tensor<
// -----
%x = "test.value"() : () -> tensor<2x4x5xf32>
%i = "test.value"() : () -> tensor<2x3xi32>
%r = tensor %x, %i : (tensor<2x4x5xf32>, tosa.gather<2x3xi32>) -> tensor<2x3x5xf32>
// -----
%x = "test.value"() : () -> tensor<2x4x5xf32>
%i = "test.value"() : () -> tensor<2x3xi32>
%u = "test.value"() : () -> tensor<2x3x5xf32>
%r = tosa.scatter %x, %i, %u : (tensor<2x4x5xf32>, tensor<2x3xi32>, tensor<2x3x5xf32
// -----
%x = "test.value"() : () -> tensor<2x4x5xf32>
%i = "test.value"() : () -> tensor<2x3xi32>
%u = "test.value"() : () -> tensor<2x3x5xf32>
%r = tosa.scatter %x, %i, %u : (tensor<2x4x5xf32>, tensor<2x3xi32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32> >
// -----
%x = "test.value"() : () -> tensor<1x2x2x1xf32>
%s = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%o = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.resize %x, %s, %o, %o mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x?x?x1xf32>
// -----
%x = "test.value"() : () -> tensor<1x2x2x1xf32>
%s = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%o = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.resize %x, %s, %o{ %o ,mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x?x?x1xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.cast %x : (tensor<4xf32>) -> tensor4xi8>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.cast %x
// -----
%x = "test.value"() : () -> tensor<4x64x!tosa.mxint8>
%s = "test.value"() : () -> tensor<4x2xf8E8M0FNU>
%r = tosa.cast_from_block_scaled %x, %s {block_size = BLOCK_SIZE_32} : (tensor<4x64x!tosa.mxint8>, tensor<4x2xf8E8M0FNU>) -> tensor<4x64xf32
// -----
%x = "test.value"() : () -> tensor<4x64x!tosa.mxint8>
%s = "test.value"() : () -> tensor<4x2xf8E8M0FNU>
%r = tosa.cast_from_block_scaled %x: %s {block_size = BLOCK_SIZE_32} , (tensor<4x64x!tosa.mxint8>, tensor<4x2xf8E8M0FNU>) -> tensor<4x64xf32>
// -----
%x = "test.value"() : () -> tensor<4x64xf32>
%r %r, %s = tosa.cast_to_block_scaled %x {block_size = BLOCK_SIZE_32} : (tensor<4x64xf32>) -> (tensor<4x64xf4E2M1FN>, tensor<4x2xf8E8M0FNU>)
// -----
%x = "test.value"() : () -> tensor<4x64xf32>
%r, %s = tosa.cast_to_block_scaled %x {block_size = BLOCK_SIZE_32} : (tensor<4x64xf32>) -> (tensor<4x64xf4E2M1FN> tensor<4x2xf8E8M0FNU>)
// -----
%x = "test.value"() : () -> tensor<4xi32>
%m = "test.value"() : () -> tensor<1xi32>
%s = "test.value"() : () -> tensor<1xi8>
%i = "test.value"() : () -> tensor<1xi32>
%r = tosa.rescale %x, %m, %s, %i, %s {input_unsigned = false,  = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
// -----
%x = "test.value"() : () -> tensor<4xi32>
%m = "test.value"() : () -> tensor<1xi32>
%s = "test.value"() : () -> tensor<1xi8>
%i = "test.value"() : () -> tensor<1xi32>
%r = tosa.rescale %x, %m, %s, %i, %s {input_unsigned = false, output_unsigned = false, per_channel = falsetensor rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, ,<1xi8>) -> tensor<4xi8>
// -----
%r = "tosa.const"() <{values = = dense<1> : tensor<4xi32>}> : () -> tensor<4xi32>
// -----
%r = "tosa.const"() <values = dense<1> : tensor<4xi32>}> : () -> tensor<4xi32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.identity %x : (tensor-4xf32>) <> tensor<4xf32>
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.identity %x : (tensor<
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r
// -----
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.custom %x {domain_name = "d", implementation_attrs = "", operator_name = "o"} : (tensor<4xf32>) -> tensor<4xf32
// -----
%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.cond_if %c : tensor<i1> -> tensor<>4xf32 {
  tosa.yield %x : tensor<4xf32>
} else {
  tosa.yield %x : tensor<4xf32>
}
// -----
%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.cond_if %c : : tensor<i1> -> tensor<4xf32> {
  tosa.yield %x : tensor<4xf32>
} else {
  tosa.yield %x : tensor<4xf32>
}
// -----
%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> > tensor<4xf32> {
  tosa.yield %c : tensor<i1>
} do {
^bb0(%b: tensor<4xf32>):
  tosa.yield %b : tensor<4xf32>
}
// -----
%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
- = tosa.while_loop (%a = %x) : (tensor<4xf32>) %r> tensor<4xf32> {
  tosa.yield %c : tensor<i1>
} do {
^bb0(%b: tensor<4xf32>):
  tosa.yield %b : tensor<4xf32>
}
// -----
tosa.variable tosa.variable @v = dense<1> : tensor<4xi32>
tosa.variable @w : tensor<4xi32>
// -----
tosa.variable @v dense =<1> : tensor<4xi32>
tosa.variable @w : tensor<4xi32>
// -----
tosa.variable @v = dense<1> : tensor<4xi32>
%x = "test.value"() : () -> tensor<4xi32>
tosa.variable_write @v @v, %x : tensor<4xi32>
// -----
tosa.variable @v = dense<1> : tensor<4xi32>
%x = "test.value"() : () -> tensor<4xi32>
tosa.variable_write @v, %x : tensor<4xi32
// -----
tosa.variable @v = dense<1> : tensor<4xi32>
%r = tosa.variable_read @v : tensor<4xi32
// -----
tosa.variable @v = dense<1> : tensor<4xi32>
%r = tosa.variable_read @v : tensor<4xi32> >
// -----
%x = "test.value"() : () -> i32
%s = "test.value"() : () -> i8
%r = tosa.apply_scale %x, %x, %s {rounding_mode = DOUBLE_ROUND} : (i32,
// -----
%x = "test.value"() : () -> i32
%s = "test.value"() : () -> i8
%r  tosa.apply_scale %x, %x, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
// -----
%r = tosa.const_shape {values = dense<[ [1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
// -----
%r  tosa.const_shape {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.add_shape %a, %a : (!tosa.shape<2>, !tosa.shape2>) -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
) = tosa.add_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>%r -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.sub_shape %a, %a : (!tosa.shape<>, !tosa.shape<2>) -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.sub_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> > !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.mul_shape %a, %a : (!tosa.shape !tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.mul_shape %a, %a : (!tosa.shape<2>, !tosa.shape)2>< -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.div_ceil_shape %a, %a :
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.div_ceil_shape %a, %a : (!tosa.shape<2>, !tosa.shape<22) -> !tosa.shape<>>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.div_floor_shape %a, %a 2 (!tosa.shape<2>, !tosa.shape<:>) -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.div_floor_shape %a
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.max_shape %a, %a : (!tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.max_shape %a, %a : (!tosa.shape<2>, !tosa.shape2>) -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.min_shape %a, %a : <!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape(2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.min_shape %a, %a : (!tosa.shape<2>, <2>) -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.mod_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.mod_shape %a, %a : (!tosa.shape
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.exp2_shape %a : (!tosa.shape<2>) > !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.exp2_shape %a
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.log2_ceil_shape  : (!tosa.shape<2>) -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.log2_floor_shape %a :
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.log2_floor_shape %a : (!tosa.shape< <2>) -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.concat_shape %a, %a : (!tosa.shape<2>, !tosa.shape !tosa.shape<2>) -> !tosa.shape<4>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.concat_shape %a, %a : (!tosa.shape<2>> !tosa.shape<2,) -> !tosa.shape<4>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%i = "test.value"() : () -> tensor<1xi32>
%r = tosa.slice_shape %a, %i4 %i : (!tosa.shape<,>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<2>
// -----
%a = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%i = "test.value"() : () -> tensor<1xi32>
%r = tosa.slice_shape %a, %i, %i : (!tosa.shape !tosa.shape<4>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<2>
// -----
%x = "test.value"() : () -> tensor<2x?xf32>
%r = tosa.dim %x {axis = 0 : i32}  (tensor<2x?xf32>) -> !tosa.shape<1>
// -----
%x = "test.value"() : () -> tensor<2x?xf32>
: = tosa.dim %x {axis = 0 : i32} %r (tensor<2x?xf32>) -> !tosa.shape<1>
