"""Cases of tosa_ops.py that are written out: control flow, variables, shapes, and how programs were written earlier and later."""


PROGRAMS = {
    "cond_if": """
func.func @cond_if() {
  %c = util.unfoldable_constant dense<true> : tensor<i1>
  %a = util.unfoldable_constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = util.unfoldable_constant dense<[5.0, 7.0]> : tensor<2xf32>
  %r = tosa.cond_if %c (%p = %a, %q = %b) : tensor<i1> (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%p: tensor<2xf32>, %q: tensor<2xf32>):
    %s = tosa.add %p, %q : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    tosa.yield %s : tensor<2xf32>
  } else {
  ^bb0(%p: tensor<2xf32>, %q: tensor<2xf32>):
    %s = tosa.sub %p, %q : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    tosa.yield %s : tensor<2xf32>
  }
  check.expect_eq_const(%r, dense<[6.0, 9.0]> : tensor<2xf32>) : tensor<2xf32>
  return
}
""",
    "while_loop": """
func.func @while_loop() {
  %i = util.unfoldable_constant dense<0> : tensor<i32>
  %x = util.unfoldable_constant dense<[1, 2, 3]> : tensor<3xi32>
  %r:2 = tosa.while_loop (%n = %i, %v = %x) : (tensor<i32>, tensor<3xi32>) -> (tensor<i32>, tensor<3xi32>) {
    %limit = "tosa.const"() <{values = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %c = tosa.greater %limit, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%n: tensor<i32>, %v: tensor<3xi32>):
    %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %m = tosa.add %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %w = tosa.add %v, %v : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    tosa.yield %m, %w : tensor<i32>, tensor<3xi32>
  }
  check.expect_eq_const(%r#0, dense<5> : tensor<i32>) : tensor<i32>
  check.expect_eq_const(%r#1, dense<[32, 64, 96]> : tensor<3xi32>) : tensor<3xi32>
  return
}
""",
    "variable": """
tosa.variable @v = dense<[1, 2]> : tensor<2xi32>
func.func @variable() {
  %x = util.unfoldable_constant dense<[10, 20]> : tensor<2xi32>
  %a = tosa.variable_read @v : tensor<2xi32>
  %b = tosa.add %a, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  tosa.variable_write @v, %b : tensor<2xi32>
  %c = tosa.variable_read @v : tensor<2xi32>
  check.expect_eq_const(%c, dense<[11, 22]> : tensor<2xi32>) : tensor<2xi32>
  return
}
""",
    "shapes": """
func.func @shapes() {
  %x = util.unfoldable_constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %d0 = tosa.dim %x {axis = 0 : i32} : (tensor<2x3xi32>) -> !tosa.shape<1>
  %d1 = tosa.dim %x {axis = 1 : i32} : (tensor<2x3xi32>) -> !tosa.shape<1>
  %n = tosa.mul_shape %d0, %d1 : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %r = tosa.reshape %x, %n : (tensor<2x3xi32>, !tosa.shape<1>) -> tensor<6xi32>
  check.expect_eq_const(%r, dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>) : tensor<6xi32>
  %s = tosa.concat_shape %d1, %d0 : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  %t = tosa.reshape %x, %s : (tensor<2x3xi32>, !tosa.shape<2>) -> tensor<3x2xi32>
  check.expect_eq_const(%t, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>) : tensor<3x2xi32>
  return
}
""",
    "calls": """
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = tosa.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @calls() {
  %x = util.unfoldable_constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %z = call @twice(%y) : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const(%z, dense<[4.0, 8.0]> : tensor<2xf32>) : tensor<2xf32>
  return
}
""",
    # The spelling of 2023-24.
    "legacy": """
func.func @legacy() {
  %x = util.unfoldable_constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = "tosa.reshape"(%x) <{new_shape = array<i64: 3, 2>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  check.expect_eq_const(%0, dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
  %1 = tosa.slice %x {start = array<i64: 0, 1>, size = array<i64: 2, 1>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  check.expect_eq_const(%1, dense<[[2.0], [5.0]]> : tensor<2x1xf32>) : tensor<2x1xf32>
  %2 = tosa.clamp %x {min_int = 2 : i64, max_int = 5 : i64, min_fp = 2.0 : f32, max_fp = 5.0 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const(%2, dense<[[2.0, 2.0, 3.0], [4.0, 5.0, 5.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
  %3 = tosa.mul %x, %x {shift = 0 : i8} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const(%3, dense<[[1.0, 4.0, 9.0], [16.0, 25.0, 36.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
  %p = "tosa.const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %4 = tosa.transpose %x, %p : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  check.expect_eq_const(%4, dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
  %q = "tosa.const"() <{value = dense<[[0, 1], [0, 0]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %5 = tosa.pad %x, %q : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<3x3xf32>
  check.expect_eq_const(%5, dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>) : tensor<3x3xf32>
  %6 = tosa.tile %x {multiples = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  check.expect_eq_const(%6, dense<[[1.0, 2.0, 3.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 4.0, 5.0, 6.0]]> : tensor<2x6xf32>) : tensor<2x6xf32>
  %7 = tosa.negate %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const(%7, dense<[[-1.0, -2.0, -3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
  return
}
""",
    "legacy_quantized": """
func.func @legacy_quantized() {
  %a = util.unfoldable_constant dense<[[[1, 2], [3, 4]]]> : tensor<1x2x2xi8>
  %0 = tosa.matmul %a, %a {quantization_info = #tosa.matmul_quant<a_zp = 1, b_zp = 2>} : (tensor<1x2x2xi8>, tensor<1x2x2xi8>) -> tensor<1x2x2xi32>
  check.expect_eq_const(%0, dense<[[[1, 2], [1, 6]]]> : tensor<1x2x2xi32>) : tensor<1x2x2xi32>
  %1 = "tosa.rescale"(%0) {double_round = false, input_zp = 1 : i32, multiplier = array<i32: 1073741824>, output_zp = 3 : i32, per_channel = false, scale32 = true, shift = array<i8: 30>} : (tensor<1x2x2xi32>) -> tensor<1x2x2xi8>
  check.expect_eq_const(%1, dense<[[[3, 4], [3, 8]]]> : tensor<1x2x2xi8>) : tensor<1x2x2xi8>
  %x = util.unfoldable_constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %w = util.unfoldable_constant dense<[[3.0, 4.0], [5.0, 6.0]]> : tensor<2x2xf32>
  %b = util.unfoldable_constant dense<[0.5, 1.5]> : tensor<2xf32>
  %2 = tosa.fully_connected %x, %w, %b : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const(%2, dense<[[11.5, 18.5]]> : tensor<1x2xf32>) : tensor<1x2xf32>
  return
}
""",
    "unsigned": """
func.func @unsigned() {
  %x = util.unfoldable_constant dense<[0, 100, 200, 255]> : tensor<4xui8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %o = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %x, %m, %s, %z, %o {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<4xui8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  check.expect_eq_const(%r, dense<[-128, -28, 72, 127]> : tensor<4xi8>) : tensor<4xi8>
  %c = tosa.cast %x : (tensor<4xui8>) -> tensor<4xi32>
  check.expect_eq_const(%c, dense<[0, 100, 200, 255]> : tensor<4xi32>) : tensor<4xi32>
  return
}
""",
    # The spelling of late 2026.
    "clauses": """
func.func @clauses() {
  %x = util.unfoldable_constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = tosa.clamp %x min_val(2.0 : f32) max_val(5.0 : f32) nan_mode<IGNORE> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const(%0, dense<[[2.0, 2.0, 3.0], [4.0, 5.0, 5.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
  %1 = tosa.reduce_max %x axis(1) : (tensor<2x3xf32>) -> tensor<2x1xf32>
  check.expect_eq_const(%1, dense<[[3.0], [6.0]]> : tensor<2x1xf32>) : tensor<2x1xf32>
  %2 = tosa.transpose %x perms([1, 0]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  check.expect_eq_const(%2, dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
  %s = tosa.const_shape values(dense<[3, 2]> : tensor<2xindex>) : () -> !tosa.shape<2>
  %3 = tosa.reshape %x, %s : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
  check.expect_almost_eq_const(%3, dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>, 1.0e-4) : tensor<3x2xf32>
  %i = util.unfoldable_constant dense<[100, -100]> : tensor<2xi8>
  %4 = tosa.cast %i input_unsigned(true) : (tensor<2xi8>) -> tensor<2xi32>
  check.expect_eq_const(%4, dense<[100, 156]> : tensor<2xi32>) : tensor<2xi32>
  return
}
""",
    "older": """
func.func @older() {
  %c = util.unfoldable_constant dense<true> : tensor<i1>
  %x = util.unfoldable_constant dense<[-3, 4, 9]> : tensor<3xi32>
  %0 = tosa.cond_if %c -> (tensor<3xi32>) {
    %s = tosa.add %x, %x : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    tosa.yield %s : tensor<3xi32>
  } else {
    tosa.yield %x : tensor<3xi32>
  }
  check.expect_eq_const(%0, dense<[-6, 8, 18]> : tensor<3xi32>) : tensor<3xi32>
  %1 = "tosa.reluN"(%x) {max_int = 6 : i64, max_fp = 6.0 : f32} : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const(%1, dense<[0, 4, 6]> : tensor<3xi32>) : tensor<3xi32>
  return
}
""",
    "apply_scale_on_tensors": """
func.func @apply_scale_on_tensors() {
  %x = util.unfoldable_constant dense<[100, -100, 3]> : tensor<3xi32>
  %m = util.unfoldable_constant dense<1073741824> : tensor<3xi32>
  %s = util.unfoldable_constant dense<31> : tensor<3xi8>
  %r = tosa.apply_scale %x, %m, %s {rounding_mode = SINGLE_ROUND} : (tensor<3xi32>, tensor<3xi32>, tensor<3xi8>) -> tensor<3xi32>
  check.expect_eq_const(%r, dense<[50, -50, 2]> : tensor<3xi32>) : tensor<3xi32>
  return
}
""",
    "unsigned_first": """
func.func @unsigned_first() {
  %x = util.unfoldable_constant dense<[0, 100, 200]> : tensor<3xui8>
  %a = tosa.add %x, %x : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  check.expect_eq_const(%a, dense<[0, 200, 144]> : tensor<3xui8>) : tensor<3xui8>
  %b = tosa.maximum %x, %a : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  check.expect_eq_const(%b, dense<[0, 200, 200]> : tensor<3xui8>) : tensor<3xui8>
  return
}
""",
    # A size that turns out to be 1, in front of a reversed dimension.
    "open_unit": """
func.func @open_unit() {
  %k = util.unfoldable_constant dense<[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]]> : tensor<1x2x2x2xf32>
  %x = tensor.cast %k : tensor<1x2x2x2xf32> to tensor<?x2x2x2xf32>
  %l = util.unfoldable_constant dense<[[[[1.0, 2.5], [2.0, 4.0]], [[4.0, 6.0], [7.0, 8.5]]]]> : tensor<1x2x2x2xf32>
  %y = tensor.cast %l : tensor<1x2x2x2xf32> to tensor<?x2x2x2xf32>
  %0 = tosa.sub %y, %x : (tensor<?x2x2x2xf32>, tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32>
  %1 = tosa.reduce_max %0 {axis = 2 : i32} : (tensor<?x2x2x2xf32>) -> tensor<?x2x1x2xf32>
  %2 = tosa.reverse %1 {axis = 3 : i32} : (tensor<?x2x1x2xf32>) -> tensor<?x2x1x2xf32>
  %3 = tensor.cast %2 : tensor<?x2x1x2xf32> to tensor<1x2x1x2xf32>
  check.expect_eq_const(%3, dense<[[[[0.5, 0.0]], [[0.5, 0.0]]]]> : tensor<1x2x1x2xf32>) : tensor<1x2x1x2xf32>
  return
}
""",
    # One element that several ops of other shapes use.
    "single_element": """
func.func @single_element() {
  %x = util.unfoldable_constant dense<[[[[1.0]], [[2.0]]]]> : tensor<1x2x1x1xf32>
  %w = "tosa.const"() <{values = dense<[[[[2.0, -1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %b = "tosa.const"() <{values = dense<[0.5, 1.5]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x2x1x1xf32>, tensor<1x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x1x2xf32>
  %1 = tosa.avg_pool2d %x, %z, %z {kernel = array<i64: 2, 1>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, acc_type = f32} : (tensor<1x2x1x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x1xf32>
  %2 = tosa.sub %1, %0 : (tensor<1x1x1x1xf32>, tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32>
  %3 = tosa.cast %1 : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xi8>
  check.expect_eq_const(%3, dense<2> : tensor<1x1x1x1xi8>) : tensor<1x1x1x1xi8>
  check.expect_eq_const(%2, dense<[[[[-1.0, 1.0]], [[-3.0, 2.0]]]]> : tensor<1x2x1x2xf32>) : tensor<1x2x1x2xf32>
  check.expect_eq_const(%0, dense<[[[[2.5, 0.5]], [[4.5, -0.5]]]]> : tensor<1x2x1x2xf32>) : tensor<1x2x1x2xf32>
  return
}
""",
}


def add_programs(text_case):
    for name, text in PROGRAMS.items():
        text_case(name, text)
