// RUN: tern-opt --canonicalize --split-input-file --allow-unregistered-dialect %s | FileCheck %s

// CHECK-LABEL: @constant_size
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[T:.*]] = bufferization.alloc_tensor(%[[N]]) : tensor<?x5xf32>
// CHECK: tensor.cast %[[T]] : tensor<?x5xf32> to tensor<?x?xf32>
func.func @constant_size(%n: index) -> tensor<?x?xf32> {
  %c5 = arith.constant 5 : index
  %0 = bufferization.alloc_tensor(%n, %c5) : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @sizes
// CHECK-SAME: %[[N:.*]]: index, %[[T:.*]]: tensor<?xf32>, %[[M:.*]]: memref<?xf32>
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[T]], %{{.*}}
// CHECK-DAG: %[[E:.*]] = memref.dim %[[M]], %{{.*}}
// CHECK: return %[[N]], %[[D]], %[[E]], %[[D]]
func.func @sizes(%n: index, %t: tensor<?xf32>, %m: memref<?xf32>) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %a = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %b = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  %c = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %d = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %0 = tensor.dim %a, %c0 : tensor<?xf32>
  %1 = tensor.dim %b, %c0 : tensor<?xf32>
  %2 = tensor.dim %c, %c0 : tensor<?xf32>
  %3 = memref.dim %d, %c0 : memref<?xf32>
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

// CHECK-LABEL: @load
// CHECK-SAME: %[[T:.*]]: tensor<?xf32>, %[[I:.*]]: index
// CHECK: tensor.extract %[[T]][%[[I]]]
func.func @load(%t: tensor<?xf32>, %i: index) -> f32 {
  %m = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %0 = memref.load %m[%i] : memref<?xf32>
  return %0 : f32
}

// -----

// A buffer may have been written in between: only neighbours cancel.
// CHECK-LABEL: @there_and_back
// CHECK-SAME: %[[T:.*]]: tensor<4xf32>, %[[M:.*]]: memref<4xf32>
// CHECK: %[[B:.*]] = bufferization.to_buffer %[[T]]
// CHECK: "test.use"
// CHECK: %[[R:.*]] = bufferization.to_tensor %[[B]]
// CHECK: return %[[T]], %[[R]], %[[M]]
func.func @there_and_back(%t: tensor<4xf32>, %m: memref<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, memref<4xf32>) {
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %1 = bufferization.to_tensor %0 : memref<4xf32> to tensor<4xf32>
  %2 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  "test.use"(%2) : (memref<4xf32>) -> ()
  %3 = bufferization.to_tensor %2 : memref<4xf32> to tensor<4xf32>
  %4 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %5 = bufferization.to_buffer %4 : tensor<4xf32> to memref<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf32>, memref<4xf32>
}

// -----

// What a cast cannot promise is copied.
// CHECK-LABEL: @other_layout
// CHECK-SAME: %[[M:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[N:.*]]: memref<?xf32>
// CHECK: %[[D:.*]] = memref.dim %[[M]]
// CHECK: %[[C:.*]] = memref.alloc(%[[D]]) : memref<?xf32>
// CHECK: memref.copy %[[M]], %[[C]]
// CHECK: %[[S:.*]] = memref.cast %[[N]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK: return %[[C]], %[[S]]
func.func @other_layout(%m: memref<?xf32, strided<[?], offset: ?>>, %n: memref<?xf32>)
    -> (memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>) {
  %0 = bufferization.to_tensor %m : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
  %1 = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32>
  %2 = bufferization.to_tensor %n : memref<?xf32> to tensor<?xf32>
  %3 = bufferization.to_buffer %2 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %1, %3 : memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>
}

// -----

// CHECK-LABEL: @cast_tensor
// CHECK-SAME: %[[T:.*]]: tensor<4xf32>
// CHECK: %[[B:.*]] = bufferization.to_buffer %[[T]] read_only : tensor<4xf32> to memref<4xf32, 3>
// CHECK: memref.cast %[[B]] : memref<4xf32, 3> to memref<?xf32, 3>
func.func @cast_tensor(%t: tensor<4xf32>) -> memref<?xf32, 3> {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = bufferization.to_buffer %0 read_only : tensor<?xf32> to memref<?xf32, 3>
  return %1 : memref<?xf32, 3>
}

// -----

// CHECK-LABEL: @clone
// CHECK: %[[A:.*]] = memref.alloc
// CHECK-NOT: bufferization.clone
// CHECK-NOT: memref.dealloc
// CHECK: %[[C:.*]] = memref.cast %[[A]]
// CHECK: return %[[C]]
func.func @clone() -> memref<?xf32> {
  %0 = memref.alloc() : memref<4xf32>
  "test.use"(%0) : (memref<4xf32>) -> ()
  %1 = bufferization.clone %0 : memref<4xf32> to memref<?xf32>
  memref.dealloc %0 : memref<4xf32>
  return %1 : memref<?xf32>
}

// -----

// Both live on: two buffers are needed.
// CHECK-LABEL: @clone_kept
// CHECK: bufferization.clone
func.func @clone_kept(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

// CHECK-LABEL: @clone_reallocated
// CHECK: bufferization.clone
// CHECK: memref.realloc
func.func @clone_reallocated(%m: memref<4xf32>) -> memref<8xf32> {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  %1 = memref.realloc %0 : memref<4xf32> to memref<8xf32>
  return %1 : memref<8xf32>
}

// -----

// CHECK-LABEL: @dealloc
// CHECK-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[D:.*]]: i1
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK: %[[E:.*]] = arith.ori %[[C]], %[[D]]
// CHECK: %[[R:.*]] = bufferization.dealloc (%[[A]] : memref<4xf32>) if (%[[E]]) retain (%[[B]] : memref<8xf32>)
// CHECK: return %[[R]], %[[R]], %[[F]]
func.func @dealloc(%a: memref<4xf32>, %b: memref<8xf32>, %c: i1, %d: i1) -> (i1, i1, i1) {
  %false = arith.constant false
  %0:2 = bufferization.dealloc (%a, %b, %a : memref<4xf32>, memref<8xf32>, memref<4xf32>) if (%c, %false, %d)
      retain (%b, %b : memref<8xf32>, memref<8xf32>)
  %1 = bufferization.dealloc retain (%b : memref<8xf32>)
  return %0#0, %0#1, %1 : i1, i1, i1
}

// -----

// CHECK-LABEL: @dealloc_allocation
// CHECK: %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NOT: memref.alloc
// CHECK: bufferization.dealloc (%[[A]] : memref<4xf32>)
func.func @dealloc_allocation(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<8xf32>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %a : memref<4xf32> -> memref<f32>, index, index, index
  "test.use"(%a) : (memref<4xf32>) -> ()
  bufferization.dealloc (%base, %b : memref<f32>, memref<8xf32>) if (%c, %c)
  return
}
