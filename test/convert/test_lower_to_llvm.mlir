// RUN: tern-opt %s --test-lower-to-llvm | FileCheck %s
// RUN: tern-opt %s --pass-pipeline='builtin.module(test-lower-to-llvm{reassociate-fp-reductions=true})' | FileCheck %s

// CHECK-LABEL: llvm.func @product
// CHECK-NOT: linalg
// CHECK-NOT: builtin.unrealized_conversion_cast
// CHECK: llvm.cond_br
// CHECK: llvm.fmul
// CHECK: llvm.return
func.func @product(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %c: memref<4x2xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
  return
}
