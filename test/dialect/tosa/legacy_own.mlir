// The spelling of 2023-24 prints as today's.
// RUN: tern-opt %s | FileCheck %s

// CHECK-LABEL: @shapes
func.func @shapes(%x: tensor<2x3xf32>) {
  // CHECK: %[[S:.+]] = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>}
  // CHECK: tosa.reshape %arg0, %[[S]] : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
  %0 = "tosa.reshape"(%x) {new_shape = array<i64: 3, 2>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: tosa.slice %arg0, %{{.+}}, %{{.+}} : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>)
  %1 = tosa.slice %x {start = array<i64: 0, 1>, size = array<i64: 2, 1>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  // CHECK: tosa.transpose %arg0 {perms = array<i32: 1, 0>}
  %p = "tosa.const"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %2 = "tosa.transpose"(%x, %p) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  // CHECK: tosa.const_shape {values = dense<[0, 1, 0, 0]> : tensor<4xindex>}
  // CHECK: tosa.pad
  %q = "tosa.const"() {value = dense<[[0, 1], [0, 0]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %3 = "tosa.pad"(%x, %q) : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<3x3xf32>
  // CHECK: tosa.clamp %arg0 {max_val = 5.000000e+00 : f32, min_val = 2.000000e+00 : f32}
  %4 = "tosa.clamp"(%x) {min_int = 2 : i64, max_int = 5 : i64, min_fp = 2.0 : f32, max_fp = 5.0 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: @zero_points
func.func @zero_points(%a: tensor<1x2x2xi8>, %x: tensor<4xi32>) {
  // CHECK: dense<1> : tensor<1xi8>
  // CHECK: dense<2> : tensor<1xi8>
  // CHECK: tosa.matmul %arg0, %arg0, %{{.+}}, %{{.+}} : (tensor<1x2x2xi8>, tensor<1x2x2xi8>, tensor<1xi8>, tensor<1xi8>)
  %0 = tosa.matmul %a, %a {quantization_info = #tosa.matmul_quant<a_zp = 1, b_zp = 2>} : (tensor<1x2x2xi8>, tensor<1x2x2xi8>) -> tensor<1x2x2xi32>
  // CHECK: tosa.rescale %arg1, {{.*}} {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
  %1 = "tosa.rescale"(%x) {double_round = true, input_zp = 1 : i32, multiplier = array<i32: 1073741824>, output_zp = 3 : i32, per_channel = false, scale32 = true, shift = array<i8: 30>} : (tensor<4xi32>) -> tensor<4xi8>
  // CHECK: tosa.mul %{{.+}} : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>)
  %2 = tosa.mul %x, %x {shift = 3 : i8} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: @older
func.func @older(%c: tensor<i1>, %x: tensor<4xf32>) {
  // CHECK: tosa.clamp %arg1 {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32}
  %0 = "tosa.reluN"(%x) {max_int = 6 : i64, max_fp = 6.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: tosa.cond_if %arg0 : tensor<i1> -> tensor<4xf32> {
  %1 = tosa.cond_if %c -> (tensor<4xf32>) {
    tosa.yield %x : tensor<4xf32>
  } else {
    tosa.yield %0 : tensor<4xf32>
  }
  return
}

// So does that of late 2026, with clauses in place of the dictionary.
// CHECK-LABEL: @clauses
func.func @clauses(%x: tensor<2x4x4x1xf32>, %z: tensor<1xf32>, %i: tensor<4xi8>) {
  // CHECK: tosa.reduce_max %arg0 {axis = 1 : i32, nan_mode = IGNORE}
  %0 = tosa.reduce_max %x axis(1) nan_mode<IGNORE> : (tensor<2x4x4x1xf32>) -> tensor<2x1x4x1xf32>
  // CHECK: tosa.transpose %arg0 {perms = array<i32: 0, 2, 1, 3>}
  %1 = tosa.transpose %x perms([0, 2, 1, 3]) : (tensor<2x4x4x1xf32>) -> tensor<2x4x4x1xf32>
  // CHECK: tosa.const_shape {values = dense<[32, 1]> : tensor<2xindex>}
  %2 = tosa.const_shape values(dense<[32, 1]> : tensor<2xindex>) : () -> !tosa.shape<2>
  // CHECK: tosa.avg_pool2d {{.*}} {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
  %3 = tosa.avg_pool2d %x, %z, %z kernel([2, 2]) stride([1, 1]) pad([0, 0, 0, 0]) acc_type(f32) : (tensor<2x4x4x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x3x3x1xf32>
  // CHECK: tosa.cast %arg2 {input_unsigned = true}
  %4 = tosa.cast %i input_unsigned : (tensor<4xi8>) -> tensor<4xi32>
  return
}
