// RUN: tern-opt %s --split-input-file --iree-convert-to-nvvm --canonicalize --cse | FileCheck %s

// Matrices of a warp: loads from workgroup memory, sums carried around a loop, stores. Sums change their precision register
// by register.

// CHECK-LABEL: llvm.func internal @product(
// CHECK: llvm.br ^bb1(%{{.+}}, %{{.+}} : i64, !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>)
// CHECK: nvvm.wmma.load %{{.+}}, %{{.+}} {eltype = #nvvm.mma_type<bf16>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK: nvvm.wmma.load %{{.+}}, %{{.+}} {eltype = #nvvm.mma_type<bf16>, frag = #nvvm.mma_frag<b>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK: nvvm.wmma.mma {{.+}} {eltypeA = #nvvm.mma_type<bf16>, eltypeB = #nvvm.mma_type<f32>, k = 16 : i32, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32}
// CHECK: nvvm.wmma.store %{{.+}}, %{{.+}} {eltype = #nvvm.mma_type<f32>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32}
func.func @product(%a: memref<16x40xbf16, 3>, %b: memref<32x24xbf16, 3>, %c: memref<16x16xf32, 3>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %start = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
  cf.br ^head(%c0, %start : index, !gpu.mma_matrix<16x16xf32, "COp">)
^head(%k: index, %sum: !gpu.mma_matrix<16x16xf32, "COp">):
  %more = arith.cmpi slt, %k, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %x = gpu.subgroup_mma_load_matrix %a[%c0, %k] {leadDimension = 40 : index, transpose} : memref<16x40xbf16, 3> -> !gpu.mma_matrix<16x16xbf16, "AOp">
  %y = gpu.subgroup_mma_load_matrix %b[%k, %c0] {leadDimension = 24 : index} : memref<32x24xbf16, 3> -> !gpu.mma_matrix<16x16xbf16, "BOp">
  %next = gpu.subgroup_mma_compute %x, %y, %sum {a_transpose} : !gpu.mma_matrix<16x16xbf16, "AOp">, !gpu.mma_matrix<16x16xbf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  %k1 = arith.addi %k, %c16 : index
  cf.br ^head(%k1, %next : index, !gpu.mma_matrix<16x16xf32, "COp">)
^end:
  gpu.subgroup_mma_store_matrix %sum, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32, 3>
  return
}

// -----

// CHECK-LABEL: llvm.func internal @narrow(
// CHECK: %[[LOADED:.+]] = nvvm.wmma.load %{{.+}} {eltype = #nvvm.mma_type<f32>, frag = #nvvm.mma_frag<c>
// CHECK: %[[FIRST:.+]] = llvm.extractvalue %[[LOADED]][0]
// CHECK: %[[SECOND:.+]] = llvm.extractvalue %[[LOADED]][1]
// CHECK: llvm.insertelement %[[SECOND]], %{{.+}}[%{{.+}} : i32] : vector<2xf32>
// CHECK: llvm.fptrunc %{{.+}} : vector<2xf32> to vector<2xf16>
// CHECK: nvvm.wmma.store %{{.+}} {eltype = #nvvm.mma_type<f16>
func.func @narrow(%m: memref<16x16xf32, 3>, %o: memref<16x16xf16, 3>) {
  %c0 = arith.constant 0 : index
  %0 = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32, 3> -> !gpu.mma_matrix<16x16xf32, "COp">
  %1 = gpu.subgroup_mma_elementwise truncf %0 : (!gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %1, %o[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16, 3>
  return
}

// -----

// CHECK-LABEL: llvm.func internal @wide(
// CHECK: nvvm.wmma.load %{{.+}} {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<c>
// CHECK: llvm.extractelement %{{.+}}[%{{.+}} : i32] : vector<2xf16>
// CHECK: llvm.fpext %{{.+}} : f16 to f32
// CHECK: llvm.fadd
// CHECK: nvvm.wmma.store %{{.+}} {eltype = #nvvm.mma_type<f32>
func.func @wide(%m: memref<16x16xf16, 3>, %o: memref<16x16xf32, 3>) {
  %c0 = arith.constant 0 : index
  %0 = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
  %1 = gpu.subgroup_mma_elementwise extf %0 : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  %2 = gpu.subgroup_mma_elementwise addf %1, %1 : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  gpu.subgroup_mma_store_matrix %2, %o[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32, 3>
  return
}

// -----

// Rows of vectors: wmma counts elements.
// CHECK-LABEL: llvm.func internal @vectors(
// CHECK: %[[LEAD:.+]] = llvm.mlir.constant(40 : index) : i32
// CHECK: nvvm.wmma.load %{{.+}}, %[[LEAD]]
func.func @vectors(%m: memref<16x5xvector<4xf32>, 3>, %o: memref<16x16xf16, 3>) {
  %c0 = arith.constant 0 : index
  %0 = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 5 : index} : memref<16x5xvector<4xf32>, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %0, %o[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16, 3>
  return
}
