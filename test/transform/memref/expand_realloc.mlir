// RUN: tern-opt %s --expand-realloc | FileCheck %s --check-prefixes=CHECK,FREES
// RUN: mlir-opt %s --expand-realloc | FileCheck %s --check-prefixes=CHECK,FREES
// RUN: tern-opt %s --expand-realloc=emit-deallocs=false | FileCheck %s --check-prefixes=CHECK,KEEPS
// RUN: mlir-opt %s --expand-realloc=emit-deallocs=false | FileCheck %s --check-prefixes=CHECK,KEEPS

// CHECK-LABEL: @grows
// CHECK-SAME: %[[M:.*]]: memref<?xf32>, %[[N:.*]]: index
// CHECK: %[[D:.*]] = memref.dim %[[M]], %{{.*}}
// CHECK: %[[C:.*]] = arith.cmpi ult, %[[D]], %[[N]]
// CHECK: %[[R:.*]] = scf.if %[[C]] -> (memref<?xf32>)
// CHECK: %[[A:.*]] = memref.alloc(%[[N]]) {alignment = 16 : i64} : memref<?xf32>
// CHECK: %[[S:.*]] = memref.subview %[[A]][0] [%[[D]]] [1]
// CHECK: memref.copy %[[M]], %[[S]]
// FREES: memref.dealloc %[[M]]
// KEEPS-NOT: memref.dealloc
// CHECK: scf.yield %[[A]]
// CHECK: %[[V:.*]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%[[N]]], strides: [1]
// CHECK: scf.yield %[[V]]
// CHECK: return %[[R]]
func.func @grows(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %m(%n) {alignment = 16} : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK-LABEL: @static
// CHECK-DAG: arith.constant 4 : index
// CHECK-DAG: arith.constant 8 : index
// CHECK: memref.alloc() : memref<8xf32>
func.func @static(%m: memref<4xf32>) -> memref<8xf32> {
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}
