// RUN: tern-opt %s --iree-common-input-transformation-pipeline | FileCheck %s
// RUN: tern-opt %s --iree-common-input-transformation-pipeline --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=ORDER

// ORDER: IR Dump After ImportPublicPass
// ORDER: IR Dump After ImportMLProgramPass
// ORDER: IR Dump After SanitizeModuleNamesPass
// ORDER-NOT: IR Dump

// CHECK: module @a_b
// CHECK: util.global private @c = 4 : i32
// CHECK: util.func public @f() -> i32
module @a.b {
  ml_program.global private @c(4 : i32) : i32
  func.func @f() -> i32 {
    %0 = ml_program.global_load_const @c : i32
    return %0 : i32
  }
}
