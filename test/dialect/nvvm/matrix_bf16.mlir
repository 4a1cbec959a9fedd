// RUN: tern-opt --split-input-file --verify-diagnostics %s | FileCheck %s

// Factors of bf16, which LLVM has and upstream's dialect has not: two of them in a register of i32.

// CHECK-LABEL: llvm.func @product
// CHECK: nvvm.wmma.load {{.+}} -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK: nvvm.wmma.mma {{.+}} {eltypeA = #nvvm.mma_type<bf16>, eltypeB = #nvvm.mma_type<f32>
llvm.func @product(%p: !llvm.ptr, %s: i32, %b: i32, %c: f32) {
  %0 = nvvm.wmma.load %p, %s {eltype = #nvvm.mma_type<bf16>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(i32, i32, i32, i32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32, i32, i32, i32)>
  %2 = nvvm.wmma.mma %1, %1, %1, %1, %b, %b, %b, %b, %c, %c, %c, %c, %c, %c, %c, %c {eltypeA = #nvvm.mma_type<bf16>, eltypeB = #nvvm.mma_type<f32>, k = 16 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (i32, i32, i32, i32, i32, i32, i32, i32, f32, f32, f32, f32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  llvm.return
}

// -----

// Sums are in f32 only.
llvm.func @sum(%p: !llvm.ptr, %s: i32) {
  // expected-error @below {{'nvvm.wmma.load' op invalid attribute combination}}
  %0 = nvvm.wmma.load %p, %s {eltype = #nvvm.mma_type<bf16>, frag = #nvvm.mma_frag<c>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}
