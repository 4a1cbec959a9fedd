// The dialect of docs/extending.md: its syntax, both ways, and its folds.
// RUN: sat-opt %s > %t.mlir
// RUN: FileCheck %s --check-prefix=OPS < %t.mlir
// RUN: sat-opt %t.mlir | diff %t.mlir -
// RUN: sat-opt %s --canonicalize | FileCheck %s

// OPS-LABEL: func.func @every_op
// OPS: %[[SUM:.*]] = sat.add %arg0, %arg1 {note = "kept"} : i8
// OPS: %[[SMALL:.*]] = sat.clamp %[[SUM]] to [-10, 10] : i8
// OPS: %[[WIDE:.*]] = sat.widen %[[SMALL]] by 8 : i8
// OPS: sat.sum %arg0 + %arg1 + %arg0 : i8
// OPS: return {{.*}} : i8, i16, i8
// CHECK-LABEL: func.func @every_op
// CHECK-COUNT-4: sat.
func.func @every_op(%a: i8, %b: i8) -> (i8, i16, i8) {
  %0 = sat.add %a, %b {note = "kept"} : i8
  %1 = sat.clamp %0 to [-10, 10] : i8
  %2 = sat.widen %1 by 8 : i8
  %3 = sat.sum %a + %b + %a : i8
  return %1, %2, %3 : i8, i16, i8
}

// CHECK-LABEL: func.func @constants
// CHECK-DAG: %[[MOST:.*]] = arith.constant 127 : i8
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -128 : i8
// CHECK-DAG: %[[TEN:.*]] = arith.constant 10 : i8
// CHECK: return %[[MOST]], %[[LEAST]], %[[TEN]]
func.func @constants() -> (i8, i8, i8) {
  %c100 = arith.constant 100 : i8
  %cm100 = arith.constant -100 : i8
  %0 = sat.add %c100, %c100 : i8
  %1 = sat.add %cm100, %cm100 : i8
  %2 = sat.clamp %c100 to [-10, 10] : i8
  return %0, %1, %2 : i8, i8, i8
}

// CHECK-LABEL: func.func @neutral
// CHECK-SAME: (%[[A:.*]]: i8)
// CHECK-NEXT: return %[[A]], %[[A]] : i8, i8
func.func @neutral(%a: i8) -> (i8, i8) {
  %c0 = arith.constant 0 : i8
  %0 = sat.add %c0, %a : i8
  %1 = sat.clamp %a to [-128, 127] : i8
  return %0, %1 : i8, i8
}

// CHECK-LABEL: func.func @nested_clamps
// CHECK-SAME: (%[[A:.*]]: i8)
// CHECK: %[[BOTH:.*]] = sat.clamp %[[A]] to [0, 10] : i8
// CHECK: %[[APART:.*]] = sat.clamp %[[A]] to [50, 50] : i8
// CHECK: return %[[BOTH]], %[[APART]]
func.func @nested_clamps(%a: i8) -> (i8, i8) {
  %0 = sat.clamp %a to [-20, 10] : i8
  %1 = sat.clamp %0 to [0, 20] : i8
  %2 = sat.clamp %0 to [50, 60] : i8
  return %1, %2 : i8, i8
}

// CHECK-LABEL: func.func @short_sums
// CHECK-SAME: (%[[A:.*]]: i8, %[[B:.*]]: i8)
// CHECK: %[[SUM:.*]] = sat.add %[[A]], %[[B]] : i8
// CHECK: return %[[A]], %[[SUM]]
func.func @short_sums(%a: i8, %b: i8) -> (i8, i8) {
  %0 = sat.sum %a : i8
  %1 = sat.sum %a + %b : i8
  return %0, %1 : i8, i8
}

// CHECK-LABEL: func.func @wide
// CHECK: sat.add {{.*}} : i64
func.func @wide(%a: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %0 = sat.add %a, %c0 : i64
  return %0 : i64
}

// OPS-LABEL: func.func @product
// OPS: sat.mma %arg0, %arg1 : vector<2xi8>, vector<4xi8> -> vector<4xi32>
func.func @product(%a: vector<2xi8>, %b: vector<4xi8>) -> vector<4xi32> {
  %0 = sat.mma %a, %b : vector<2xi8>, vector<4xi8> -> vector<4xi32>
  return %0 : vector<4xi32>
}
