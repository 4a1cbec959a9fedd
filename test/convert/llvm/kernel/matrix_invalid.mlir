// RUN: not tern-opt %s --split-input-file --iree-convert-to-nvvm 2>&1 | FileCheck %s

// CHECK: error: failed to legalize operation 'gpu.subgroup_mma_elementwise'
func.func @bytes(%m: memref<16x16xi32, 3>) {
  %c0 = arith.constant 0 : index
  %0 = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi32, 3> -> !gpu.mma_matrix<16x16xi32, "COp">
  %1 = gpu.subgroup_mma_elementwise truncf %0 : (!gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %1, %m[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xi32, 3>
  return
}
