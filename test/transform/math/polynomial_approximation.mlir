// Transcendental functions become arithmetic. What comes out is checked for its numbers in test/e2e/math_expansions.py.
//
// RUN: tern-opt --math-polynomial-approximation %s | FileCheck %s
// RUN: tern-opt --math-polynomial-approximation %s | mlir-opt -o /dev/null

// The exponent goes into the bits of two powers of two, so that results below the normal numbers are right.
// CHECK-LABEL: func.func @expands_exp(
// CHECK-NOT: math.exp
// CHECK: %[[N:.*]] = arith.bitcast {{.*}} : f32 to i32
// CHECK: arith.mulf {{.*}} fastmath<contract> : f32
// CHECK: %[[HALF:.*]] = arith.andi {{.*}}, %c-8388608_i32
// CHECK: %[[REST:.*]] = arith.subi {{.*}}, %[[HALF]]
// CHECK: arith.bitcast {{.*}} : i32 to f32
// CHECK: arith.bitcast {{.*}} : i32 to f32
func.func @expands_exp(%x: f32) -> f32 {
  %r = math.exp %x : f32
  return %r : f32
}

// Of what is not positive it comes from the low bits of a sum, and what is below the normal numbers is 0.
// CHECK-LABEL: func.func @expands_exp_of_not_positive(
// CHECK-SAME: %[[X:.*]]: f32)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NOT: arith.andi
// CHECK: %[[POWER:.*]] = arith.bitcast {{.*}} : i32 to f32
// CHECK-DAG: %[[IS_LESS:.*]] = arith.cmpf olt, %[[X]], %{{.*}} : f32
// CHECK-DAG: %[[R:.*]] = arith.mulf {{.*}}, %[[POWER]] : f32
// CHECK: arith.select %[[IS_LESS]], %[[ZERO]], %[[R]] : f32
func.func @expands_exp_of_not_positive(%x: f32) -> f32 {
  %r = math.exp %x {tern.not_positive} : f32
  return %r : f32
}

// CHECK-LABEL: func.func @expands_vectors(
// CHECK-NOT: math.log
// CHECK: arith.bitcast {{.*}} : vector<4xf32> to vector<4xi32>
func.func @expands_vectors(%x: vector<4xf32>) -> vector<4xf32> {
  %r = math.log %x : vector<4xf32>
  return %r : vector<4xf32>
}

// CHECK-LABEL: func.func @computes_narrow_in_f32(
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK-NOT: math.tanh
// CHECK: arith.truncf {{.*}} : f32 to f16
func.func @computes_narrow_in_f32(%x: f16) -> f16 {
  %r = math.tanh %x : f16
  return %r : f16
}

// Large angles need the bits of 2/pi.
// CHECK-LABEL: func.func @reduces_large_angles(
// CHECK: arith.mului_extended {{.*}} : i64
// CHECK-NOT: math.sin
func.func @reduces_large_angles(%x: f64) -> f64 {
  %r = math.sin %x : f64
  return %r : f64
}

// CHECK-LABEL: func.func @splits_sincos(
// CHECK-NOT: math.sincos
// CHECK: return %{{.*}}, %{{.*}} : f32, f32
func.func @splits_sincos(%x: f32) -> (f32, f32) {
  %s, %c = math.sincos %x : f32
  return %s, %c : f32, f32
}

// CHECK-LABEL: func.func @keeps_what_may_be_approximate(
// CHECK: math.exp %{{.*}} fastmath<afn> : f32
// CHECK-NOT: math.erf
func.func @keeps_what_may_be_approximate(%x: f32) -> (f32, f32) {
  %r = math.exp %x fastmath<afn> : f32
  %e = math.erf %x fastmath<afn> : f32
  return %r, %e : f32, f32
}

// CHECK-LABEL: func.func @keeps_exact_functions(
// CHECK: math.sqrt
// CHECK: math.floor
func.func @keeps_exact_functions(%x: f32) -> f32 {
  %r = math.sqrt %x : f32
  %s = math.floor %r : f32
  return %s : f32
}
