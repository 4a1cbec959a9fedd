// RUN: tern-opt %s --cse --canonicalize --mlir-print-ir-before=cse --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s
// RUN: mlir-opt %s --cse --canonicalize --mlir-print-ir-before=cse --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s
// CHECK: // -----// IR Dump Before CSE (cse) //----- //
// CHECK-NEXT: module {
// CHECK: // -----// IR Dump After CSE (cse) //----- //
// CHECK-NOT: IR Dump Before
// CHECK: // -----// IR Dump After Canonicalizer (canonicalize) //----- //

// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-after-all --mlir-print-ir-module-scope \
// RUN:   --mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-after-all --mlir-print-ir-module-scope \
// RUN:   --mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOPE
// SCOPE: // -----// IR Dump After CSE (cse) ('func.func' operation: @f) //----- //
// SCOPE-NEXT: module {
// SCOPE: // -----// IR Dump After CSE (cse) ('func.func' operation: @g) //----- //

// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize))' --mlir-print-ir-after-all \
// RUN:   --mlir-print-ir-after-change -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGE
// CHANGE: IR Dump After CSE (cse)
// CHANGE-NEXT: @f
// CHANGE-NOT: IR Dump

// RUN: not tern-opt %s --pass-pipeline='builtin.module(cse,func.func(symbol-dce))' --mlir-print-ir-after-failure \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAILURE
// FAILURE-NOT: IR Dump After CSE
// FAILURE: // -----// IR Dump After SymbolDCE Failed (symbol-dce) //----- //

func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
func.func @g() {
  return
}
