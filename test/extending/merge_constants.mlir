// The pass with a pattern of docs/extending.md: its option, its statistic, and where it must not act.
// RUN: sat-opt %s --sat-merge-constants | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: sat-opt %s --sat-merge-constants=single-use=true | FileCheck %s --check-prefixes=CHECK,SINGLE
// RUN: sat-opt %s --sat-merge-constants --mlir-pass-statistics 2>&1 | FileCheck %s --check-prefix=COUNT

// COUNT: (S) 2 num-merged - Number of sums that became one

// CHECK-LABEL: func.func @same_sign
// CHECK-SAME: (%[[A:.*]]: i8)
// CHECK: %[[SEVEN:.*]] = arith.constant 7 : i8
// CHECK: sat.add %[[A]], %[[SEVEN]] : i8
func.func @same_sign(%a: i8) -> i8 {
  %c3 = arith.constant 3 : i8
  %c4 = arith.constant 4 : i8
  %0 = sat.add %a, %c3 : i8
  %1 = sat.add %0, %c4 : i8
  return %1 : i8
}

// Where the inner sum stays, there is nothing to save.
// CHECK-LABEL: func.func @two_uses
// ALL: arith.constant -7 : i8
// SINGLE-NOT: arith.constant -7 : i8
func.func @two_uses(%a: i8) -> (i8, i8) {
  %c3 = arith.constant -3 : i8
  %c4 = arith.constant -4 : i8
  %0 = sat.add %a, %c3 : i8
  %1 = sat.add %0, %c4 : i8
  return %0, %1 : i8, i8
}

// (100 + 100) - 100 is 27, and -100 + (100 + 100) is 100: neither may be merged.
// CHECK-LABEL: func.func @order_matters
// CHECK-COUNT-4: sat.add
func.func @order_matters(%a: i8) -> (i8, i8) {
  %c100 = arith.constant 100 : i8
  %cm100 = arith.constant -100 : i8
  %0 = sat.add %a, %c100 : i8
  %1 = sat.add %0, %cm100 : i8
  %2 = sat.add %a, %c100 : i8
  %3 = sat.add %2, %c100 : i8
  return %1, %3 : i8, i8
}
