// RUN: tern-opt %s --linalg-tile-and-fuse=tile-sizes=8,8,4 --linalg-promote-subviews=force=true --cse --split-input-file \
// RUN:   | FileCheck %s
// RUN: tern-opt %s --linalg-tile-and-fuse=tile-sizes=8,8,4 --linalg-promote-subviews=force=true --cse --split-input-file \
// RUN:   --mlir-print-op-generic | mlir-opt --allow-unregistered-dialect --split-input-file | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --linalg-tile-and-fuse=tile-sizes=8,8,4 '--linalg-promote-subviews=force=true buffers=2 padding=2' --cse \
// RUN:   --split-input-file | FileCheck %s --check-prefix=TWO
// RUN: tern-opt %s --linalg-tile-and-fuse=tile-sizes=8,8,4 --linalg-promote-subviews --split-input-file \
// RUN:   | FileCheck %s --check-prefix=UNASKED

// UNASKED-NOT: memref.alloc

// Snippet 8: both inputs, not the output; a barrier before and one after the product.

// CHECK-LABEL: func.func @divides(
// CHECK: scf.for
// CHECK-NEXT: %[[A:.*]] = memref.subview %arg0
// CHECK-NEXT: %[[B:.*]] = memref.subview %arg1
// CHECK-NEXT: %[[C:.*]] = memref.subview %arg2
// CHECK-NEXT: %[[A_TILE:.*]] = memref.alloc() : memref<8x4xf32, 3>
// CHECK-NEXT: %[[B_TILE:.*]] = memref.alloc() : memref<4x8xf32, 3>
// CHECK-NEXT: linalg.copy {__internal_linalg_transform__ = "workgroup"} ins(%[[A]] : {{.*}}) outs(%[[A_TILE]] : memref<8x4xf32, 3>)
// CHECK-NEXT: linalg.copy {__internal_linalg_transform__ = "workgroup"} ins(%[[B]] : {{.*}}) outs(%[[B_TILE]] : memref<4x8xf32, 3>)
// CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
// CHECK-NEXT: linalg.matmul {__internal_linalg_transform__ = "workgroup"{{.*}}} ins(%[[A_TILE]], %[[B_TILE]] : {{.*}}) outs(%[[C]] :
// CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
// CHECK-NEXT: memref.dealloc %[[A_TILE]] : memref<8x4xf32, 3>
// CHECK-NEXT: memref.dealloc %[[B_TILE]] : memref<4x8xf32, 3>
// CHECK-NEXT: }

// UPSTREAM-LABEL: func.func @divides(
// UPSTREAM: spirv.ControlBarrier

// Two tiles in each allocation, one barrier per iteration: the next copy goes to the tile that was used last.

// TWO-LABEL: func.func @divides(
// TWO: scf.parallel
// TWO: %[[A2:.*]] = memref.alloc() : memref<16x6xf32, 3>
// TWO: %[[B2:.*]] = memref.alloc() : memref<8x10xf32, 3>
// TWO: memref.subview %arg0[%{{.*}}, %c0] [8, 4] [1, 1]
// TWO: %[[A_FIRST:.*]] = memref.subview %[[A2]][0, 0] [8, 4] [1, 1]
// TWO: linalg.copy {{.*}} outs(%[[A_FIRST]] :
// TWO: linalg.copy
// TWO: scf.for %[[K:.*]] = %c0 to %c32 step %c4 {
// TWO-NOT: ControlBarrier
// TWO: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
// TWO: %[[TURN:.*]] = arith.divui %[[K]], %c4
// TWO: %[[WHICH:.*]] = arith.remui %[[TURN]], %c2
// TWO: %[[NEXT:.*]] = arith.addi %[[K]], %c4
// TWO: %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %c32
// TWO: scf.if %[[MORE]] {
// TWO: %[[OTHER:.*]] = arith.subi %c1, %[[WHICH]]
// TWO: memref.subview %arg0[%{{.*}}, %[[NEXT]]] [8, 4] [1, 1]
// TWO: linalg.copy
// TWO: linalg.copy
// TWO: }
// TWO: linalg.matmul{{.*}}
// TWO-NEXT: }
// TWO-NEXT: spirv.ControlBarrier
// TWO-NEXT: memref.dealloc %[[A2]]
// TWO-NEXT: memref.dealloc %[[B2]]
func.func @divides(%a: memref<96x32xf32>, %b: memref<32x96xf32>, %c: memref<96x96xf32>) {
  linalg.matmul ins(%a, %b : memref<96x32xf32>, memref<32x96xf32>) outs(%c : memref<96x96xf32>)
  return
}

// -----

// Allocations have the size of a full tile; a cut tile uses a corner. Nothing is copied before a loop that may not run.

// CHECK-LABEL: func.func @cuts(
// CHECK: %[[ROWS:.*]] = arith.minsi %c8,
// CHECK: %[[COLUMNS:.*]] = arith.minsi %c8,
// CHECK: %[[DEPTH:.*]] = arith.minsi %c4,
// CHECK: %[[A_TILE:.*]] = memref.alloc() : memref<8x4xf32, 3>
// CHECK: %[[A:.*]] = memref.subview %[[A_TILE]][0, 0] [%[[ROWS]], %[[DEPTH]]] [1, 1]
// CHECK: %[[B_TILE:.*]] = memref.alloc() : memref<4x8xf32, 3>
// CHECK: %[[B:.*]] = memref.subview %[[B_TILE]][0, 0] [%[[DEPTH]], %[[COLUMNS]]] [1, 1]
// CHECK: linalg.copy {{.*}} outs(%[[A]] :
// CHECK: linalg.copy {{.*}} outs(%[[B]] :
// CHECK: linalg.matmul {{.*}} ins(%[[A]], %[[B]] :

// TWO-LABEL: func.func @cuts(
// TWO: %[[RUNS:.*]] = arith.cmpi slt, %c0, %{{.*}} : index
// TWO: scf.if %[[RUNS]] {
// TWO: linalg.copy
// TWO: linalg.copy
// TWO: }
// TWO: scf.for
func.func @cuts(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

// A contraction that was tiled by hand, bounds as selects: as the snippets have it.

// CHECK-LABEL: func.func @by_hand(
// CHECK: memref.alloc() : memref<8x4xf32, 3>
// CHECK: memref.alloc() : memref<4x8xf32, 3>
func.func @by_hand(%a: memref<32x24xf32>, %b: memref<24x8xf32>, %c: memref<32x8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%i) = (%c0) to (%c32) step (%c8) {
    scf.for %k = %c0 to %c24 step %c4 {
      %left = arith.subi %c32, %i : index
      %fits = arith.cmpi sge, %left, %c8 : index
      %m = arith.select %fits, %c8, %left : index
      %ta = memref.subview %a[%i, %k] [%m, 4] [1, 1] : memref<32x24xf32> to memref<?x4xf32, strided<[24, 1], offset: ?>>
      %tb = memref.subview %b[%k, 0] [4, 8] [1, 1] : memref<24x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
      %tc = memref.subview %c[%i, 0] [%m, 8] [1, 1] : memref<32x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
      linalg.matmul {__internal_linalg_transform__ = "workgroup"}
          ins(%ta, %tb : memref<?x4xf32, strided<[24, 1], offset: ?>>, memref<4x8xf32, strided<[8, 1], offset: ?>>)
          outs(%tc : memref<?x8xf32, strided<[8, 1], offset: ?>>)
    }
  }
  return
}
