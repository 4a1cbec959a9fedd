// RUN: tern-opt %s --pass-pipeline='builtin.module(buffer-results-to-out-params{add-result-attr hoist-static-allocs hoist-dynamic-allocs modify-public-functions})' --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline='builtin.module(buffer-results-to-out-params{add-result-attr hoist-static-allocs hoist-dynamic-allocs modify-public-functions})' --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @makes(
// CHECK-SAME: %[[N:.*]]: index, %[[S:.*]]: memref<4xf32> {bufferize.result}, %[[D:.*]]: memref<?xf32> {bufferize.result})
// CHECK-NOT: memref.alloc
// CHECK: "test.fill"(%[[S]], %[[D]])
func.func @makes(%n: index) -> (memref<4xf32>, memref<?xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n) : memref<?xf32>
  "test.fill"(%0, %1) : (memref<4xf32>, memref<?xf32>) -> ()
  return %0, %1 : memref<4xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK: %[[B:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK: call @makes(%[[N]], %[[A]], %[[B]])
func.func @calls(%n: index) {
  %0:2 = call @makes(%n) : (index) -> (memref<4xf32>, memref<?xf32>)
  "test.use"(%0#0, %0#1) : (memref<4xf32>, memref<?xf32>) -> ()
  return
}
