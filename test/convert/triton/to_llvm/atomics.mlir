// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s --check-prefixes=CHECK,SM80,OLD
// RUN: tern-opt %s --convert-triton-gpu-to-llvm="compute-capability=90 ptx-version=81" | FileCheck %s --check-prefixes=CHECK,SM90,NEW
// RUN: tern-opt %s --convert-triton-gpu-to-llvm="compute-capability=90 ptx-version=80" | FileCheck %s --check-prefixes=CHECK,SM80,NEW

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: llvm.func internal @kinds
  // CHECK-COUNT-4: "mov.u32 $0, 0x0;\0A\09atom.global.gpu.acq_rel.and.b32 $0, [ $1 + 0 ], $2;", "=r,l,r"
  // CHECK-COUNT-4: "mov.u32 $0, 0x0;\0A\09atom.global.cta.relaxed.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r"
  // CHECK-COUNT-4: "mov.u32 $0, 0x0;\0A\09@$3 atom.global.sys.release.max.s32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"
  // CHECK-COUNT-4: "mov.u32 $0, 0x0;\0A\09atom.global.gpu.acquire.min.u32 $0, [ $1 + 0 ], $2;", "=r,l,r"
  // CHECK-COUNT-4: "mov.u32 $0, 0x0;\0A\09atom.global.gpu.acq_rel.exch.b32 $0, [ $1 + 0 ], $2;", "=r,l,r"
  tt.func private @kinds(%p: tensor<128x!tt.ptr<i32>, #b>, %v: tensor<128xi32, #b>, %m: tensor<128xi1, #b>) {
    %0 = tt.atomic_rmw and, acq_rel, gpu, %p, %v : (tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>) -> tensor<128xi32, #b>
    %1 = tt.atomic_rmw add, relaxed, cta, %p, %v : (tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>) -> tensor<128xi32, #b>
    %2 = tt.atomic_rmw max, release, sys, %p, %v, %m : (tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>, tensor<128xi1, #b>) -> tensor<128xi32, #b>
    %3 = tt.atomic_rmw umin, acquire, gpu, %p, %v : (tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>) -> tensor<128xi32, #b>
    %4 = tt.atomic_rmw exch, acq_rel, gpu, %p, %v : (tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>) -> tensor<128xi32, #b>
    tt.return
  }

  // Adding zero to a scalar is reading it, but not where others have to see what was written before.
  // CHECK-LABEL: llvm.func internal @reads
  // CHECK: nvg.ld_acquire acquire, gpu, %arg0, %{{.*}} : (!llvm.ptr<1>) -> f32
  // CHECK: nvg.ld_acquire relaxed, sys, %arg1, %{{.*}} : (!llvm.ptr<1>) -> i32
  // CHECK-NOT: nvg.ld_acquire
  // CHECK: atom.global.gpu.acq_rel.add.f32
  // CHECK-NOT: nvg.ld_acquire
  // CHECK: atom.global.gpu.acquire.max.s32
  // CHECK: llvm.return
  tt.func private @reads(%p: !tt.ptr<f32>, %q: !tt.ptr<i32>, %m: i1) {
    %zero = arith.constant 0.0 : f32
    %none = arith.constant 0 : i32
    %0 = tt.atomic_rmw fadd, acquire, gpu, %p, %zero : (!tt.ptr<f32>, f32) -> f32
    %1 = tt.atomic_rmw add, relaxed, sys, %q, %none, %m : (!tt.ptr<i32>, i32, i1) -> i32
    %2 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %zero : (!tt.ptr<f32>, f32) -> f32
    %3 = tt.atomic_rmw max, acquire, gpu, %q, %none : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }

  // bf16 is LLVM's where the chip has no instruction for it: nothing is done where the mask is false.
  // CHECK-LABEL: llvm.func internal @bf16
  // OLD: llvm.cond_br %{{.*}}, ^[[CHANGE:.*]], ^[[AFTER:bb[0-9]+]](%{{.*}} : bf16)
  // OLD: ^[[CHANGE]]:
  // OLD: %[[OLD:.*]] = llvm.atomicrmw fadd %arg0, %arg1 syncscope("device") acq_rel : !llvm.ptr<1>, bf16
  // OLD: llvm.br ^[[AFTER]](%[[OLD]] : bf16)
  // OLD: ^[[AFTER]](%{{.*}}: bf16):
  // NEW: atom.global.gpu.acq_rel.add.noftz.bf16
  // CHECK: llvm.return
  tt.func private @bf16(%p: !tt.ptr<bf16>, %x: bf16, %m: i1) {
    %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %x, %m : (!tt.ptr<bf16>, bf16, i1) -> bf16
    tt.return
  }

  // Neighbours are added at once where the chip, and PTX, can.
  // CHECK-LABEL: llvm.func @sums
  // SM80-COUNT-4: "mov.u32 $0, 0x0;\0A\09atom.global.gpu.acq_rel.add.f32 $0, [ $1 + 0 ], $2;", "=r,l,r"
  // SM90: atom.global.gpu.acq_rel.add.v4.f32 { $0, $1, $2, $3 }, [ $4 + 0 ], { $5, $6, $7, $8 };", "=r,=r,=r,=r,l,r,r,r,r"
  // SM80-COUNT-2: "mov.u32 $0, 0x0;\0A\09atom.global.gpu.acq_rel.add.noftz.f16x2 $0, [ $1 + 0 ], $2;", "=r,l,r" %{{.*}} : (!llvm.ptr<1>, vector<2xf16>) -> vector<2xf16>
  // SM90: atom.global.gpu.acq_rel.add.noftz.v4.f16 { $0, $1, $2, $3 }, [ $4 + 0 ], { $5, $6, $7, $8 };", "=h,=h,=h,=h,l,h,h,h,h"
  tt.func public @sums(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: f32, %y: f16) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b>
    %a = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>, #b>, tensor<128xi32, #b>
    %v = tt.splat %x : f32 -> tensor<128xf32, #b>
    %0 = tt.atomic_rmw fadd, acq_rel, gpu, %a, %v : (tensor<128x!tt.ptr<f32>, #b>, tensor<128xf32, #b>) -> tensor<128xf32, #b>
    %t = tt.splat %q : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, #b>
    %c = tt.addptr %t, %r : tensor<128x!tt.ptr<f16>, #b>, tensor<128xi32, #b>
    %w = tt.splat %y : f16 -> tensor<128xf16, #b>
    %1 = tt.atomic_rmw fadd, acq_rel, gpu, %c, %w : (tensor<128x!tt.ptr<f16>, #b>, tensor<128xf16, #b>) -> tensor<128xf16, #b>
    tt.return
  }

  // One thread changes a scalar, and the others get its result through shared memory.
  // CHECK-LABEL: llvm.func internal @scalars
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
  // CHECK: %[[OLD:.*]] = llvm.inline_asm {{.*}}@$3 atom.global.gpu.acq_rel.add.u32 {{.*}}%[[FIRST]]
  // CHECK: @$2 st.shared.b32 [ $0 + 0 ], { $1 };", "r,r,b" %[[PLACE:.*]], %[[OLD]], %{{.*}}
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load %[[PLACE]] {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK: @$4 atom.global.acq_rel.gpu.cas.b64 $0, [ $1 + 0 ], $2, $3;", "=l,l,l,l,b"
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> i64
  tt.func private @scalars(%p: !tt.ptr<i32>, %x: i32, %q: !tt.ptr<i64>, %y: i64) -> (i32, i64) {
    %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %x {allocation.offset = 0 : i32} : (!tt.ptr<i32>, i32) -> i32
    %1 = tt.atomic_cas acq_rel, gpu, %q, %y, %y {allocation.offset = 0 : i32} : (!tt.ptr<i64>, i64, i64) -> i64
    tt.return %0, %1 : i32, i64
  }

  // CHECK-LABEL: llvm.func internal @swaps
  // CHECK-COUNT-4: "mov.u16 $0, 0x0;\0A\09atom.global.acquire.sys.cas.b16 $0, [ $1 + 0 ], $2, $3;", "=h,l,h,h"
  tt.func private @swaps(%p: tensor<128x!tt.ptr<f16>, #b>, %v: tensor<128xf16, #b>) -> tensor<128xf16, #b> {
    %0 = tt.atomic_cas acquire, sys, %p, %v, %v : (tensor<128x!tt.ptr<f16>, #b>, tensor<128xf16, #b>, tensor<128xf16, #b>) -> tensor<128xf16, #b>
    tt.return %0 : tensor<128xf16, #b>
  }
}
