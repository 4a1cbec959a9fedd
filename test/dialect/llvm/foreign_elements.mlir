// Structs and arrays may hold types that are only lowered later; LLVM IR has none of them.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff %t.mlir -
// RUN: FileCheck %s < %t.mlir
// RUN: not tern-translate --mlir-to-llvmir %s 2>&1 | FileCheck %s --check-prefix=IR

// CHECK: llvm.mlir.undef : !llvm.struct<(index, tensor<4xf32>)>
// CHECK: llvm.mlir.undef : !llvm.array<2 x memref<4xf32>>
// IR: foreign_elements.mlir:[[#@LINE+2]]:8: error: 'llvm.mlir.undef' op type 'index' cannot be translated to LLVM IR
llvm.func @holds() {
  %0 = llvm.mlir.undef : !llvm.struct<(index, tensor<4xf32>)>
  %1 = llvm.mlir.undef : !llvm.array<2 x memref<4xf32>>
  llvm.return
}
