// The conversion of docs/extending.md.
// RUN: sat-opt %s --split-input-file --verify-diagnostics --convert-sat-to-arith | FileCheck %s
// RUN: sat-opt %s --split-input-file --verify-diagnostics --convert-sat-to-arith | mlir-opt --split-input-file -o %t.mlir

// CHECK-LABEL: func.func @add
// CHECK-SAME: (%[[A:.*]]: i8, %[[B:.*]]: i8)
// CHECK: %[[LHS:.*]] = arith.extsi %[[A]] : i8 to i9
// CHECK: %[[RHS:.*]] = arith.extsi %[[B]] : i8 to i9
// CHECK: %[[SUM:.*]] = arith.addi %[[LHS]], %[[RHS]] : i9
// CHECK: %[[LOW:.*]] = arith.constant -128 : i9
// CHECK: %[[ABOVE:.*]] = arith.maxsi %[[SUM]], %[[LOW]] : i9
// CHECK: %[[HIGH:.*]] = arith.constant 127 : i9
// CHECK: %[[INSIDE:.*]] = arith.minsi %[[ABOVE]], %[[HIGH]] : i9
// CHECK: %[[RESULT:.*]] = arith.trunci %[[INSIDE]] : i9 to i8
// CHECK: return %[[RESULT]]
func.func @add(%a: i8, %b: i8) -> i8 {
  %0 = sat.add %a, %b : i8
  return %0 : i8
}

// What a pattern makes is converted in turn.
// CHECK-LABEL: func.func @others
// CHECK-NOT: sat.
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: arith.extsi {{.*}} : i8 to i16
// CHECK-COUNT-2: arith.addi
// CHECK: return
func.func @others(%a: i8, %b: i8) -> (i16, i8) {
  %0 = sat.clamp %a to [-10, 10] : i8
  %1 = sat.widen %0 by 8 : i8
  %2 = sat.sum %a + %b + %a : i8
  return %1, %2 : i16, i8
}

// -----

func.func @too_wide(%a: i64) -> i64 {
  // expected-error @below {{failed to legalize operation 'sat.add' that was explicitly marked illegal}}
  %0 = sat.add %a, %a : i64
  return %0 : i64
}
