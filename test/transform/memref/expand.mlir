// RUN: tern-opt %s --memref-expand --canonicalize | FileCheck %s
// RUN: mlir-opt %s --memref-expand --canonicalize | FileCheck %s

// CHECK-LABEL: @sizes
// CHECK-SAME: %[[M:.*]]: memref<*xf32>, %[[S:.*]]: memref<3xi32>
// CHECK: %[[L:.*]] = memref.load %[[S]][%{{.*}}]
// CHECK: %[[N:.*]] = arith.index_cast %[[L]] : i32 to index
// CHECK: %[[T:.*]] = arith.muli %[[N]], %{{.*}}
// CHECK: memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%{{.*}}, %[[N]], 8], strides: [%[[T]], 8, 1]
func.func @sizes(%m: memref<*xf32>, %s: memref<3xi32>) -> memref<?x?x8xf32> {
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<3xi32>) -> memref<?x?x8xf32>
  return %0 : memref<?x?x8xf32>
}

// CHECK-LABEL: @unranked
// CHECK: memref.reshape
func.func @unranked(%m: memref<*xf32>, %s: memref<?xindex>) -> memref<*xf32> {
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
}
