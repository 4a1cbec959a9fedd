// Matrices of subgroups are read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s | mlir-opt | diff - %t.mlir
// RUN: tern-opt %s | FileCheck %s

// CHECK-LABEL: func.func @products
func.func @products(%m: memref<32x32xf16, 3>, %v: memref<32x4xvector<4xi32>, 3>, %i: index, %x: f16, %out: memref<32x32xf16>) {
  // CHECK: gpu.subgroup_mma_load_matrix %{{.*}}[%{{.*}}, %{{.*}}] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %v[%i, %i] {leadDimension = 4 : index, transpose} : memref<32x4xvector<4xi32>, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %c = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c {b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  // CHECK: gpu.subgroup_mma_elementwise  addf
  %e = gpu.subgroup_mma_elementwise addf %d, %c : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  %f = gpu.subgroup_mma_elementwise extf %e : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  %g = gpu.subgroup_mma_extract_thread_local %e[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
  %h = gpu.subgroup_mma_insert_thread_local %g, %e[%i] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %h, %out[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
  return
}

// CHECK-LABEL: func.func @integers
func.func @integers(%a: !gpu.mma_matrix<16x32xsi8, "AOp">, %b: !gpu.mma_matrix<32x16xui8, "BOp">, %c: !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp"> {
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x32xsi8, "AOp">, !gpu.mma_matrix<32x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
  return %d : !gpu.mma_matrix<16x16xi32, "COp">
}
