// The version of PTX is that of the latest instruction in assembly: a vector of sums has been there since 8.1, this product since 8.7.
// RUN: tern-translate --mlir-to-ptx --target=sm_90a %s | FileCheck %s

// CHECK: .version 8.7
// CHECK: atom.global.gpu.acq_rel.add.v2.f32
llvm.func @vector_sum(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %0 = llvm.inline_asm has_side_effects asm_dialect = att "atom.global.gpu.acq_rel.add.v2.f32 { $0, $1 }, [ $2 + 0 ], { $3, $4 };", "=r,=r,l,r,r" %p, %x, %x : (!llvm.ptr<1>, f32, f32) -> !llvm.struct<(f32, f32)>
  llvm.return
}
// CHECK: mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16
llvm.func @product(%x: i32) -> i32 {
  %0 = llvm.inline_asm has_side_effects asm_dialect = att "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 { $0, $1 }, { $2, $2, $2, $2 }, { $2, $2 }, { $2, $2 };", "=r,=r,r" %x : (i32) -> !llvm.struct<(i32, i32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32, i32)>
  llvm.return %1 : i32
}
