// An optional attribute at the end of an op leaves the op's location to it.
// RUN: tern-opt --mlir-print-debuginfo --mlir-print-local-scope %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --mlir-print-debuginfo --mlir-print-local-scope %t.mlir | diff %t.mlir -

llvm.func @f(%id: i32) {
  // CHECK: nvvm.barrier id = %{{.*}} loc("a":1:2)
  nvvm.barrier id = %id loc("a":1:2)
  // CHECK: nvvm.barrier -> i32 loc("a":3:4)
  %all = nvvm.barrier -> i32 loc("a":3:4)
  llvm.return
}
