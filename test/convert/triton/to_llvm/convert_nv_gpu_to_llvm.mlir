// RUN: tern-opt %s --split-input-file --convert-nv-gpu-to-llvm --allow-unregistered-dialect | FileCheck %s

!four = !llvm.struct<(f32, f32, f32, f32)>
!words = !llvm.struct<(i32, i32, i32, i32)>

// Sums start as what they were, and may be left out by a flag.
// CHECK-LABEL: llvm.func @adds
// CHECK: llvm.inline_asm has_side_effects {{.*}}"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $8, $9, $10, 1, 1, 0, 1;", "=f,=f,=f,=f,0,1,2,3,l,l,b" %{{.*}}, %arg0, %arg1, %arg2 :
llvm.func @adds(%a: i64, %b: i64, %use: i1, %c: !four) -> !four {
  %0 = nvg.wgmma %a, %b, %use, %c {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  llvm.return %0 : !four
}

// Operands in registers cannot be turned, and integers are not negated either.
// CHECK-LABEL: llvm.func @registers
// CHECK: "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0,$1,$2,$3}, {$4,$5,$6,$7}, $8, 0, 1, 1, 1;", "=f,=f,=f,=f,r,r,r,r,l"
// CHECK: "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {$0,$1,$2,$3}, $4, $5, 0;", "=r,=r,=r,=r,l,l"
llvm.func @registers(%a: !words, %b: i64, %use: i1) -> (!llvm.struct<(!four, !words)>) {
  %0 = nvg.wgmma %a, %b, %use {eltTypeA = 5 : i32, eltTypeB = 5 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (!words, i64, i1) -> !four
  %1 = nvg.wgmma %b, %b, %use {eltTypeA = 0 : i32, eltTypeB = 0 : i32, eltTypeC = 1 : i32, k = 32 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !words
  %r = llvm.mlir.undef : !llvm.struct<(!four, !words)>
  %s = llvm.insertvalue %0, %r[0] : !llvm.struct<(!four, !words)>
  %t = llvm.insertvalue %1, %s[1] : !llvm.struct<(!four, !words)>
  llvm.return %t : !llvm.struct<(!four, !words)>
}

// Products that add to the same sums are one text, where the last of them was. The registers of sums are nobody else's: they are
// written before the last operand is read.
// CHECK-LABEL: llvm.func @chain
// CHECK: %[[NEXT:.*]] = llvm.add %arg0, %arg1
// CHECK: llvm.inline_asm has_side_effects {{.*}}"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $4, $5, 0, 1, 1, 0, 1;\0A\09wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $6, $7, $8, 1, 1, 0, 1;\0A\09wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, {$9,$10,$11,$12}, $13, $14, 1, 1, 1;", "=&f,=&f,=&f,=&f,l,l,l,l,b,r,r,r,r,l,b" %arg0, %arg1, %[[NEXT]], %arg1, %arg2,
// CHECK-NOT: wgmma
llvm.func @chain(%a: i64, %b: i64, %use: i1, %words: !words) -> !four {
  %0 = nvg.wgmma %a, %b, %use {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !four
  %next = llvm.add %a, %b : i64
  %1 = nvg.wgmma %next, %b, %use, %0 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %2 = nvg.wgmma %words, %b, %use, %1 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (!words, i64, i1, !four) -> !four
  llvm.return %2 : !four
}

// The sums of the first product start as what they were.
// CHECK-LABEL: llvm.func @chain_with_sums
// CHECK: $8, $9, $10, 1, 1, 0, 1;{{.*}}$11, $12, $13, 1, 1, 0, 1;", "=&f,=&f,=&f,=&f,0,1,2,3,l,l,b,l,l,b"
llvm.func @chain_with_sums(%a: i64, %b: i64, %use: i1, %c: !four) -> !four {
  %0 = nvg.wgmma %a, %b, %use, %c {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %1 = nvg.wgmma %b, %a, %use, %0 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  llvm.return %1 : !four
}

// Not across what has effects, nor where others read the sums.
// CHECK-LABEL: llvm.func @no_chain
// CHECK: "wgmma.mma_async{{[^;]*}};", "=f,
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: "wgmma.mma_async{{[^;]*}};", "=f,
// CHECK: "wgmma.mma_async{{[^;]*}};", "=f,
llvm.func @no_chain(%a: i64, %b: i64, %use: i1, %c: !four) -> !llvm.struct<(!four, !four)> {
  %0 = nvg.wgmma %a, %b, %use, %c {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  nvvm.wgmma.fence.aligned
  %1 = nvg.wgmma %b, %a, %use, %0 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %2 = nvg.wgmma %a, %a, %use, %1 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %r = llvm.mlir.undef : !llvm.struct<(!four, !four)>
  %s = llvm.insertvalue %1, %r[0] : !llvm.struct<(!four, !four)>
  %t = llvm.insertvalue %2, %s[1] : !llvm.struct<(!four, !four)>
  llvm.return %t : !llvm.struct<(!four, !four)>
}

!five = !llvm.struct<(f32, f32, f32, f32, i32)>

// The products that a wait follows are one text with it: sums lie where the wait hands them on.
// CHECK-LABEL: llvm.func @awaited
// CHECK: %[[C1:.*]] = llvm.extractvalue %arg4[1]
// CHECK: %[[C0:.*]] = llvm.extractvalue %arg4[0]
// CHECK: llvm.inline_asm has_side_effects {{.*}}"wgmma.mma_async{{[^;]*}} {$1,$0,$2,$3}, $10, $11, $12, 1, 1, 0, 1;\0A\09wgmma.mma_async{{[^;]*}} {$1,$0,$2,$3}, $13, $14, $15, 1, 1, 0, 1;\0A\09wgmma.commit_group.sync.aligned;\0A\09// wait for regs: $0,$1,$2,$3,$4\0A\09wgmma.wait_group.sync.aligned 1;", "=&f,=&f,=&f,=&f,=&r,0,1,2,3,4,l,l,b,l,l,b" %[[C1]], %[[C0]], %{{.*}}, %{{.*}}, %arg3, %arg0, %arg1, %arg2, %arg1, %arg0, %arg2 :
// CHECK-NOT: wgmma
llvm.func @awaited(%a: i64, %b: i64, %use: i1, %more: i32, %c: !four) -> !five {
  %0 = nvg.wgmma %a, %b, %use, %c {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %1 = nvg.wgmma %b, %a, %use, %0 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %e0 = llvm.extractvalue %1[0] : !four
  %e1 = llvm.extractvalue %1[1] : !four
  %e2 = llvm.extractvalue %1[2] : !four
  %e3 = llvm.extractvalue %1[3] : !four
  nvvm.wgmma.commit.group.sync.aligned
  %u = llvm.mlir.undef : !five
  %s0 = llvm.insertvalue %e1, %u[0] : !five
  %s1 = llvm.insertvalue %e0, %s0[1] : !five
  %s2 = llvm.insertvalue %e2, %s1[2] : !five
  %s3 = llvm.insertvalue %e3, %s2[3] : !five
  %s4 = llvm.insertvalue %more, %s3[4] : !five
  %w = nvg.wgmma_wait_group %s4 {pendings = 1 : i32} : !five
  llvm.return %w : !five
}

// Not where sums are read before, nor where the group ends before the products, nor without an end.
// CHECK-LABEL: llvm.func @awaited_by_two
// CHECK: "wgmma.mma_async{{[^"]*}}1, 1, 0, 1;", "=&f
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: "// wait for regs:
llvm.func @awaited_by_two(%a: i64, %b: i64, %use: i1, %more: i32, %c: !four) -> !five {
  %0 = nvg.wgmma %a, %b, %use, %c {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %1 = nvg.wgmma %b, %a, %use, %0 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %e0 = llvm.extractvalue %1[0] : !four
  %e1 = llvm.extractvalue %1[1] : !four
  %e2 = llvm.extractvalue %1[2] : !four
  %e3 = llvm.extractvalue %1[3] : !four
  "test.use"(%e1) : (f32) -> ()
  nvvm.wgmma.commit.group.sync.aligned
  %u = llvm.mlir.undef : !five
  %s0 = llvm.insertvalue %e1, %u[0] : !five
  %s1 = llvm.insertvalue %e0, %s0[1] : !five
  %s2 = llvm.insertvalue %e2, %s1[2] : !five
  %s3 = llvm.insertvalue %e3, %s2[3] : !five
  %s4 = llvm.insertvalue %more, %s3[4] : !five
  %w = nvg.wgmma_wait_group %s4 {pendings = 1 : i32} : !five
  llvm.return %w : !five
}

// CHECK-LABEL: llvm.func @ended_before
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: "wgmma.mma_async{{[^"]*}}1, 1, 0, 1;", "=f
// CHECK: "// wait for regs:
llvm.func @ended_before(%a: i64, %b: i64, %use: i1, %more: i32, %c: !four) -> !five {
  %0 = nvg.wgmma %a, %b, %use, %c {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %1 = nvg.wgmma %b, %a, %use, %0 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.fence.aligned
  %9 = nvg.wgmma %b, %a, %use, %1 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 0 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %e0 = llvm.extractvalue %9[0] : !four
  %e1 = llvm.extractvalue %9[1] : !four
  %e2 = llvm.extractvalue %9[2] : !four
  %e3 = llvm.extractvalue %9[3] : !four
  %u = llvm.mlir.undef : !five
  %s0 = llvm.insertvalue %e1, %u[0] : !five
  %s1 = llvm.insertvalue %e0, %s0[1] : !five
  %s2 = llvm.insertvalue %e2, %s1[2] : !five
  %s3 = llvm.insertvalue %e3, %s2[3] : !five
  %s4 = llvm.insertvalue %more, %s3[4] : !five
  %w = nvg.wgmma_wait_group %s4 {pendings = 1 : i32} : !five
  llvm.return %w : !five
}

// One register is not handed on as a struct.
// CHECK-LABEL: llvm.func @waits
// CHECK: "// wait for regs: $0,$1,$2\0A\09wgmma.wait_group.sync.aligned 2;", "=f,=h,=l,0,1,2"
// CHECK: %[[ONE:.*]] = llvm.inline_asm {{.*}}"// wait for regs: $0\0A\09wgmma.wait_group.sync.aligned 0;", "=r,0" %{{.*}} : (i32) -> i32
// CHECK: llvm.insertvalue %[[ONE]], %{{.*}}[0]
llvm.func @waits(%x: !llvm.struct<(f32, f16, ptr)>, %y: !llvm.struct<(i32)>) -> !llvm.struct<(i32)> {
  %0 = nvg.wgmma_wait_group %x {pendings = 2 : i32} : !llvm.struct<(f32, f16, ptr)>
  %1 = nvg.wgmma_wait_group %y {pendings = 0 : i32} : !llvm.struct<(i32)>
  llvm.return %1 : !llvm.struct<(i32)>
}

// CHECK-LABEL: llvm.func @loads
// CHECK: "ld.global.gpu.acquire.b64 $0, [ $1 + 0 ];", "=l,l" %arg0 : (!llvm.ptr<1>) -> i64
// CHECK: "mov.u16 $0, 0x0;\0A\09@$2 ld.global.cta.relaxed.b16 $0, [ $1 + 0 ];", "=c,l,b" %arg0, %arg1
llvm.func @loads(%p: !llvm.ptr<1>, %m: i1) -> f16 {
  %0 = nvg.ld_acquire acquire, gpu, %p : (!llvm.ptr<1>) -> i64
  "test.use"(%0) : (i64) -> ()
  %1 = nvg.ld_acquire relaxed, cta, %p, %m : (!llvm.ptr<1>) -> f16
  llvm.return %1 : f16
}

// CHECK-LABEL: llvm.func @rank
// CHECK: nvvm.read.ptx.sreg.cluster.ctarank
llvm.func @rank() -> i32 {
  %0 = nvg.cluster_id
  llvm.return %0 : i32
}

// -----

// Partitions count from their first warp; a lone warp is the first one.
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @warps
  // CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[WARP:.*]] = llvm.udiv %[[THREAD]], %{{.*}}
  // CHECK: %[[UNIFORM:.*]] = nvvm.shfl.sync idx %{{.*}}, %[[WARP]]
  // CHECK: "test.use"(%[[UNIFORM]])
  // CHECK: partition0
  // CHECK-NOT: nvvm
  // CHECK: "test.use"(%{{.*}}) : (i32) -> ()
  // CHECK: partition1
  // CHECK: %[[START:.*]] = llvm.mlir.constant(128 : i32)
  // CHECK: llvm.sub %{{.*}}, %[[START]]
  llvm.func @warps() {
    %0 = nvg.warp_id
    "test.use"(%0) : (i32) -> ()
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 8, 4>}
    default {
      ttg.warp_yield
    }
    partition0() num_warps(1) {
      %1 = nvg.warp_id
      "test.use"(%1) : (i32) -> ()
      ttg.warp_return
    }
    partition1() num_warps(4) {
      %1 = nvg.warp_id
      "test.use"(%1) : (i32) -> ()
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}

// -----

// Memory is allocated for both blocks of a product, and freed wherever the kernel returns.
module attributes {"ttg.num-warps" = 4 : i32, ttg.tensor_memory_size = 64 : i32, "ttng.two-ctas" = true} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  // CHECK-LABEL: llvm.func @columns
  // CHECK: %[[FIRST:.*]] = llvm.icmp "ult"
  // CHECK: "@$0 tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [$1], 64;", "b,r" %[[FIRST]], %{{.*}} : (i1, !llvm.ptr<3>)
  // CHECK: nvvm.barrier0
  // CHECK: %[[WORD:.*]] = llvm.load
  // CHECK: nvvm.barrier0
  // CHECK: %[[ADDRESS:.*]] = llvm.inttoptr %[[WORD]] : i32 to !llvm.ptr<6>
  // CHECK: "@$0 tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;", "b" %[[FIRST]]
  // CHECK: "@$0 tcgen05.dealloc.cta_group::2.sync.aligned.b32 $1, 64;", "b,r" %[[FIRST]], %[[ADDRESS]]
  // CHECK: ttg.warp_specialize(%[[ADDRESS]])
  // CHECK: partition0(%[[INNER:.*]]: !llvm.ptr<6>)
  // CHECK: "test.use"(%[[INNER]])
  // CHECK: "@$0 tcgen05.dealloc.cta_group::2.sync.aligned.b32 $1, 64;", "b,r" %[[FIRST]], %[[ADDRESS]]
  llvm.func @columns(%early: i1) attributes {nvvm.kernel = 1 : ui1} {
    llvm.cond_br %early, ^out, ^work
  ^out:
    llvm.return
  ^work:
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      %0 = nvg.tensor_memory_base
      "test.use"(%0) : (!llvm.ptr<6>) -> ()
      ttg.warp_return
    } : () -> ()
    llvm.return
  }
}
