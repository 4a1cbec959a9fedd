// RUN: tern-opt --allow-unregistered-dialect --expand-strided-metadata %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --expand-strided-metadata %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --allow-unregistered-dialect --expand-strided-metadata --lower-affine --convert-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --expand-strided-metadata --lower-affine --convert-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours

// Views as casts of the base buffer, as upstream's tool has them; and the way on to LLVM.

// CHECK-LABEL: func @subview
// CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}:3, %{{.*}}:3 = memref.extract_strided_metadata
// CHECK: %[[STRIDE:.*]] = affine.apply
// CHECK: %[[OFFSET:.*]] = affine.apply
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%{{.*}}, 4], strides: [%[[STRIDE]], 1]
// CHECK-LABEL: func @expand(
// CHECK-NOT: expand_shape
// CHECK-LABEL: func @metadata_of_alloca
// CHECK-NOT: extract_strided_metadata
// CHECK: return

func.func @subview(%m : memref<8x16x4xf32, strided<[64, 4, 1]>>, %i : index, %j: index, %s : index) -> memref<?x4xf32, strided<[?, 1], offset: ?>> {
  %0 = memref.subview %m[%i, 2, 0] [%s, 1, 4] [%j, 1, 1] : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  return %0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
}
func.func @dynamic_subview(%m : memref<?x?xf32, strided<[?, ?], offset: ?>>, %i : index, %j: index, %s : index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %0 = memref.subview %m[%i, %j] [%s, 4] [2, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  %1 = memref.subview %0[%i, 0] [%s, 4] [1, 1] : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  %2 = memref.cast %1 : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %2 : memref<?x?xf32, strided<[?, ?], offset: ?>>
}
func.func @static_subview(%m : memref<8x16xf32>) -> memref<2x4xf32, strided<[16, 1], offset: 34>> {
  %0 = memref.subview %m[2, 2] [2, 4] [1, 1] : memref<8x16xf32> to memref<2x4xf32, strided<[16, 1], offset: 34>>
  return %0 : memref<2x4xf32, strided<[16, 1], offset: 34>>
}
func.func @expand(%m : memref<?x32xf32, strided<[?, 2], offset: ?>>, %n : index) -> memref<4x?x2x16xf32, strided<[?, ?, 32, 2], offset: ?>> {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [4, %n, 2, 16] : memref<?x32xf32, strided<[?, 2], offset: ?>> into memref<4x?x2x16xf32, strided<[?, ?, 32, 2], offset: ?>>
  return %0 : memref<4x?x2x16xf32, strided<[?, ?, 32, 2], offset: ?>>
}
func.func @expand_static(%m : memref<8x32xf32>) -> memref<2x4x32x1xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [2, 4, 32, 1] : memref<8x32xf32> into memref<2x4x32x1xf32>
  return %0 : memref<2x4x32x1xf32>
}
func.func @expand_scalar(%m : memref<f32>) -> memref<1x1xf32> {
  %0 = memref.expand_shape %m [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  return %0 : memref<1x1xf32>
}
func.func @collapse(%m : memref<4x?x6x1xf32, strided<[?, ?, 1, 1], offset: ?>>) -> memref<?x6xf32, strided<[?, 1], offset: ?>> {
  %0 = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<4x?x6x1xf32, strided<[?, ?, 1, 1], offset: ?>> into memref<?x6xf32, strided<[?, 1], offset: ?>>
  return %0 : memref<?x6xf32, strided<[?, 1], offset: ?>>
}
func.func @collapse_units(%m : memref<1x1xf32, strided<[?, ?], offset: ?>>) -> memref<1xf32, strided<[?], offset: ?>> {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<1x1xf32, strided<[?, ?], offset: ?>> into memref<1xf32, strided<[?], offset: ?>>
  return %0 : memref<1xf32, strided<[?], offset: ?>>
}
func.func @collapse_to_scalar(%m : memref<1x1xf32>) -> memref<f32> {
  %0 = memref.collapse_shape %m [] : memref<1x1xf32> into memref<f32>
  return %0 : memref<f32>
}
func.func @metadata_of_subview(%m : memref<8x16xf32>, %i : index) -> (memref<f32>, index, index, index, index, index) {
  %0 = memref.subview %m[%i, 2] [2, 4] [1, 1] : memref<8x16xf32> to memref<2x4xf32, strided<[16, 1], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<2x4xf32, strided<[16, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}
func.func @metadata_of_alloc(%n : index) -> (memref<f32>, index, index, index, index, index) {
  %0 = memref.alloc(%n) : memref<4x?xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}
func.func @metadata_of_alloca(%n : index) -> (index, index, index, index, index, index, index) {
  %0 = memref.alloca(%n, %n) : memref<4x?x?xf32>
  %b, %o, %s:3, %t:3 = memref.extract_strided_metadata %0 : memref<4x?x?xf32> -> memref<f32>, index, index, index, index, index, index, index
  return %o, %s#0, %s#1, %t#0, %t#1, %s#2, %t#2 : index, index, index, index, index, index, index
}
memref.global "private" @g : memref<3x4xf32>
func.func @metadata_of_global() -> (memref<f32>, index, index, index, index, index) {
  %0 = memref.get_global @g : memref<3x4xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<3x4xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}
func.func @metadata_of_casts(%a : memref<4x?xf32>, %u : memref<*xf32>, %i : index) -> (memref<f32>, index, index, index, index, index, memref<f32, 1>, index, memref<f32>, index, index, memref<f32>, index) {
  %0 = memref.cast %a : memref<4x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  %1 = memref.memory_space_cast %a : memref<4x?xf32> to memref<4x?xf32, 1>
  %b1, %o1, %s1:2, %t1:2 = memref.extract_strided_metadata %1 : memref<4x?xf32, 1> -> memref<f32, 1>, index, index, index, index, index
  %2 = memref.reinterpret_cast %a to offset: [%i], sizes: [%i, 4], strides: [1, %i] : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?], offset: ?>>
  %b2, %o2, %s2:2, %t2:2 = memref.extract_strided_metadata %2 : memref<?x4xf32, strided<[1, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  %3 = memref.assume_alignment %a, 16 : memref<4x?xf32>
  %b3, %o3, %s3:2, %t3:2 = memref.extract_strided_metadata %3 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1, %b1, %s1#1, %b2, %o2, %t2#1, %b3, %s3#1 : memref<f32>, index, index, index, index, index, memref<f32, 1>, index, memref<f32>, index, index, memref<f32>, index
}
func.func @pointer(%m : memref<8x16xf32>, %i : index, %bytes : memref<2048xi8>) -> (index, index, index) {
  %0 = memref.subview %m[%i, 2] [2, 4] [1, 1] : memref<8x16xf32> to memref<2x4xf32, strided<[16, 1], offset: ?>>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<2x4xf32, strided<[16, 1], offset: ?>> -> index
  %2 = memref.cast %m : memref<8x16xf32> to memref<?x?xf32>
  %3 = memref.extract_aligned_pointer_as_index %2 : memref<?x?xf32> -> index
  %4 = memref.view %bytes[%i][] : memref<2048xi8> to memref<4x4xf32>
  %5 = memref.extract_aligned_pointer_as_index %4 : memref<4x4xf32> -> index
  return %1, %3, %5 : index, index, index
}
func.func @metadata_of_base(%m : memref<8x16xf32>) -> (memref<f32>, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<8x16xf32> -> memref<f32>, index, index, index, index, index
  %b1, %o1 = memref.extract_strided_metadata %b : memref<f32> -> memref<f32>, index
  return %b1, %o1 : memref<f32>, index
}
func.func @loop_collapse(%m : memref<4x?x6xf32>, %n : index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = memref.collapse_shape %m [[0, 1, 2]] : memref<4x?x6xf32> into memref<?xf32>
  %b, %o, %s, %t = memref.extract_strided_metadata %0 : memref<?xf32> -> memref<f32>, index, index, index
  return %s, %t : index, index
}
func.func @pointer_of_views(%m : memref<8x16xf32>, %i : index) -> (index, index, index, index, index, index) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [10], strides: [1] : memref<8x16xf32> to memref<10xf32>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<10xf32> -> index
  %2 = memref.memory_space_cast %m : memref<8x16xf32> to memref<8x16xf32, 1>
  %3 = memref.extract_aligned_pointer_as_index %2 : memref<8x16xf32, 1> -> index
  %4 = memref.assume_alignment %m, 16 : memref<8x16xf32>
  %5 = memref.extract_aligned_pointer_as_index %4 : memref<8x16xf32> -> index
  %6 = memref.transpose %m (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  %7 = memref.extract_aligned_pointer_as_index %6 : memref<16x8xf32, strided<[1, 16]>> -> index
  %8 = memref.cast %m : memref<8x16xf32> to memref<*xf32>
  %9 = memref.extract_aligned_pointer_as_index %8 : memref<*xf32> -> index
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<8x16xf32> -> memref<f32>, index, index, index, index, index
  %11 = memref.extract_aligned_pointer_as_index %b : memref<f32> -> index
  return %1, %3, %5, %7, %9, %11 : index, index, index, index, index, index
}
func.func @metadata_of_cast_at_front(%a : memref<4x?xf32>) -> (memref<f32>, index, index, index, index, index) {
  %0 = memref.cast %a : memref<4x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}
func.func @metadata_of_cast(%a : memref<4x?xf32>) -> (memref<f32>, index, index, index, index, index) {
  "test.op"() : () -> ()
  %0 = memref.cast %a : memref<4x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}
func.func @whole(%m : memref<8x16xf32>, %i : index, %j : index) -> f32 {
  %0 = memref.subview %m[%i, 2] [2, 4] [1, 1] : memref<8x16xf32> to memref<2x4xf32, strided<[16, 1], offset: ?>>
  %1 = memref.load %0[%j, %i] : memref<2x4xf32, strided<[16, 1], offset: ?>>
  return %1 : f32
}
