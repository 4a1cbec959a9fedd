// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize %s > %t.mlir
// RUN: mlir-opt --canonicalize %s | diff - %t.mlir

func.func @dims(%t: tensor<4x?xf32>, %m: memref<?x8xf32>, %n: index) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %t, %c0 : tensor<4x?xf32>
  %1 = tensor.dim %t, %c1 : tensor<4x?xf32>
  %2 = memref.dim %m, %c0 : memref<?x8xf32>
  %3 = memref.dim %m, %c1 : memref<?x8xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  %4 = memref.dim %a, %c0 : memref<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %5 = tensor.dim %e, %c0 : tensor<?xf32>
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}
func.func @casts(%m: memref<4x8xf32>, %i: index) -> f32 {
  %0 = memref.cast %m : memref<4x8xf32> to memref<?x8xf32>
  %1 = memref.cast %0 : memref<?x8xf32> to memref<?x?xf32>
  %2 = memref.load %1[%i, %i] : memref<?x?xf32>
  memref.store %2, %1[%i, %i] : memref<?x?xf32>
  return %2 : f32
}
func.func @whole_subview(%m: memref<4x8xf32>) -> memref<4x8xf32, strided<[8, 1]>> {
  %0 = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  return %0 : memref<4x8xf32, strided<[8, 1]>>
}
func.func @constant_subview(%m: memref<4x8xf32>, %i: index) -> memref<?x?xf32, strided<[8, 1], offset: ?>> {
  %c2 = arith.constant 2 : index
  %0 = memref.subview %m[%i, %c2] [%c2, %c2] [1, 1] : memref<4x8xf32> to memref<?x?xf32, strided<[8, 1], offset: ?>>
  return %0 : memref<?x?xf32, strided<[8, 1], offset: ?>>
}
func.func @subview_of_cast(%m: memref<4x8xf32>, %i: index) -> memref<2x2xf32, strided<[?, 1], offset: ?>> {
  %0 = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %1 = memref.subview %0[%i, 0] [2, 2] [1, 1] : memref<?x?xf32> to memref<2x2xf32, strided<[?, 1], offset: ?>>
  return %1 : memref<2x2xf32, strided<[?, 1], offset: ?>>
}
func.func @constant_alloc() -> memref<?xf32> {
  %c2 = arith.constant 2 : index
  %0 = memref.alloc(%c2) {alignment = 64 : i64} : memref<?xf32>
  return %0 : memref<?xf32>
}
func.func @dead_alloc(%f: f32, %i: index) {
  %0 = memref.alloc() : memref<4xf32>
  memref.store %f, %0[%i] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}
func.func @self_copy(%m: memref<4x8xf32>) {
  memref.copy %m, %m : memref<4x8xf32> to memref<4x8xf32>
  return
}
func.func @scope(%f: f32, %m: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    memref.store %f, %m[%i] : memref<4xf32>
    memref.alloca_scope.return %f : f32
  }
  return %0 : f32
}
func.func @collapse_expand(%m: memref<4x8xf32>) -> memref<4x8xf32> {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [4, 8] : memref<32xf32> into memref<4x8xf32>
  return %1 : memref<4x8xf32>
}
func.func @collapse_twice(%m: memref<2x4x8xf32>) -> memref<64xf32> {
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<2x4x8xf32> into memref<8x8xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  return %1 : memref<64xf32>
}
func.func @expand_twice(%m: memref<64xf32>) -> memref<2x4x8xf32> {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [2, 4, 8] : memref<8x8xf32> into memref<2x4x8xf32>
  return %1 : memref<2x4x8xf32>
}
func.func @rank(%m: memref<4x8xf32>, %t: tensor<4xf32>) -> (index, index) {
  %0 = memref.rank %m : memref<4x8xf32>
  %1 = tensor.rank %t : tensor<4xf32>
  return %0, %1 : index, index
}
func.func @metadata(%m: memref<4x8xf32>) -> (index, index, index, index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x8xf32> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %s#1, %t#0, %t#1 : index, index, index, index, index
}
func.func @transpose2(%m: memref<4x8xf32>) -> memref<4x8xf32, strided<[8, 1]>> {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  %1 = memref.transpose %0 (i, j) -> (j, i) : memref<8x4xf32, strided<[1, 8]>> to memref<4x8xf32, strided<[8, 1]>>
  return %1 : memref<4x8xf32, strided<[8, 1]>>
}
func.func @view(%m: memref<2048xi8>, %i: index) -> memref<?x4xf32> {
  %c4 = arith.constant 4 : index
  %0 = memref.view %m[%i][%c4] : memref<2048xi8> to memref<?x4xf32>
  return %0 : memref<?x4xf32>
}
func.func @reinterpret(%m: memref<4x8xf32>) -> memref<?x?xf32, strided<[?, 1], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = memref.reinterpret_cast %m to offset: [%c0], sizes: [%c4, 4], strides: [%c4, 1] : memref<4x8xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
}
// A stride of 0 keeps all strides dynamic; a slice that would leave the buffer stays as it is.
func.func @corners_of_slices(%m: memref<8x8xf32>, %i: index) -> (memref<2x2xf32, strided<[?, ?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %b = memref.alloc() : memref<3xf32>
  %0 = memref.subview %m[%i, %i] [2, 2] [%c1, %c0] : memref<8x8xf32> to memref<2x2xf32, strided<[?, ?], offset: ?>>
  %1 = memref.subview %b[%c3] [%i] [%i] : memref<3xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %0, %1 : memref<2x2xf32, strided<[?, ?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>
}
func.func @unused_memory(%n: index) {
  %0 = memref.alloc(%n) : memref<?xf32>
  %1 = memref.realloc %0(%n) : memref<?xf32> to memref<?xf32>
  %2 = memref.realloc %1 : memref<?xf32> to memref<8xf32>
  memref.dealloc %2 : memref<8xf32>
  return
}
func.func @metadata_of_cast(%m: memref<4x8xf32>) -> (index, index) {
  %0 = memref.cast %m : memref<4x8xf32> to memref<?x8xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
  return %sizes#0, %strides#0 : index, index
}
