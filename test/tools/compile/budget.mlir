// What does not fit a budget is compiled with less effort, and --explain says so.

// RUN: python3 %S/../Inputs/try_budgets.py tern-compile %S/../../models/encoder.mlir %t
// RUN: tern-compile %s -o %t.tern --compile-budget=1 --explain 2>&1 | FileCheck %s
// CHECK: executable @{{.*}} compiled in {{.*}} ms; 1 of {{.*}} functions without optimizations, for 1 ms, and still about {{.*}} ms
// RUN: tern-run %t.tern --input=8x8xf32=2 --input=8x8xf32=0.5 --expected_output=8x8xf32=8

// RUN: not tern-compile %s -o %t.tern --compile-budget=0 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: a budget is a number of milliseconds above 0: --compile-budget=0

func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
