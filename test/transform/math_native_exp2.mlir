// RUN: tern-opt %s --math-polynomial-approximation=native-exp2 --canonicalize | FileCheck %s

// exp of f32 is made of the target's exp2, of a whole number and of what is left; narrower floats go through f32.

// CHECK-LABEL: func.func @exp
// CHECK: %[[X:.*]] = arith.maximumf %arg0, %{{.*}} : f32
// CHECK: %[[N:.*]] = arith.minnumf
// CHECK: math.fma %[[X]]
// CHECK: %[[R:.*]] = math.fma %[[X]]
// CHECK: math.exp2 %[[R]] fastmath<afn> : f32
// CHECK: math.exp2 %[[N]] fastmath<afn> : f32
// CHECK: arith.mulf
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
