// The location of a constant operation, and of what is in it, is that of the op that it names.
// RUN: tern-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: mlir-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: tern-opt %s --mlir-print-op-generic --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=GENERIC
// RUN: mlir-opt %s --mlir-print-op-generic --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=GENERIC

// CHECK: wraps "spirv.IAdd"({{.*}}) {test.a} : (i32, i32) -> i32 loc("{{.*}}locations.mlir":17:42)
// CHECK: wraps "spirv.ISub"({{.*}}) : (i32, i32) -> i32 loc("given")
// GENERIC: "spirv.SpecConstantOperation"() ({
// GENERIC-NEXT: "spirv.IAdd"({{.*}}) {test.a} : (i32, i32) -> i32 loc("{{.*}}locations.mlir":17:42)
// GENERIC-NEXT: "spirv.mlir.yield"({{.*}}) : (i32) -> () loc("{{.*}}locations.mlir":17:42)
// GENERIC-NEXT: }) : () -> i32 loc("{{.*}}locations.mlir":17:42)
// GENERIC: "spirv.ISub"({{.*}}) : (i32, i32) -> i32 loc("given")
// GENERIC-NEXT: "spirv.mlir.yield"({{.*}}) : (i32) -> () loc("given")
spirv.func @f() -> i32 "None" {
  %0 = spirv.Constant 1 : i32
  %1 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%0, %0) {test.a} : (i32, i32) -> i32
  %2 = spirv.SpecConstantOperation wraps "spirv.ISub"(%1, %0) : (i32, i32) -> i32 loc("given")
  spirv.ReturnValue %2 : i32
}
