// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=index-bitwidth=32" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=index-bitwidth=32" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=false" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-nvvm=has-redux=false" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Matrices of a warp: f16, tf32, bytes, f64. All as upstream's tool has it.

// CHECK-LABEL: llvm.func @ld(
// CHECK: nvvm.wmma.load {{.+}} {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32}
// CHECK-LABEL: llvm.func @f64(
// CHECK: nvvm.wmma.load {{.+}} -> f64
// CHECK-LABEL: llvm.func @mm(
// CHECK: nvvm.wmma.mma {{.+}} {eltypeA = #nvvm.mma_type<f16>, eltypeB = #nvvm.mma_type<f32>
// CHECK: nvvm.wmma.store
gpu.module @m {
  func.func @ld(%m: memref<32x32xf16, 3>, %i: index) -> !gpu.mma_matrix<16x16xf16, "AOp"> {
    %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    return %0 : !gpu.mma_matrix<16x16xf16, "AOp">
  }
  func.func @ld2(%m: memref<32x32xf32, 3>, %i: index) -> (!gpu.mma_matrix<16x8xf32, "AOp">, !gpu.mma_matrix<8x16xf32, "BOp">, !gpu.mma_matrix<16x16xf32, "COp">) {
    %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf32, 3> -> !gpu.mma_matrix<16x8xf32, "AOp">
    %1 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf32, 3> -> !gpu.mma_matrix<8x16xf32, "BOp">
    %2 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf32, 3> -> !gpu.mma_matrix<16x16xf32, "COp">
    return %0, %1, %2 : !gpu.mma_matrix<16x8xf32, "AOp">, !gpu.mma_matrix<8x16xf32, "BOp">, !gpu.mma_matrix<16x16xf32, "COp">
  }
  func.func @ld3(%m: memref<32x32xi8, 3>, %i: index, %n: memref<32x32xi32>) -> (!gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x8xui8, "BOp">, !gpu.mma_matrix<8x32xi32, "COp">) {
    %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xi8, 3> -> !gpu.mma_matrix<16x16xsi8, "AOp">
    %1 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xi8, 3> -> !gpu.mma_matrix<16x8xui8, "BOp">
    %2 = gpu.subgroup_mma_load_matrix %n[%i, %i] {leadDimension = 32 : index} : memref<32x32xi32> -> !gpu.mma_matrix<8x32xi32, "COp">
    return %0, %1, %2 : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x8xui8, "BOp">, !gpu.mma_matrix<8x32xi32, "COp">
  }
  func.func @f64(%m: memref<32x32xf64, 3>, %i: index) {
    %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf64, 3> -> !gpu.mma_matrix<8x4xf64, "AOp">
    %1 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf64, 3> -> !gpu.mma_matrix<4x8xf64, "BOp">
    %2 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf64, 3> -> !gpu.mma_matrix<8x8xf64, "COp">
    %3 = gpu.subgroup_mma_compute %0, %1, %2 : !gpu.mma_matrix<8x4xf64, "AOp">, !gpu.mma_matrix<4x8xf64, "BOp"> -> !gpu.mma_matrix<8x8xf64, "COp">
    gpu.subgroup_mma_store_matrix %3, %m[%i, %i] {leadDimension = 32 : index, transpose} : !gpu.mma_matrix<8x8xf64, "COp">, memref<32x32xf64, 3>
    return
  }
  func.func @mm(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %m: memref<?x?xf32, strided<[?, 1], offset: ?>>, %i: index) {
    %0 = gpu.subgroup_mma_compute %a, %b, %c {b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %0, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<?x?xf32, strided<[?, 1], offset: ?>>
    return
  }
  func.func @tf(%a: !gpu.mma_matrix<16x8xf32, "AOp">, %b: !gpu.mma_matrix<8x16xf32, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp"> {
    %0 = gpu.subgroup_mma_compute %a, %b, %c {a_transpose} : !gpu.mma_matrix<16x8xf32, "AOp">, !gpu.mma_matrix<8x16xf32, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    return %0 : !gpu.mma_matrix<16x16xf32, "COp">
  }
  func.func @cst(%x: f16, %y: f32, %z: i32) -> (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">) {
    %0 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
    %1 = gpu.subgroup_mma_constant_matrix %y : !gpu.mma_matrix<16x16xf32, "COp">
    %2 = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xi32, "COp">
    return %0, %1, %2 : !gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">
  }
  func.func @ew(%a: !gpu.mma_matrix<16x16xf16, "COp">, %b: !gpu.mma_matrix<16x16xf32, "COp">) -> (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) {
    %0 = gpu.subgroup_mma_elementwise addf %a, %a : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %1 = gpu.subgroup_mma_elementwise mulf %0, %a : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %2 = gpu.subgroup_mma_elementwise divf %1, %a : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %4 = gpu.subgroup_mma_elementwise minf %b, %b : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    return %2, %4 : !gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf32, "COp">
  }
}
