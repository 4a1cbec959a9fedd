// ptxas takes the PTX of each chip; what one chip has and another has not is refused with a reason.
// REQUIRES: ptxas
// RUN: split-file %s %t
// RUN: tern-translate --mlir-to-cubin --target=sm_80 %t/ampere.mlir -o %t/ampere.cubin
// RUN: tern-translate --mlir-to-cubin --target=sm_90a %t/ampere.mlir -o %t/hopper.cubin
// RUN: tern-translate --mlir-to-cubin --target=sm_100a %t/ampere.mlir -o %t/blackwell.cubin
// RUN: tern-opt --convert-nvvm-to-llvm %t/hopper.mlir | tern-translate --mlir-to-cubin --target=sm_90a -o %t/wgmma.cubin
// RUN: tern-translate --mlir-to-cubin --target=sm_100a %t/blackwell.mlir -o %t/tcgen05.cubin
// RUN: not tern-translate --mlir-to-cubin --target=sm_80 %t/text.mlir -o %t/text.cubin 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tern-translate --mlir-to-ptx --target=sm_90a %t/blackwell.mlir 2>&1 | FileCheck %s --check-prefix=NO-SUCH

// REFUSED: error: {{.*}}ptxas failed: {{.*}}
// NO-SUCH: error: LLVM gave up: Cannot select: {{.*}}tcgen05

//--- ampere.mlir
llvm.func @k(%p: !llvm.ptr<1>, %b: !llvm.ptr<3>, %h: vector<2xf16>, %x: f32, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32} {
  %0 = nvvm.mma.sync A[%h, %h, %h, %h] B[%h, %h] C[%x, %x, %x, %x] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %1 = nvvm.ldmatrix %b {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %2 = nvvm.redux.sync add %n, %n : i32 -> i32
  %3 = nvvm.shfl.sync idx %n, %x, %n, %n : f32 -> f32
  nvvm.cp.async.shared.global %b, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  %4 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32, f32, f32)>
  %5 = llvm.fadd %4, %3 : f32
  %6 = llvm.extractvalue %1[3] : !llvm.struct<(i32, i32, i32, i32)>
  %7 = llvm.add %6, %2 : i32
  llvm.store %5, %p : f32, !llvm.ptr<1>
  llvm.store %7, %p : i32, !llvm.ptr<1>
  llvm.return
}

//--- hopper.mlir
llvm.func @k(%p: !llvm.ptr<1>, %a: i64, %map: !llvm.ptr, %b: !llvm.ptr<3>, %tile: !llvm.ptr<7>, %c: !llvm.struct<(f32, f32, f32, f32)>, %n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %elected = nvvm.elect.sync -> i1
  nvvm.mbarrier.init %b, %n, predicate = %elected : !llvm.ptr<3>, i32, i1
  nvvm.fence.mbarrier.init
  nvvm.mbarrier.arrive.expect_tx %b, %n, predicate = %elected : !llvm.ptr<3>, i32, i1
  nvvm.cp.async.bulk.tensor.shared.cluster.global %tile, %map, %b, box[%n, %n] predicate = %elected : !llvm.ptr<7>, !llvm.ptr
  nvvm.mbarrier.try_wait.parity %b, %n, %n : !llvm.ptr<3>, i32, i32
  nvvm.setmaxregister increase 240
  nvvm.wgmma.fence.aligned
  %0 = nvvm.wgmma.mma_async %a, %a, %c, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32, f32, f32)>
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  llvm.store %1, %p : f32, !llvm.ptr<1>
  llvm.return
}

//--- blackwell.mlir
llvm.func @k(%d: !llvm.ptr<6>, %b: !llvm.ptr<3>, %a: i64, %i: i32, %e: i1) attributes {nvvm.kernel} {
  nvvm.tcgen05.alloc %b, %i : !llvm.ptr<3>, i32
  nvvm.tcgen05.mma %d, %a, %a, %i, %e {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %b : !llvm.ptr<3>
  nvvm.tcgen05.wait <load>
  nvvm.tcgen05.dealloc %d, %i : !llvm.ptr<6>, i32
  llvm.return
}

//--- text.mlir
llvm.func @k() attributes {nvvm.kernel} {
  llvm.inline_asm has_side_effects asm_dialect = att "no.such.instruction;", "" : () -> ()
  llvm.return
}
