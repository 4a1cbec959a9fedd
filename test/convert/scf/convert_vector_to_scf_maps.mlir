// Permutation maps of writes, and indices that are constants.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf | diff -b - %t.0.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='target-rank=2' > %t.1.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-scf='target-rank=2' | diff -b - %t.1.ours

func.func @write_perm(%m: memref<?x?x?x?xf32>, %i: index, %v: vector<3x4xf32>) {
  vector.transfer_write %v, %m[%i, %i, %i, %i] {permutation_map = affine_map<(d0,d1,d2,d3)->(d3, d2)>} : vector<3x4xf32>, memref<?x?x?x?xf32>
  vector.transfer_write %v, %m[%i, %i, %i, %i] {permutation_map = affine_map<(d0,d1,d2,d3)->(d3, d0)>} : vector<3x4xf32>, memref<?x?x?x?xf32>
  return
}

// -----

func.func @const_idx(%m: memref<8x8xf32>, %i: index, %p: f32) -> (vector<2x4xf32>, vector<2x4xf32>) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %0 = vector.transfer_read %m[%c3, %c3], %p : memref<8x8xf32>, vector<2x4xf32>
  %1 = vector.transfer_read %m[%c7, %i], %p : memref<8x8xf32>, vector<2x4xf32>
  return %0, %1 : vector<2x4xf32>, vector<2x4xf32>
}
