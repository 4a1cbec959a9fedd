// RUN: tern-opt %s --iree-stablehlo-legalize-chlo | FileCheck %s
// RUN: tern-opt %s --chlo-legalize-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @broadcasts
// CHECK-SAME: %[[A:[^:]*]]: tensor<4xf32>, %[[B:[^:]*]]: tensor<2x4xf32>
// CHECK: %[[W:.*]] = stablehlo.broadcast_in_dim %[[A]], dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
// CHECK: stablehlo.add %[[W]], %[[B]] : tensor<2x4xf32>
func.func @broadcasts(%a: tensor<4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @broadcasts_as_told
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
func.func @broadcasts_as_told(%a: tensor<2xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = chlo.broadcast_subtract %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Of two unknown sizes one may be 1.

// CHECK-LABEL: func.func @broadcasts_unknown
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %[[N:.*]], %{{.*}} : index
// CHECK: %[[SIZE:.*]] = arith.select %[[ONE]], %{{.*}}, %[[N]] : index
// CHECK: %[[SHAPE:.*]] = tensor.from_elements %[[SIZE]] : tensor<1xindex>
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[SHAPE]], dims = [0]
// CHECK: stablehlo.multiply
func.func @broadcasts_unknown(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// An op of chlo behind the broadcasts is expanded in turn.

// CHECK-LABEL: func.func @broadcast_function
// CHECK: %[[X:.*]] = stablehlo.broadcast_in_dim
// CHECK: %[[E:.*]] = stablehlo.negate %[[X]]
// CHECK: stablehlo.power %{{.*}}, %[[E]]
// CHECK-NOT: chlo
func.func @broadcast_function(%a: tensor<f32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.broadcast_zeta %a, %b : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_others
// CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x4xi1>, tensor<2x4xf32>
// CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<2x4xcomplex<f32>>
func.func @broadcast_others(%a: tensor<4xf32>, %b: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xcomplex<f32>>) {
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %1 = chlo.broadcast_select %0, %a, %b : (tensor<2x4xi1>, tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = chlo.broadcast_complex %a, %b : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xcomplex<f32>>
  return %1, %2 : tensor<2x4xf32>, tensor<2x4xcomplex<f32>>
}

// Narrow floats go through f32; numbers take the shape of the operand.

// CHECK-LABEL: func.func @narrow
// CHECK-SAME: %[[X:.*]]: tensor<?xbf16>
// CHECK: %[[W:.*]] = stablehlo.convert %[[X]] : (tensor<?xbf16>) -> tensor<?xf32>
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[SHAPE:.*]] = tensor.from_elements
// CHECK: %[[ONES:.*]] = stablehlo.dynamic_broadcast_in_dim %[[ONE]], %[[SHAPE]], dims = []
// CHECK: %[[R:.*]] = stablehlo.atan2 %[[W]], %[[ONES]] : tensor<?xf32>
// CHECK: stablehlo.convert %[[R]] : (tensor<?xf32>) -> tensor<?xbf16>
func.func @narrow(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = chlo.atan %x : tensor<?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// CHECK-LABEL: func.func @complex_function
// CHECK-SAME: %[[Z:.*]]: tensor<4xcomplex<f64>>
// CHECK: stablehlo.real %[[Z]]
// CHECK: stablehlo.imag %[[Z]]
// CHECK: stablehlo.atan2
// CHECK: stablehlo.complex
// CHECK-NOT: chlo
func.func @complex_function(%z: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = chlo.asin %z : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// CHECK-LABEL: func.func @next_after
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4xf8E5M2>) -> tensor<4xi8>
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4xi8>) -> tensor<4xf8E5M2>
func.func @next_after(%x: tensor<4xf8E5M2>, %y: tensor<4xf8E5M2>) -> tensor<4xf8E5M2> {
  %0 = chlo.next_after %x, %y : tensor<4xf8E5M2>, tensor<4xf8E5M2> -> tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}

// CHECK-LABEL: func.func @all_functions
// CHECK-NOT: chlo
func.func @all_functions(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.acosh %0 : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.asin %1 : tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.asinh %2 : tensor<4xf32> -> tensor<4xf32>
  %4 = chlo.atanh %3 : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.bessel_i1e %4 : tensor<4xf32> -> tensor<4xf32>
  %6 = chlo.cosh %5 : tensor<4xf32> -> tensor<4xf32>
  %7 = chlo.digamma %6 : tensor<4xf32> -> tensor<4xf32>
  %8 = chlo.erf %7 : tensor<4xf32> -> tensor<4xf32>
  %9 = chlo.erf_inv %8 : tensor<4xf32> -> tensor<4xf32>
  %10 = chlo.erfc %9 : tensor<4xf32> -> tensor<4xf32>
  %11 = chlo.lgamma %10 : tensor<4xf32> -> tensor<4xf32>
  %12 = chlo.polygamma %11, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %13 = chlo.sinh %12 : tensor<4xf32> -> tensor<4xf32>
  return %13 : tensor<4xf32>
}

// CHECK-LABEL: func.func @compositions
// CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK: stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK: %[[A:.*]] = stablehlo.abs
// CHECK: %[[INF:.*]] = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
// CHECK: stablehlo.compare EQ, %[[A]], %[[INF]]
// CHECK: stablehlo.multiply %[[X:.*]], %[[X]]
// CHECK: stablehlo.tan
// CHECK: stablehlo.negate
// CHECK: stablehlo.complex
func.func @compositions(%x: tensor<4xf32>, %z: tensor<4xcomplex<f32>>) -> (tensor<2xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>) {
  %0 = chlo.constant dense<1.0> : tensor<2xf32>
  %1 = "chlo.constant_like"(%x) <{value = 2.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  %3 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  %4 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.conj %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5 : tensor<2xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func.func @upper_halves
// CHECK: stablehlo.convert %{{.*}} : (tensor<3xi8>) -> tensor<3xi16>
// CHECK: stablehlo.multiply %{{.*}} : tensor<3xi16>
// CHECK: stablehlo.shift_right_arithmetic
// CHECK: stablehlo.convert %{{.*}} : (tensor<3xi16>) -> tensor<3xi8>
// CHECK: stablehlo.convert %{{.*}} : (tensor<3xui32>) -> tensor<3xui64>
// CHECK: stablehlo.shift_right_logical %{{.*}} : tensor<3xui64>
// CHECK-COUNT-4: stablehlo.multiply %{{.*}} : tensor<3xi64>
// CHECK-COUNT-2: stablehlo.compare LT
func.func @upper_halves(%a: tensor<3xi8>, %b: tensor<3xui32>, %c: tensor<3xi64>) -> (tensor<3xi8>, tensor<3xui32>, tensor<3xi64>) {
  %0 = chlo.mulhi %a, %a : tensor<3xi8>, tensor<3xi8> -> tensor<3xi8>
  %1 = chlo.mulhi %b, %b : tensor<3xui32>, tensor<3xui32> -> tensor<3xui32>
  %2 = chlo.mulhi %c, %c : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
  return %0, %1, %2 : tensor<3xi8>, tensor<3xui32>, tensor<3xi64>
}

// Each row times each group's matrix; the own group's is kept.

// CHECK-LABEL: func.func @ragged_rows
// CHECK: %[[ALL:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [1] : (tensor<11x5xf32>, tensor<3x5x7xf32>) -> tensor<11x3x7xf32>
// CHECK: %[[OWN:.*]] = stablehlo.select %{{.*}}, %[[ALL]], %{{.*}} : tensor<11x3x7xi1>
// CHECK: stablehlo.reduce(%[[OWN]] init: %{{.*}}) applies stablehlo.add across dimensions = [1]
func.func @ragged_rows(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi32>) -> tensor<11x7xf32> {
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return %0 : tensor<11x7xf32>
}

// CHECK-LABEL: func.func @ragged_sum
// CHECK-COUNT-2: stablehlo.select
// CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x11xf32>, tensor<3x11x7xf32>) -> tensor<3x4x7xf32>
func.func @ragged_sum(%a: tensor<4x11xf32>, %b: tensor<11x7xf32>, %n: tensor<3xi32>) -> tensor<3x4x7xf32> {
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>} : (tensor<4x11xf32>, tensor<11x7xf32>, tensor<3xi32>) -> tensor<3x4x7xf32>
  return %0 : tensor<3x4x7xf32>
}

// CHECK-LABEL: func.func @ragged_batch
// CHECK-NEXT: stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1]
func.func @ragged_batch(%a: tensor<6x4x5xf32>, %b: tensor<6x5x7xf32>, %n: tensor<3xi32>) -> tensor<6x4x7xf32> {
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>} : (tensor<6x4x5xf32>, tensor<6x5x7xf32>, tensor<3xi32>) -> tensor<6x4x7xf32>
  return %0 : tensor<6x4x7xf32>
}

// CHECK-LABEL: func.func @scans_backwards
// CHECK: stablehlo.while
// CHECK: stablehlo.compare LT
// CHECK: do {
// CHECK: %[[AT:.*]] = stablehlo.subtract
// CHECK: stablehlo.dynamic_slice %arg0, %{{.*}}, %[[AT]], sizes = [2, 1]
// CHECK: stablehlo.reshape %{{.*}} : (tensor<2x1xf32>) -> tensor<2xf32>
// CHECK: stablehlo.maximum
// CHECK: stablehlo.dynamic_update_slice
func.func @scans_backwards(%a: tensor<2x3xf32>, %z: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>) {
  %0:2 = chlo.scan(%a) inits(%z) dimension=1 attributes {is_reverse = true} {
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    %1 = stablehlo.maximum %x, %y : tensor<2xf32>
    stablehlo.return %1, %1 : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2xf32>
}

// One division, where f32 takes three.
// CHECK-LABEL: func.func @narrow_erfc
// CHECK: stablehlo.convert %{{.*}} : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK: stablehlo.divide
// CHECK-NOT: stablehlo.divide
// CHECK: stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK-LABEL: func.func @single_erfc
// CHECK-COUNT-2: stablehlo.divide
func.func @narrow_erfc(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = chlo.erfc %x : tensor<4xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}
func.func @single_erfc(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
