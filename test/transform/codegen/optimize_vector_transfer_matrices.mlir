// RUN: tern-opt %s --iree-codegen-optimize-vector-transfer | FileCheck %s

// A matrix at an invariant place is carried by the loop; what was stored before is known, and not stored any more.
// CHECK-LABEL: func.func @carry
func.func @carry(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  %m = memref.alloca() : memref<64x64xf32>
  %j = arith.addi %i, %c16 : index
  // CHECK: %[[ZERO:.*]] = gpu.subgroup_mma_constant_matrix
  %zero = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK-NOT: store_matrix
  gpu.subgroup_mma_store_matrix %zero, %m[%i, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>
  gpu.subgroup_mma_store_matrix %zero, %m[%j, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>
  // CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]])
  // CHECK-NOT: load_matrix
  scf.for %k = %c0 to %c8 step %c1 {
    %c = gpu.subgroup_mma_load_matrix %m[%i, %c0] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    %d = gpu.subgroup_mma_load_matrix %m[%j, %c0] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    %e = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    %f = gpu.subgroup_mma_compute %a, %b, %d : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %e, %m[%i, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>
    gpu.subgroup_mma_store_matrix %f, %m[%j, %c0] {leadDimension = 64 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>
  }
  // CHECK: gpu.subgroup_mma_store_matrix %[[R]]#0
  // CHECK: gpu.subgroup_mma_store_matrix %[[R]]#1
  return
}

// Rows that are closer than those of the memref: where the matrices lie is not known, and nothing moves.
// CHECK-LABEL: func.func @overlap
func.func @overlap(%i: index, %x: !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp"> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %m = memref.alloca() : memref<64x64xf32>
  %j = arith.addi %i, %c16 : index
  // CHECK: store_matrix
  gpu.subgroup_mma_store_matrix %x, %m[%i, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>
  // CHECK: store_matrix
  gpu.subgroup_mma_store_matrix %x, %m[%j, %c0] {leadDimension = 128 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>
  // CHECK: load_matrix
  %r = gpu.subgroup_mma_load_matrix %m[%i, %c0] {leadDimension = 16 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
  return %r : !gpu.mma_matrix<16x16xf32, "COp">
}
