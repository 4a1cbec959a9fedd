// Rows that a descriptor gathers by their numbers go through pointers on Hopper, whose tensor maps cannot; so do all descriptors of that
// kernel, and the launch brings what they are made of. Others go by tensor maps.

// RUN: split-file %s %t

// RUN: tern-compile %t/gather.mlir --target=cuda:sm_90a -o %t.ptx && FileCheck %s --check-prefix=GATHER --implicit-check-not=cp.async.bulk.tensor < %t.ptx
// GATHER: .visible .entry gather(
// GATHER-NEXT: .param .u64 .ptr .global .align 1 gather_param_0
// GATHER: ld.global.b32
// GATHER: st.global

// RUN: tern-compile %t/load.mlir --target=cuda:sm_90a -o %t.ptx && FileCheck %s --check-prefix=LOAD < %t.ptx
// LOAD: .visible .entry load(
// LOAD: .param .align 64 .b8 load_param_0[128]
// LOAD: cp.async.bulk.tensor.2d.shared::cluster.global

// RUN: not tern-compile %t/short.mlir --target=cuda:sm_90a -o %t.ptx 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: short.mlir:{{.*}}: error: 'tt.func' op has a block whose rows are no multiple of 16 bytes, which copies move, argument 0
// SHORT: note: launches make tensor maps of descriptors that are arguments
// RUN: tern-compile %t/short.mlir --target=cuda:sm_80 -o %t.ptx

//--- gather.mlir
!rows = !tt.tensordesc<tensor<1x64xf32>>
tt.func public @gather(%d: !rows, %e: !rows, %p: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
  %a = tt.addptr %s, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
  %i = tt.load %a : tensor<32x!tt.ptr<i32>>
  %zero = arith.constant 0 : i32
  %x = tt.descriptor_gather %d[%i, %zero] : (!rows, tensor<32xi32>, i32) -> tensor<32x64xf32>
  tt.descriptor_scatter %e[%r, %zero], %x : !rows, tensor<32xi32>, i32, tensor<32x64xf32>
  tt.return
}

//--- load.mlir
!block = !tt.tensordesc<tensor<32x64xf32>>
tt.func public @load(%d: !block, %e: !block) {
  %zero = arith.constant 0 : i32
  %x = tt.descriptor_load %d[%zero, %zero] : !block -> tensor<32x64xf32>
  tt.descriptor_store %e[%zero, %zero], %x : !block, tensor<32x64xf32>
  tt.return
}

//--- short.mlir
!block = !tt.tensordesc<tensor<32x2xf32>>
tt.func public @short(%d: !block) {
  %zero = arith.constant 0 : i32
  %x = tt.descriptor_load %d[%zero, %zero] : !block -> tensor<32x2xf32>
  tt.descriptor_store %d[%zero, %zero], %x : !block, tensor<32x2xf32>
  tt.return
}
