// Each op is read, printed, and read again from both forms.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s > %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.generic.mlir | diff %t.mlir -

// CHECK: tosa.argmax
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.argmax %x {axis = 1 : i32} : (tensor<3x4xf32>) -> tensor<3xi32>

// -----

// CHECK: tosa.avg_pool2d
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x3xf32>

// -----

// CHECK: tosa.conv2d
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x5xf32>

// -----

// CHECK: tosa.conv3d
%x = "test.value"() : () -> tensor<1x4x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.conv3d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x3xf32>, tensor<5x2x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x3x5xf32>

// -----

// CHECK: tosa.depthwise_conv2d
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<2x2x3x2xf32>
%b = "test.value"() : () -> tensor<6xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.depthwise_conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<2x2x3x2xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x6xf32>

// -----

// CHECK: tosa.fft2d
%x = "test.value"() : () -> tensor<1x4x8xf32>
%r, %i = tosa.fft2d %x, %x {inverse = false} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)

// -----

// CHECK: tosa.matmul
%a = "test.value"() : () -> tensor<1x4x8xf32>
%b = "test.value"() : () -> tensor<1x8x3xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.matmul %a, %b, %z, %z : (tensor<1x4x8xf32>, tensor<1x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3xf32>

// -----

// CHECK: tosa.max_pool2d
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%r = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xf32>) -> tensor<1x2x2x3xf32>

// -----

// CHECK: tosa.rfft2d
%x = "test.value"() : () -> tensor<1x4x8xf32>
%r, %i = tosa.rfft2d %x : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)

// -----

// CHECK: tosa.transpose_conv2d
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x5xf32>

// -----

// CHECK: tosa.clamp
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.clamp %x {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.erf
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.erf %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.sigmoid
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.tanh
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.tanh %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.add
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.add %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.arithmetic_right_shift
%a = "test.value"() : () -> tensor<4xi32>
%r = tosa.arithmetic_right_shift %a, %a {round = true} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>

// -----

// CHECK: tosa.bitwise_and
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.bitwise_and %a, %b : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>

// -----

// CHECK: tosa.bitwise_or
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.bitwise_or %a, %b : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>

// -----

// CHECK: tosa.bitwise_xor
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.bitwise_xor %a, %b : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>

// -----

// CHECK: tosa.intdiv
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.intdiv %a, %b : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>

// -----

// CHECK: tosa.logical_and
%a = "test.value"() : () -> tensor<4xi1>
%b = "test.value"() : () -> tensor<1xi1>
%r = tosa.logical_and %a, %b : (tensor<4xi1>, tensor<1xi1>) -> tensor<4xi1>

// -----

// CHECK: tosa.logical_left_shift
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.logical_left_shift %a, %b : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>

// -----

// CHECK: tosa.logical_right_shift
%a = "test.value"() : () -> tensor<4xi32>
%b = "test.value"() : () -> tensor<1xi32>
%r = tosa.logical_right_shift %a, %b : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>

// -----

// CHECK: tosa.logical_or
%a = "test.value"() : () -> tensor<4xi1>
%b = "test.value"() : () -> tensor<1xi1>
%r = tosa.logical_or %a, %b : (tensor<4xi1>, tensor<1xi1>) -> tensor<4xi1>

// -----

// CHECK: tosa.logical_xor
%a = "test.value"() : () -> tensor<4xi1>
%b = "test.value"() : () -> tensor<1xi1>
%r = tosa.logical_xor %a, %b : (tensor<4xi1>, tensor<1xi1>) -> tensor<4xi1>

// -----

// CHECK: tosa.maximum
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.maximum %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.minimum
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.minimum %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.mul
%a = "test.value"() : () -> tensor<4xi32>
%s = "test.value"() : () -> tensor<1xi8>
%r = tosa.mul %a, %a, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>

// -----

// CHECK: tosa.pow
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.pow %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.sub
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.sub %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.table
%x = "test.value"() : () -> tensor<4xi8>
%t = "test.value"() : () -> tensor<256xi8>
%r = tosa.table %x, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>

// -----

// CHECK: tosa.abs
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.bitwise_not
%x = "test.value"() : () -> tensor<4xi32>
%r = tosa.bitwise_not %x : (tensor<4xi32>) -> tensor<4xi32>

// -----

// CHECK: tosa.ceil
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.ceil %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.clz
%x = "test.value"() : () -> tensor<4xi32>
%r = tosa.clz %x : (tensor<4xi32>) -> tensor<4xi32>

// -----

// CHECK: tosa.cos
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.cos %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.exp
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.floor
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.floor %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.log
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.log %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.logical_not
%x = "test.value"() : () -> tensor<4xi1>
%r = tosa.logical_not %x : (tensor<4xi1>) -> tensor<4xi1>

// -----

// CHECK: tosa.negate
%x = "test.value"() : () -> tensor<4xf32>
%z = "test.value"() : () -> tensor<1xf32>
%r = tosa.negate %x, %z, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.reciprocal
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.reciprocal %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.rsqrt
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.rsqrt %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.sin
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.sin %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.select
%c = "test.value"() : () -> tensor<4xi1>
%a = "test.value"() : () -> tensor<4xf32>
%r = tosa.select %c, %a, %a : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.equal
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.equal %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>

// -----

// CHECK: tosa.greater
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.greater %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>

// -----

// CHECK: tosa.greater_equal
%a = "test.value"() : () -> tensor<4xf32>
%b = "test.value"() : () -> tensor<1xf32>
%r = tosa.greater_equal %a, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>

// -----

// CHECK: tosa.reduce_all
%x = "test.value"() : () -> tensor<3x4xi1>
%r = tosa.reduce_all %x {axis = 1 : i32} : (tensor<3x4xi1>) -> tensor<3x1xi1>

// -----

// CHECK: tosa.reduce_any
%x = "test.value"() : () -> tensor<3x4xi1>
%r = tosa.reduce_any %x {axis = 1 : i32} : (tensor<3x4xi1>) -> tensor<3x1xi1>

// -----

// CHECK: tosa.reduce_max
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_max %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x4xf32>) -> tensor<3x1xf32>

// -----

// CHECK: tosa.reduce_min
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_min %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x4xf32>) -> tensor<3x1xf32>

// -----

// CHECK: tosa.reduce_product
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_product %x {axis = 1 : i32} : (tensor<3x4xf32>) -> tensor<3x1xf32>

// -----

// CHECK: tosa.reduce_sum
%x = "test.value"() : () -> tensor<3x4xf32>
%r = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<3x4xf32>) -> tensor<3x1xf32>

// -----

// CHECK: tosa.concat
%a = "test.value"() : () -> tensor<2x4xf32>
%r = tosa.concat %a, %a {axis = 1 : i32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>

// -----

// CHECK: tosa.pad
%x = "test.value"() : () -> tensor<2x4xf32>
%p = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%c = "test.value"() : () -> tensor<1xf32>
%r = tosa.pad %x, %p, %c : (tensor<2x4xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>

// -----

// CHECK: tosa.reshape
%x = "test.value"() : () -> tensor<2x4xf32>
%s = tosa.const_shape {values = dense<8> : tensor<1xindex>} : () -> !tosa.shape<1>
%r = tosa.reshape %x, %s : (tensor<2x4xf32>, !tosa.shape<1>) -> tensor<8xf32>

// -----

// CHECK: tosa.reverse
%x = "test.value"() : () -> tensor<2x4xf32>
%r = tosa.reverse %x {axis = 1 : i32} : (tensor<2x4xf32>) -> tensor<2x4xf32>

// -----

// CHECK: tosa.slice
%x = "test.value"() : () -> tensor<2x4xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.slice %x, %s, %s : (tensor<2x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?xf32>

// -----

// CHECK: tosa.tile
%x = "test.value"() : () -> tensor<2x4xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.tile %x, %s : (tensor<2x4xf32>, !tosa.shape<2>) -> tensor<?x?xf32>

// -----

// CHECK: tosa.transpose
%x = "test.value"() : () -> tensor<2x4xf32>
%r = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x4xf32>) -> tensor<4x2xf32>

// -----

// CHECK: tosa.gather
%x = "test.value"() : () -> tensor<2x4x5xf32>
%i = "test.value"() : () -> tensor<2x3xi32>
%r = tosa.gather %x, %i : (tensor<2x4x5xf32>, tensor<2x3xi32>) -> tensor<2x3x5xf32>

// -----

// CHECK: tosa.scatter
%x = "test.value"() : () -> tensor<2x4x5xf32>
%i = "test.value"() : () -> tensor<2x3xi32>
%u = "test.value"() : () -> tensor<2x3x5xf32>
%r = tosa.scatter %x, %i, %u : (tensor<2x4x5xf32>, tensor<2x3xi32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>

// -----

// CHECK: tosa.resize
%x = "test.value"() : () -> tensor<1x2x2x1xf32>
%s = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%o = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.resize %x, %s, %o, %o {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x?x?x1xf32>

// -----

// CHECK: tosa.cast
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi8>

// -----

// CHECK: tosa.rescale
%x = "test.value"() : () -> tensor<4xi32>
%m = "test.value"() : () -> tensor<1xi32>
%s = "test.value"() : () -> tensor<1xi8>
%i = "test.value"() : () -> tensor<1xi32>
%r = tosa.rescale %x, %m, %s, %i, %s {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>

// -----

// CHECK: tosa.const
%r = "tosa.const"() <{values = dense<1> : tensor<4xi32>}> : () -> tensor<4xi32>

// -----

// CHECK: tosa.identity
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.identity %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.custom
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.custom %x {domain_name = "d", implementation_attrs = "", operator_name = "o"} : (tensor<4xf32>) -> tensor<4xf32>

// -----

// CHECK: tosa.cond_if
%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
  tosa.yield %x : tensor<4xf32>
} else {
  tosa.yield %x : tensor<4xf32>
}

// -----

// CHECK: tosa.while_loop
%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
%r = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
  tosa.yield %c : tensor<i1>
} do {
^bb0(%b: tensor<4xf32>):
  tosa.yield %b : tensor<4xf32>
}

// -----

// CHECK: tosa.variable
tosa.variable @v = dense<1> : tensor<4xi32>
tosa.variable @w : tensor<4xi32>

// -----

// CHECK: tosa.variable_write
tosa.variable @v = dense<1> : tensor<4xi32>
%x = "test.value"() : () -> tensor<4xi32>
tosa.variable_write @v, %x : tensor<4xi32>

// -----

// CHECK: tosa.variable_read
tosa.variable @v = dense<1> : tensor<4xi32>
%r = tosa.variable_read @v : tensor<4xi32>

// -----

// CHECK: tosa.apply_scale
%x = "test.value"() : () -> i32
%s = "test.value"() : () -> i8
%r = tosa.apply_scale %x, %x, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32

// -----

// CHECK: tosa.const_shape
%r = tosa.const_shape {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>

// -----

// CHECK: tosa.add_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.add_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.sub_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.sub_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.mul_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.mul_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.div_ceil_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.div_ceil_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.div_floor_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.div_floor_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.max_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.max_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.min_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.min_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.mod_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.mod_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.exp2_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.exp2_shape %a : (!tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.log2_ceil_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.log2_ceil_shape %a : (!tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.log2_floor_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.log2_floor_shape %a : (!tosa.shape<2>) -> !tosa.shape<2>

// -----

// CHECK: tosa.concat_shape
%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%r = tosa.concat_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<4>

// -----

// CHECK: tosa.slice_shape
%a = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%i = "test.value"() : () -> tensor<1xi32>
%r = tosa.slice_shape %a, %i, %i : (!tosa.shape<4>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<2>

// -----

// CHECK: tosa.dim
%x = "test.value"() : () -> tensor<2x?xf32>
%r = tosa.dim %x {axis = 0 : i32} : (tensor<2x?xf32>) -> !tosa.shape<1>

// -----

// A graph without results.
// CHECK: tosa.cond_if %{{.*}} : tensor<i1> -> () {
// CHECK-NEXT: tosa.yield  :
%c = "test.value"() : () -> tensor<i1>
tosa.cond_if %c : tensor<i1> -> () {
  "tosa.yield"() : () -> ()
} else {
  "tosa.yield"() : () -> ()
}

// -----

// CHECK: tosa.cast_from_block_scaled %{{.*}}, %{{.*}} {block_size = BLOCK_SIZE_32} : (tensor<4x64x!tosa.mxint8>, tensor<4x2xf8E8M0FNU>) -> tensor<4x64xf32>
%x = "test.value"() : () -> tensor<4x64x!tosa.mxint8>
%s = "test.value"() : () -> tensor<4x2xf8E8M0FNU>
%r = tosa.cast_from_block_scaled %x, %s {block_size = BLOCK_SIZE_32} : (tensor<4x64x!tosa.mxint8>, tensor<4x2xf8E8M0FNU>) -> tensor<4x64xf32>

// -----

// CHECK: tosa.matmul_t_block_scaled
%a = "test.value"() : () -> tensor<*xf8E5M2>
%s = "test.value"() : () -> tensor<2x?x1xf8E8M0FNU>
%b = "test.value"() : () -> tensor<?x8x32xf8E5M2>
%r = tosa.matmul_t_block_scaled %a, %s, %b, %s {block_size = BLOCK_SIZE_32} : (tensor<*xf8E5M2>, tensor<2x?x1xf8E8M0FNU>, tensor<?x8x32xf8E5M2>, tensor<2x?x1xf8E8M0FNU>) -> tensor<2x?x8xf32>
