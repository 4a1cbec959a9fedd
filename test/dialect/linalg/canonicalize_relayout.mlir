// Folds and canonical forms of linalg.pack and linalg.unpack.
// RUN: tern-opt --canonicalize --split-input-file %s | FileCheck %s

// CHECK-LABEL: @splats
// CHECK-DAG: %[[P:.*]] = arith.constant dense<2> : tensor<2x4x4xi32>
// CHECK-DAG: %[[U:.*]] = arith.constant dense<3> : tensor<7x4xi32>
// CHECK-NEXT: return %[[P]], %[[U]]
func.func @splats(%p: tensor<2x4x4xi32>, %u: tensor<7x4xi32>) -> (tensor<2x4x4xi32>, tensor<7x4xi32>) {
  %c2 = arith.constant 2 : i32
  %0 = arith.constant dense<2> : tensor<7x4xi32>
  %1 = linalg.pack %0 padding_value(%c2 : i32) inner_dims_pos = [0] inner_tiles = [4] into %p : tensor<7x4xi32> -> tensor<2x4x4xi32>
  %2 = arith.constant dense<3> : tensor<2x4x4xi32>
  %3 = linalg.unpack %2 inner_dims_pos = [0] inner_tiles = [4] into %u : tensor<2x4x4xi32> -> tensor<7x4xi32>
  return %1, %3 : tensor<2x4x4xi32>, tensor<7x4xi32>
}

// -----

// Padding by something else, or by what is not known, is no splat.
// CHECK-LABEL: @splat_with_other_padding
// CHECK-COUNT-2: linalg.pack
func.func @splat_with_other_padding(%p: tensor<2x4x4xi32>, %v: i32) -> (tensor<2x4x4xi32>, tensor<2x4x4xi32>) {
  %c1 = arith.constant 1 : i32
  %0 = arith.constant dense<2> : tensor<7x4xi32>
  %1 = linalg.pack %0 padding_value(%c1 : i32) inner_dims_pos = [0] inner_tiles = [4] into %p : tensor<7x4xi32> -> tensor<2x4x4xi32>
  %2 = linalg.pack %0 padding_value(%v : i32) inner_dims_pos = [0] inner_tiles = [4] into %p : tensor<7x4xi32> -> tensor<2x4x4xi32>
  return %1, %2 : tensor<2x4x4xi32>, tensor<2x4x4xi32>
}

// -----

// One tile is an operand, the other a number.
// CHECK-LABEL: @and_back
// CHECK-SAME: (%[[T:[^:]*]]: tensor<2x4x4xf32>
// CHECK-NEXT: return %[[T]]
func.func @and_back(%t: tensor<2x4x4xf32>, %u: tensor<8x4xf32>) -> tensor<2x4x4xf32> {
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x4xf32>
  %0 = tensor.cast %t : tensor<2x4x4xf32> to tensor<2x4x?xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0] inner_tiles = [%c4] into %u : tensor<2x4x?xf32> -> tensor<8x4xf32>
  %2 = linalg.pack %1 padding_value(%z : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<8x4xf32> -> tensor<2x4x4xf32>
  return %2 : tensor<2x4x4xf32>
}

// -----

// CHECK-LABEL: @tiles_of_another_size
// CHECK: linalg.unpack
// CHECK: linalg.pack
func.func @tiles_of_another_size(%t: tensor<2x4x4xf32>, %u: tensor<8x4xf32>, %e: tensor<4x4x2xf32>) -> tensor<4x4x2xf32> {
  %1 = linalg.unpack %t inner_dims_pos = [0] inner_tiles = [4] into %u : tensor<2x4x4xf32> -> tensor<8x4xf32>
  %2 = linalg.pack %1 inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<8x4xf32> -> tensor<4x4x2xf32>
  return %2 : tensor<4x4x2xf32>
}

// -----

// Columns are not cut: both sides have as many.
// CHECK-LABEL: @shared_sizes
// CHECK: %[[C:.*]] = tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<?x5xf32>
// CHECK: linalg.pack %[[C]] {{.*}} : tensor<?x5xf32> -> tensor<5x?x4xf32>
// CHECK: %[[U:.*]] = linalg.unpack {{.*}} : tensor<6x?x4xf32> -> tensor<?x6xf32>
// CHECK: tensor.cast %[[U]] : tensor<?x6xf32> to tensor<?x?xf32>
func.func @shared_sizes(%t: tensor<?x?xf32>, %p: tensor<5x?x4xf32>, %q: tensor<6x?x4xf32>) -> (tensor<5x?x4xf32>, tensor<?x?xf32>) {
  %z = arith.constant 0.0 : f32
  %0 = linalg.pack %t padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4] into %p : tensor<?x?xf32> -> tensor<5x?x4xf32>
  %1 = linalg.unpack %q outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4] into %t : tensor<6x?x4xf32> -> tensor<?x?xf32>
  return %0, %1 : tensor<5x?x4xf32>, tensor<?x?xf32>
}

// -----

// Of what is unpacked only the last, incomplete tile gets shorter.
// CHECK-LABEL: @slice_of_unpacked
// CHECK-SAME: (%[[T:[^:]*]]: tensor<2x4x4xf32>, %[[U:[^:]*]]: tensor<8x4xf32>)
// CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[U]][0, 0] [6, 4] [1, 1]
// CHECK-NEXT: linalg.unpack %[[T]] {{.*}} into %[[S]] : tensor<2x4x4xf32> -> tensor<6x4xf32>
func.func @slice_of_unpacked(%t: tensor<2x4x4xf32>, %u: tensor<8x4xf32>) -> tensor<6x4xf32> {
  %0 = linalg.unpack %t inner_dims_pos = [0] inner_tiles = [4] into %u : tensor<2x4x4xf32> -> tensor<8x4xf32>
  %1 = tensor.extract_slice %0[0, 0] [6, 4] [1, 1] : tensor<8x4xf32> to tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}

// -----

// Here a tile, there a column would be left out.
// CHECK-LABEL: @smaller_slices_of_unpacked
// CHECK: %[[A:.*]] = linalg.unpack
// CHECK: tensor.extract_slice %[[A]]
// CHECK: %[[B:.*]] = linalg.unpack
// CHECK: tensor.extract_slice %[[B]]
func.func @smaller_slices_of_unpacked(%t: tensor<2x4x4xf32>, %u: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<8x3xf32>) {
  %0 = linalg.unpack %t inner_dims_pos = [0] inner_tiles = [4] into %u : tensor<2x4x4xf32> -> tensor<8x4xf32>
  %1 = tensor.extract_slice %0[0, 0] [4, 4] [1, 1] : tensor<8x4xf32> to tensor<4x4xf32>
  %2 = linalg.unpack %t inner_dims_pos = [0] inner_tiles = [4] into %u : tensor<2x4x4xf32> -> tensor<8x4xf32>
  %3 = tensor.extract_slice %2[0, 0] [8, 3] [1, 1] : tensor<8x4xf32> to tensor<8x3xf32>
  return %1, %3 : tensor<4x4xf32>, tensor<8x3xf32>
}

// -----

// CHECK-LABEL: @into_filled
// CHECK-NOT: linalg.fill
// CHECK: linalg.unpack
func.func @into_filled(%t: tensor<2x4x4xf32>, %u: tensor<8x4xf32>, %v: f32) -> tensor<8x4xf32> {
  %0 = linalg.fill ins(%v : f32) outs(%u : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.unpack %t inner_dims_pos = [0] inner_tiles = [4] into %0 : tensor<2x4x4xf32> -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
