// RUN: tern-opt %s --fold-memref-alias-ops --canonicalize --cse --split-input-file | FileCheck %s
// RUN: tern-opt %s --split-input-file --canonicalize --cse -o /dev/null

// CHECK-DAG: #[[$STEP:.*]] = affine_map<()[s0, s1] -> (s0 + s1 * 2)>
// CHECK-DAG: #[[$SHIFT:.*]] = affine_map<()[s0] -> (s0 + 4)>
// CHECK-LABEL: func.func @folds_subview
// CHECK-SAME:    (%[[M:.*]]: memref<8x16xf32>, %[[I:.*]]: index, %[[J:.*]]: index, %[[V:.*]]: vector<4xf32>)
// CHECK-NOT:     memref.subview
// CHECK:         %[[ROW:.*]] = affine.apply #[[$STEP]]()[%[[I]], %[[J]]]
// CHECK:         %[[COLUMN:.*]] = affine.apply #[[$SHIFT]]()[%[[I]]]
// CHECK:         memref.load %[[M]][%[[ROW]], %[[COLUMN]]] : memref<8x16xf32>
// CHECK:         vector.load %[[M]][%[[ROW]], %[[COLUMN]]] : memref<8x16xf32>, vector<4xf32>
// CHECK:         vector.store %[[V]], %[[M]]
func.func @folds_subview(%m: memref<8x16xf32>, %i: index, %j: index, %v: vector<4xf32>) -> (f32, vector<4xf32>) {
  %s = memref.subview %m[%i, 4] [4, 8] [2, 1] : memref<8x16xf32> to memref<4x8xf32, strided<[32, 1], offset: ?>>
  %a = memref.load %s[%j, %i] : memref<4x8xf32, strided<[32, 1], offset: ?>>
  %b = vector.load %s[%j, %i] : memref<4x8xf32, strided<[32, 1], offset: ?>>, vector<4xf32>
  %s2 = memref.subview %s[1, 2] [2, 4] [1, 1] : memref<4x8xf32, strided<[32, 1], offset: ?>> to memref<2x4xf32, strided<[32, 1], offset: ?>>
  vector.store %v, %s2[%i, %j] : memref<2x4xf32, strided<[32, 1], offset: ?>>, vector<4xf32>
  return %a, %b : f32, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @folds_rank_reducing
// CHECK:         vector.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x16xf32>, vector<4xf32>
func.func @folds_rank_reducing(%m: memref<8x16xf32>, %i: index, %j: index) -> vector<4xf32> {
  %r = memref.subview %m[%i, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: ?>>
  %q = vector.load %r[%j] : memref<16xf32, strided<[1], offset: ?>>, vector<4xf32>
  return %q : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @folds_reshapes
// CHECK-SAME:    (%[[M:.*]]: memref<8x16xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-NOT:     memref.expand_shape
// CHECK-NOT:     memref.collapse_shape
// CHECK:         %[[ROW:.*]] = affine.linearize_index disjoint [%[[I]], %[[J]]] by (2, 4) : index
// CHECK:         memref.load %[[M]][%[[ROW]], %[[I]]] : memref<8x16xf32>
// CHECK:         %[[DIGITS:.*]]:2 = affine.delinearize_index %[[I]] into (8, 16) : index, index
// CHECK:         memref.load %[[M]][%[[DIGITS]]#0, %[[DIGITS]]#1] : memref<8x16xf32>
func.func @folds_reshapes(%m: memref<8x16xf32>, %i: index, %j: index) -> (f32, f32) {
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  %c = memref.load %e[%i, %j, %i] : memref<2x4x16xf32>
  %k = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %d = memref.load %k[%i] : memref<128xf32>
  return %c, %d : f32, f32
}

// -----

// A transfer may be out of the view's bounds, and then it has to know them.

// CHECK-LABEL: func.func @keeps_bounds
// CHECK:         memref.subview
// CHECK:         vector.transfer_read
func.func @keeps_bounds(%m: memref<8x16xf32>, %i: index, %j: index) -> vector<4xf32> {
  %s = memref.subview %m[%i, 4] [4, 8] [1, 1] : memref<8x16xf32> to memref<4x8xf32, strided<[16, 1], offset: ?>>
  %pad = arith.constant 0.0 : f32
  %t = vector.transfer_read %s[%i, %j], %pad : memref<4x8xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
  return %t : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @folds_transfers
// CHECK-SAME:    (%[[M:.*]]: memref<8x16x1xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK:         vector.transfer_read %[[M]][%[[I]], %[[J]], %{{.*}}]{{.*}}permutation_map = #{{.*}}
func.func @folds_transfers(%m: memref<8x16x1xf32>, %i: index, %j: index) -> vector<4xf32> {
  %s = memref.subview %m[%i, 0, 0] [4, 16, 1] [1, 1, 1] : memref<8x16x1xf32> to memref<4x16xf32, strided<[16, 1], offset: ?>>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %t = vector.transfer_read %s[%c0, %j], %pad {in_bounds = [true]} : memref<4x16xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
  return %t : vector<4xf32>
}

// -----

// CHECK: #[[$SUM:.*]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-LABEL: func.func @merges_subviews
// CHECK-SAME:    (%[[M:.*]]: memref<8x16xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK:         %[[ROW:.*]] = affine.apply #[[$SUM]]()[%[[I]], %[[J]]]
// CHECK-NEXT:    memref.subview %[[M]][%[[ROW]], 3] [2, 2] [1, 1] : memref<8x16xf32>
func.func @merges_subviews(%m: memref<8x16xf32>, %i: index, %j: index) -> memref<2x2xf32, strided<[16, 1], offset: ?>> {
  %s = memref.subview %m[%i, 1] [4, 8] [1, 1] : memref<8x16xf32> to memref<4x8xf32, strided<[16, 1], offset: ?>>
  %t = memref.subview %s[%j, 2] [2, 2] [1, 1] : memref<4x8xf32, strided<[16, 1], offset: ?>> to memref<2x2xf32, strided<[16, 1], offset: ?>>
  return %t : memref<2x2xf32, strided<[16, 1], offset: ?>>
}
