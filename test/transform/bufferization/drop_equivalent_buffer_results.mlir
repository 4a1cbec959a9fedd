// RUN: tern-opt %s --drop-equivalent-buffer-results | FileCheck %s
// RUN: mlir-opt %s --drop-equivalent-buffer-results | FileCheck %s

// CHECK-LABEL: func.func private @passes(
// CHECK-SAME: %[[M:.*]]: memref<4xf32>, %{{.*}}: memref<?xf32>) -> memref<?xf32> {
// CHECK: return %{{.*}} : memref<?xf32>
func.func private @passes(%m: memref<4xf32>, %n: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.alloc(%c4) : memref<?xf32>
  return %0, %1 : memref<?xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<?xf32>
// CHECK: %[[R:.*]] = call @passes(%[[A]], %[[B]]) : (memref<4xf32>, memref<?xf32>) -> memref<?xf32>
// CHECK: %[[C:.*]] = memref.cast %[[A]] : memref<4xf32> to memref<?xf32>
// CHECK: return %[[C]], %[[R]]
func.func @calls(%a: memref<4xf32>, %b: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  %0:2 = call @passes(%a, %b) : (memref<4xf32>, memref<?xf32>) -> (memref<?xf32>, memref<?xf32>)
  return %0#0, %0#1 : memref<?xf32>, memref<?xf32>
}
