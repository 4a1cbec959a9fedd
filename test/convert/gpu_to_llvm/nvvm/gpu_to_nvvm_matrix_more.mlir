// RUN: tern-opt --convert-gpu-to-nvvm %s | FileCheck %s

// What upstream's conversion has not: factors of bf16, and more operations on elements. The NaN of vectors is a vector.

gpu.module @m {
  // CHECK-LABEL: llvm.func @brain
  // CHECK: nvvm.wmma.load {{.+}} {eltype = #nvvm.mma_type<bf16>, frag = #nvvm.mma_frag<b>, k = 16 : i32, {{.+}}} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  // CHECK: nvvm.wmma.mma {{.+}} {eltypeA = #nvvm.mma_type<bf16>, eltypeB = #nvvm.mma_type<f32>, {{.+}}} : (i32, i32, i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  gpu.func @brain(%m: memref<32x32xbf16, 3>, %a: !gpu.mma_matrix<16x16xbf16, "AOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">, %i: index) -> !gpu.mma_matrix<16x16xf32, "COp"> {
    %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xbf16, 3> -> !gpu.mma_matrix<16x16xbf16, "BOp">
    %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xbf16, "AOp">, !gpu.mma_matrix<16x16xbf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return %0 : !gpu.mma_matrix<16x16xf32, "COp">
  }

  // CHECK-LABEL: llvm.func @elements
  // CHECK-COUNT-4: llvm.fsub
  // CHECK-COUNT-4: llvm.fneg
  // CHECK: llvm.mlir.constant(0x7E00 : f16) : vector<2xf16>
  gpu.func @elements(%a: !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp"> {
    %0 = gpu.subgroup_mma_elementwise subf %a, %a : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %1 = gpu.subgroup_mma_elementwise negatef %0 : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %2 = gpu.subgroup_mma_elementwise maxf %1, %a : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.return %2 : !gpu.mma_matrix<16x16xf16, "COp">
  }

  // CHECK-LABEL: llvm.func @integers
  // CHECK-COUNT-8: llvm.mul
  // CHECK: %[[ZERO:.+]] = llvm.mlir.constant(0 : i32) : i32
  // CHECK: llvm.sub %[[ZERO]], %
  gpu.func @integers(%a: !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp"> {
    %0 = gpu.subgroup_mma_elementwise muli %a, %a : (!gpu.mma_matrix<16x16xi32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
    %1 = gpu.subgroup_mma_elementwise negates %0 : (!gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.return %1 : !gpu.mma_matrix<16x16xi32, "COp">
  }

  // A warp has 32 threads.
  // CHECK-LABEL: llvm.func @warp
  // CHECK: llvm.mlir.constant(32 : index) : i64
  gpu.func @warp() -> index {
    %0 = gpu.subgroup_size : index
    gpu.return %0 : index
  }
}
