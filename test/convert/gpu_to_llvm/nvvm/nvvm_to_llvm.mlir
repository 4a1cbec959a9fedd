// PTX text for the ops that LLVM has no intrinsic for, as upstream writes it.
// RUN: tern-opt --convert-nvvm-to-llvm %s > %t.mlir
// RUN: mlir-opt --convert-nvvm-to-llvm %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// What has an intrinsic stays.
// CHECK-LABEL: llvm.func @with_intrinsics
// CHECK-NEXT:    nvvm.barrier0
// CHECK-NEXT:    nvvm.mbarrier.init %arg0, %arg1 : !llvm.ptr<3>, i32
// CHECK-NEXT:    nvvm.prefetch level = L1, %arg2 : !llvm.ptr
// CHECK-NEXT:    nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %arg0, box[%arg1] : !llvm.ptr, <3>
llvm.func @with_intrinsics(%barrier: !llvm.ptr<3>, %n: i32, %p: !llvm.ptr) {
  nvvm.barrier0
  nvvm.mbarrier.init %barrier, %n : !llvm.ptr<3>, i32
  nvvm.prefetch level = L1, %p : !llvm.ptr
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %barrier, box[%n] : !llvm.ptr, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @barriers
// CHECK-NEXT: llvm.inline_asm has_side_effects asm_dialect = att "@$2 mbarrier.init.shared.b64 [$0], $1;", "r,r,b" %arg0, %arg1, %arg3
// CHECK-NEXT: "@$2 mbarrier.init.b64 [$0], $1;", "l,r,b"
// CHECK-NEXT: "@$2 mbarrier.arrive.expect_tx.shared.b64 _, [$0], $1;", "r,r,b"
// CHECK-NEXT: "@$2 mbarrier.arrive.expect_tx.b64 _, [$0], $1;", "l,r,b"
// CHECK-NEXT: mbarrier.try_wait.parity.shared.b64 P1, [$0], $1, $2;
// CHECK-NEXT: mbarrier.try_wait.parity.b64 P1, [$0], $1, $2;
// CHECK-NEXT: "bar.arrive 0, $0;", "r"
// CHECK-NEXT: "bar.arrive $0, $1;", "r,r"
// CHECK-NEXT: llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT: "bar.arrive 0, $0;", "r,n"
llvm.func @barriers(%shared: !llvm.ptr<3>, %n: i32, %generic: !llvm.ptr, %p: i1) {
  nvvm.mbarrier.init %shared, %n, predicate = %p : !llvm.ptr<3>, i32, i1
  nvvm.mbarrier.init %generic, %n, predicate = %p : !llvm.ptr, i32, i1
  nvvm.mbarrier.arrive.expect_tx %shared, %n, predicate = %p : !llvm.ptr<3>, i32, i1
  nvvm.mbarrier.arrive.expect_tx %generic, %n, predicate = %p : !llvm.ptr, i32, i1
  nvvm.mbarrier.try_wait.parity %shared, %n, %n : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.try_wait.parity %generic, %n, %n : !llvm.ptr, i32, i32
  nvvm.barrier.arrive number_of_threads = %n
  nvvm.barrier.arrive id = %n number_of_threads = %n
  nvvm.barrier.arrive number_of_threads = %n {number = 3 : i32}
  llvm.return
}

// CHECK-LABEL: llvm.func @copies
// CHECK-NEXT: "@$4 cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2} ], [$3];", "l,l,r,r,b"
// CHECK-NEXT: "@$8 cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.im2col.multicast::cluster [$0], [$1, {$2,$3,$4} ], [$5],{$6}, $7;", "l,l,r,r,r,r,h,h,b"
// CHECK-NEXT: "@$6 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [$0], [$1, {$2,$3} ], [$4], $5;", "r,l,r,r,r,l,b"
// CHECK-NEXT: "@$4 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$2, $3} ], [$1];", "l,r,r,r,b"
// CHECK-NEXT: "@$1 prefetch.tensormap [$0];", "l,b"
llvm.func @copies(%cluster: !llvm.ptr<7>, %shared: !llvm.ptr<3>, %map: !llvm.ptr, %i: i32, %o: i16, %hint: i64, %p: i1) {
  nvvm.cp.async.bulk.tensor.shared.cluster.global %cluster, %map, %shared, box[%i] predicate = %p : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %cluster, %map, %shared, box[%i, %i, %i] im2col[%o] multicast_mask = %o predicate = %p {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %shared, %map, %shared, box[%i, %i] l2_cache_hint = %hint predicate = %p : !llvm.ptr<3>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %shared, box[%i, %i], predicate = %p : !llvm.ptr, !llvm.ptr<3>
  nvvm.prefetch tensormap, %map, predicate = %p : !llvm.ptr, i1
  llvm.return
}

// The sum is read and written: its registers come twice, tied to each other. Factors of halves may be transposed, sums
// of integers have no signs.
// CHECK-LABEL: llvm.func @warp_group_products
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $8, $9, p, $11,  $12, $13,  $14;\0A}\0A", "=f,=f,=f,=f,0,1,2,3,l,l,n,n,n,n,n"
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {$0, $1, $2, $3}, $8, $9, p;\0A}\0A", "=r,=r,=r,=r,0,1,2,3,l,l,n"
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $1}, $4, $5, p, $7,  $8, $9,  $10;\0A}\0A", "=f,=f,0,1,l,l,n,n,n,n,n"
// CHECK: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {$0, $1, $2, $3}, $8, $9, p, $11,  $12;\0A}\0A", "=f,=f,=f,=f,0,1,2,3,l,l,n,n,n"
llvm.func @warp_group_products(%a: i64, %b: i64, %f: !llvm.struct<(f32, f32, f32, f32)>, %i: !llvm.struct<(i32, i32, i32, i32)>, %h: !llvm.struct<(vector<2xf16>, vector<2xf16>)>) {
  %0 = nvvm.wgmma.mma_async %a, %b, %f, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <neg>, <col>], B [<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  %1 = nvvm.wgmma.mma_async %a, %b, %i, <m = 64, n = 8, k = 32>, D [<s32>, <one>, <satfinite>], A [<s8>, <one>, <row>], B [<u8>, <one>, <col>] : !llvm.struct<(i32, i32, i32, i32)> -> !llvm.struct<(i32, i32, i32, i32)>
  %2 = nvvm.wgmma.mma_async %a, %b, %h, <m = 64, n = 8, k = 16>, D [<f16>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <row>] : !llvm.struct<(vector<2xf16>, vector<2xf16>)> -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %3 = nvvm.wgmma.mma_async %a, %b, %f, <m = 64, n = 8, k = 8>, D [<f32>, <one>], A [<tf32>, <one>, <row>], B [<tf32>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// CHECK-LABEL: llvm.func @text
// CHECK: llvm.mlir.constant(3 : i32) : i32
// CHECK: "@$1 ex2 $0, $1;", "=f,f,b" %arg0, %arg4 : (f32, i1) -> f32
// CHECK: %[[TWO:.*]] = llvm.inline_asm {{.*}} "two $0, $1, $2, $3;", "=f,=r,f,r"
// CHECK-NEXT: llvm.extractvalue %[[TWO]][0]
// CHECK-NEXT: llvm.extractvalue %[[TWO]][1]
// CHECK: "x $0;", "h,b,r,l,r,f,n,f,r"
// CHECK: "old $0, $1;", "r"
llvm.func @text(%f: f32, %i: i32, %h: i16, %q: !llvm.ptr<3>, %p: i1, %g: !llvm.ptr, %s: !llvm.struct<(i32, f32)>, %v: vector<2xf16>, %b: vector<4xi8>) -> f32 {
  %c = llvm.mlir.constant(3 : i32) : i32
  %0 = nvvm.inline_ptx "ex2 {$w0}, {$r0};" ro(%f : f32), predicate = %p -> f32
  %1:2 = nvvm.inline_ptx "two {$w0}, {$w1}, {$r0}, {$r1};" ro(%f, %i : f32, i32) -> f32, i32
  nvvm.inline_ptx "x {$r0};" ro(%h, %p, %q, %g, %s, %c, %v, %b : i16, i1, !llvm.ptr<3>, !llvm.ptr, !llvm.struct<(i32, f32)>, i32, vector<2xf16>, vector<4xi8>)
  nvvm.inline_ptx "old %0, $1;" ro(%i : i32)
  %2 = llvm.fadd %0, %1#0 : f32
  llvm.return %2 : f32
}

// Later uses see what was written.
// CHECK-LABEL: llvm.func @changed_in_place
// CHECK: %[[ALL:.*]] = llvm.inline_asm {{.*}} "@$3 rw $1, $0, $2 $3;", "=r,=f,=r,f,b,0,1" %arg2, %arg1, %arg0, %arg3
// CHECK-NEXT: %[[C:.*]] = llvm.extractvalue %[[ALL]][0]
// CHECK-NEXT: %[[B:.*]] = llvm.extractvalue %[[ALL]][1]
// CHECK-NEXT: %[[V:.*]] = llvm.extractvalue %[[ALL]][2]
// CHECK-NEXT: llvm.add %[[C]], %[[V]]
// CHECK-NEXT: llvm.fadd %[[B]], %arg0
llvm.func @changed_in_place(%a: f32, %b: f32, %c: i32, %p: i1) {
  %v = nvvm.inline_ptx "rw {$rw1}, {$rw0}, {$w0} {$r0};" ro(%a : f32) rw(%c, %b : i32, f32), predicate = %p -> i32
  %0 = llvm.add %c, %v : i32
  %1 = llvm.fadd %b, %a : f32
  llvm.return
}
