// RUN: tern-opt %s --fold-memref-alias-ops --canonicalize --cse --split-input-file | FileCheck %s
// RUN: tern-opt %s --split-input-file --canonicalize --cse -o /dev/null

// CHECK-LABEL: func.func @folds_subview
// CHECK-SAME:    (%[[M:.*]]: memref<8x16xf32>, %[[I:.*]]: index, %[[J:.*]]: index, %[[V:.*]]: vector<4xf32>)
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NOT:     memref.subview
// CHECK:         %[[T:.*]] = arith.muli %[[J]], %[[C2]] : index
// CHECK:         %[[ROW:.*]] = arith.addi %[[T]], %[[I]] : index
// CHECK:         %[[COLUMN:.*]] = arith.addi %[[I]], %[[C4]] : index
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
// CHECK-NOT:     memref.expand_shape
// CHECK-NOT:     memref.collapse_shape
// CHECK:         memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x16xf32>
// CHECK-DAG:     arith.remui
// CHECK-DAG:     arith.divui
// CHECK:         memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x16xf32>
func.func @folds_reshapes(%m: memref<8x16xf32>, %i: index, %j: index) -> (f32, f32) {
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  %c = memref.load %e[%i, %j, %i] : memref<2x4x16xf32>
  %k = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %d = memref.load %k[%i] : memref<128xf32>
  return %c, %d : f32, f32
}

// -----

// A vector would run over the end of a row; a transfer may be out of the view's bounds.

// CHECK-LABEL: func.func @keeps_others
// CHECK:         memref.collapse_shape
// CHECK:         vector.load %{{.*}} : memref<128xf32>, vector<4xf32>
// CHECK:         memref.subview
// CHECK:         vector.transfer_read
func.func @keeps_others(%m: memref<8x16xf32>, %i: index, %j: index) -> (vector<4xf32>, vector<4xf32>) {
  %k = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %d = vector.load %k[%i] : memref<128xf32>, vector<4xf32>
  %s = memref.subview %m[%i, 4] [4, 8] [1, 1] : memref<8x16xf32> to memref<4x8xf32, strided<[16, 1], offset: ?>>
  %pad = arith.constant 0.0 : f32
  %t = vector.transfer_read %s[%i, %j], %pad : memref<4x8xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
  return %d, %t : vector<4xf32>, vector<4xf32>
}
