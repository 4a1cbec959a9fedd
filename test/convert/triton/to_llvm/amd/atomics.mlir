// RUN: tern-opt %s --allocate-amdgpu-shared-memory --convert-triton-amdgpu-to-llvm=arch=gfx942 | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // A scalar is changed by one thread, whose result the others get through shared memory.
  // CHECK-LABEL: llvm.func @scalar(
  tt.func public @scalar(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) {
    %c = arith.constant 1 : i32
    %t = arith.constant true
    // CHECK: llvm.cond_br
    // CHECK: llvm.atomicrmw add %{{.*}}, %{{.*}} syncscope("agent") acq_rel : !llvm.ptr<1>, i32
    // CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<3>
    // CHECK: rocdl.barrier
    // CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> i32
    %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %c, %t : (!tt.ptr<i32>, i32, i1) -> i32
    tt.store %q, %0 : !tt.ptr<i32>
    tt.return
  }

  // Several elements of a thread are ordered by fences around them all; halves next to each other are added in pairs.
  // CHECK-LABEL: llvm.func @pairs(
  tt.func public @pairs(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: tensor<256xf16, #blocked>) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked>
    %s = tt.splat %p : !tt.ptr<f16> -> tensor<256x!tt.ptr<f16>, #blocked>
    %a = tt.addptr %s, %r : tensor<256x!tt.ptr<f16>, #blocked>, tensor<256xi32, #blocked>
    // CHECK: llvm.fence syncscope("workgroup") release
    // CHECK-COUNT-2: llvm.atomicrmw fadd %{{.*}} syncscope("workgroup") monotonic {rocdl.ignore_denormal_mode, rocdl.no_fine_grained_memory, rocdl.no_remote_memory} : !llvm.ptr<1>, vector<2xf16>
    // CHECK: llvm.fence syncscope("workgroup") acquire
    %0 = tt.atomic_rmw fadd, acq_rel, cta, %a, %x : (tensor<256x!tt.ptr<f16>, #blocked>, tensor<256xf16, #blocked>) -> tensor<256xf16, #blocked>
    tt.return
  }

  // All devices are LLVM's scope without a name. Floats are compared as integers.
  // CHECK-LABEL: llvm.func @swap(
  tt.func public @swap(%p: !tt.ptr<f32>, %x: f32, %y: f32) {
    // CHECK: llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} acquire monotonic : !llvm.ptr<1>, i32
    %0 = tt.atomic_cas acquire, sys, %p, %x, %y : (!tt.ptr<f32>, f32, f32) -> f32
    tt.return
  }

  // CHECK-LABEL: llvm.func @kinds(
  tt.func public @kinds(%p: !tt.ptr<i32>, %x: i32) {
    // CHECK: llvm.atomicrmw umax
    %0 = tt.atomic_rmw umax, relaxed, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
    // CHECK: llvm.atomicrmw xchg
    %1 = tt.atomic_rmw exch, release, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
    // CHECK: llvm.atomicrmw _or
    %2 = tt.atomic_rmw or, relaxed, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}
