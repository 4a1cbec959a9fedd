// Folds that upstream leaves alone.
// RUN: tern-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @truncates_half()
// CHECK: %[[C:.*]] = arith.constant 1.000000e+00 : f16
// CHECK: return %[[C]]
func.func @truncates_half() -> f16 {
  %a = arith.constant 1.5 : f16
  %0 = math.trunc %a : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @keeps_exponential_of_half()
// CHECK: math.exp
func.func @keeps_exponential_of_half() -> f16 {
  %a = arith.constant 1.5 : f16
  %0 = math.exp %a : f16
  return %0 : f16
}
