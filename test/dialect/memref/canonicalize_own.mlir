// RUN: tern-opt --canonicalize --split-input-file --allow-unregistered-dialect %s | FileCheck %s
// RUN: mlir-opt --canonicalize --split-input-file --allow-unregistered-dialect %s | FileCheck %s

// CHECK-LABEL: @composed_reshapes
// CHECK-SAME: %[[M:.*]]: memref<4x?xf32>, %[[N:.*]]: index
// CHECK: %[[C8:.*]] = arith.constant 8 : index
// CHECK: %[[P:.*]] = arith.muli %[[N]], %[[C8]]
// CHECK: %[[E:.*]] = memref.expand_shape %[[M]] {{\[}}[0, 1], [2]] output_shape [2, 2, %[[P]]]
// CHECK: return %[[E]]
func.func @composed_reshapes(%m: memref<4x?xf32>, %n: index) -> memref<2x2x?xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [2, 2, %n, 8] : memref<4x?xf32> into memref<2x2x?x8xf32>
  %1 = memref.collapse_shape %0 [[0], [1], [2, 3]] : memref<2x2x?x8xf32> into memref<2x2x?xf32>
  return %1 : memref<2x2x?xf32>
}

// -----

// CHECK-LABEL: @expanded_cast
// CHECK-SAME: %[[M:.*]]: memref<8x4xf32>
// CHECK: %[[E:.*]] = memref.expand_shape %[[M]] {{\[}}[0, 1], [2]] output_shape [2, 4, 4] : memref<8x4xf32> into memref<2x4x4xf32>
// CHECK: memref.cast %[[E]] : memref<2x4x4xf32> to memref<?x4x4xf32>
func.func @expanded_cast(%m: memref<8x4xf32>) -> memref<?x4x4xf32> {
  %c2 = arith.constant 2 : index
  %0 = memref.cast %m : memref<8x4xf32> to memref<?x4xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [%c2, 4, 4] : memref<?x4xf32> into memref<?x4x4xf32>
  return %1 : memref<?x4x4xf32>
}

// -----

// CHECK-LABEL: @taken_to_pieces
// CHECK-SAME: %[[M:.*]]: memref<?x4xf32>
// CHECK: %[[R:.*]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [2], strides: [2]
// CHECK: return %[[M]], %[[R]]
func.func @taken_to_pieces(%m: memref<?x4xf32>) -> (memref<?x4xf32>, memref<2xf32, strided<[2]>>) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %0 = memref.reinterpret_cast %base to offset: [0], sizes: [%sizes#0, 4], strides: [4, 1] : memref<f32> to memref<?x4xf32, strided<[4, 1]>>
  %1 = memref.cast %0 : memref<?x4xf32, strided<[4, 1]>> to memref<?x4xf32>
  %2 = memref.reinterpret_cast %base to offset: [0], sizes: [2], strides: [2] : memref<f32> to memref<2xf32, strided<[2]>>
  return %1, %2 : memref<?x4xf32>, memref<2xf32, strided<[2]>>
}

// -----

// CHECK-LABEL: @views_of_all
// CHECK-SAME: %[[M:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[V:.*]]: memref<64xi8>, %[[N:.*]]: index
// CHECK: %[[S:.*]] = memref.subview %[[M]][3] [%[[N]]] [1]
// CHECK: return %[[S]], %[[V]]
func.func @views_of_all(%m: memref<?xf32, strided<[?], offset: ?>>, %v: memref<64xi8>, %n: index)
    -> (memref<?xf32, strided<[?], offset: ?>>, memref<64xi8>) {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %m[3] [%n] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %1 = memref.subview %0[0] [%n] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %2 = memref.view %v[%c0][] : memref<64xi8> to memref<64xi8>
  return %1, %2 : memref<?xf32, strided<[?], offset: ?>>, memref<64xi8>
}

// -----

// The scope ends where the function does; the loop is a scope of its own.
// CHECK-LABEL: @last_scope
// CHECK-NOT: memref.alloca_scope
// CHECK: memref.alloca
func.func @last_scope(%n: index) {
  memref.alloca_scope {
    %0 = memref.alloca(%n) : memref<?xf32>
    "test.use"(%0) : (memref<?xf32>) -> ()
  }
  return
}

// -----

// CHECK-LABEL: @hoisted_allocation
// CHECK: memref.alloca
// CHECK: "test.region"
// CHECK: memref.alloca_scope
// CHECK-NOT: memref.alloca(
func.func @hoisted_allocation(%n: index) {
  "test.region"() ({
    memref.alloca_scope {
      %0 = memref.alloca(%n) : memref<?xf32>
      "test.use"(%0) : (memref<?xf32>) -> ()
    }
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
