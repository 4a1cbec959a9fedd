// RUN: tern-opt %s --math-polynomial-approximation=native-exp2 --canonicalize | FileCheck %s

// exp of f32 is the target's exp2 of a small number, put on an exponent; narrower floats go through f32.

// CHECK-LABEL: func.func @exp
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: arith.maxnumf %[[X]]
// CHECK: %[[LIMITED:.*]] = arith.minnumf
// CHECK: %[[SUM:.*]] = math.fma %[[LIMITED]]
// CHECK: arith.subf %[[SUM]]
// CHECK: math.fma %[[X]]
// CHECK: %[[R:.*]] = math.fma %[[X]]
// CHECK: arith.bitcast %[[SUM]] : f32 to i32
// CHECK: %[[BITS:.*]] = arith.shli
// CHECK: %[[POWER:.*]] = arith.bitcast %[[BITS]] : i32 to f32
// CHECK: %[[E:.*]] = math.exp2 %[[R]] fastmath<afn> {tern.flushes_subnormals} : f32
// CHECK: arith.mulf %[[E]], %[[POWER]]
func.func @exp(%x: f32) -> f32 {
  %r = math.exp %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @exp2
// CHECK-NEXT: math.exp2 %arg0 fastmath<afn> : vector<4xf32>
func.func @exp2(%x: vector<4xf32>) -> vector<4xf32> {
  %r = math.exp2 %x : vector<4xf32>
  return %r : vector<4xf32>
}

// CHECK-LABEL: func.func @narrow
// CHECK: arith.extf %arg0 : f16 to f32
// CHECK: math.exp2
// CHECK: arith.truncf
func.func @narrow(%x: f16) -> f16 {
  %r = math.exp %x : f16
  return %r : f16
}

// Of f64 there is none.

// CHECK-LABEL: func.func @wide
// CHECK-NOT: math.exp
func.func @wide(%x: f64) -> f64 {
  %r = math.exp %x : f64
  return %r : f64
}
