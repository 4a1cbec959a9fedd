// Passes that fail, and IR that is wrong after a pass: how it is printed.
// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(test-pass-failure{gen-diagnostics}))' --verify-diagnostics=only-expected
// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(test-pass-failure))' 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: tern-opt %s --pass-pipeline='builtin.module(any(test-interface-pass))' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tern-opt %s --pass-pipeline='builtin.module(any(test-interface-pass))' --mlir-diagnostic-verbosity-level=warnings 2>&1 | FileCheck %s --check-prefix=LESS

// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(test-pass-create-invalid-ir))' --mlir-print-ir-after-failure 2>&1 | FileCheck %s --check-prefix=GENERIC
// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(test-pass-create-invalid-ir{signal-pass-failure=true}))' --mlir-print-ir-after-failure 2>&1 | FileCheck %s --check-prefix=GENERIC
// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(test-pass-create-invalid-ir))' --mlir-print-ir-after-failure --mlir-print-assume-verified 2>&1 | FileCheck %s --check-prefix=CUSTOM
// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(test-pass-create-invalid-ir{emit-invalid-ir=false signal-pass-failure=true}))' --mlir-print-ir-after-failure 2>&1 | FileCheck %s --check-prefix=CUSTOM
// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(test-pass-create-invalid-ir{emit-invalid-ir=false}))' | FileCheck %s --check-prefix=UNCHANGED

// SILENT: pass 'test-pass-failure' failed without saying why
// REMARK: remark: Executing interface pass on operation
// REMARK-NOT: remark:
// LESS-NOT: remark:
// LESS: func.func @f()
// GENERIC: IR Dump After TestInvalidIRPass Failed
// GENERIC: "func.func"
// GENERIC: "test.any_attr_of_i32_str"
// CUSTOM: IR Dump After TestInvalidIRPass Failed
// CUSTOM: func.func @f()
// UNCHANGED: func.func @f() {
// UNCHANGED-NEXT: return

// expected-error @below {{illegal operation}}
func.func @f() {
  return
}
module @not_a_function {}
