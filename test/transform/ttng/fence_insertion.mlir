// RUN: tern-opt %s --triton-nvidia-gpu-fence-insertion | FileCheck %s
// RUN: tern-opt %s --triton-nvidia-gpu-fence-insertion=compute-capability=80 | FileCheck %s --check-prefix=OLD

// Older chips have no such products: the one fence there is stays alone.
// OLD-COUNT-1: {bCluster = false}
// OLD-NOT: {bCluster = false}
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @filled_when_allocated
  // CHECK: ttg.local_alloc %
  // CHECK-NEXT: ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT: ttng.warp_group_dot
  // CHECK-NEXT: ttng.fence_async_shared {bCluster = true}
  // CHECK-NEXT: ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT: ttng.warp_group_dot
  tt.func @filled_when_allocated(%x: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #s, #smem>
    %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #s, #smem> * !ttg.memdesc<64x64xf16, #s, #smem> -> tensor<64x64xf32, #mma>
    ttng.fence_async_shared {bCluster = true}
    %1 = ttng.warp_group_dot %a, %a, %0 : !ttg.memdesc<64x64xf16, #s, #smem> * !ttg.memdesc<64x64xf16, #s, #smem> -> tensor<64x64xf32, #mma>
    tt.return %1 : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: tt.func @has_a_fence
  // CHECK: ttng.fence_async_shared
  // CHECK-NEXT: ttng.warp_group_dot
  tt.func @has_a_fence(%x: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #s, #smem>
    ttng.fence_async_shared {bCluster = false}
    %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #s, #smem> * !ttg.memdesc<64x64xf16, #s, #smem> -> tensor<64x64xf32, #mma>
    tt.return %0 : tensor<64x64xf32, #mma>
  }

  // A store through a view, and a product that reads through another one.
  // CHECK-LABEL: tt.func @stored
  // CHECK: ttg.local_store
  // CHECK: ttng.fence_async_shared
  // CHECK-NEXT: ttng.warp_group_dot
  tt.func @stored(%x: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %i: i32) -> tensor<64x64xf32, #mma> {
    %m = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #s, #smem, mutable>
    %v = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttg.local_store %x, %v : tensor<64x64xf16, #b> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %w = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %a = ttg.memdesc_trans %w {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #t, #smem, mutable>
    %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #t, #smem, mutable> * !ttg.memdesc<64x64xf16, #t, #smem, mutable> -> tensor<64x64xf32, #mma>
    tt.return %0 : tensor<64x64xf32, #mma>
  }

  // What copies fill needs none.
  // CHECK-LABEL: tt.func @copied
  // CHECK-NOT: ttng.fence_async_shared
  // CHECK: tt.return
  tt.func @copied(%d: !tt.tensordesc<tensor<64x64xf16, #s>>, %b: !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #smem, mutable>, %c: tensor<64x64xf32, #mma>, %i: i32, %p: i1) -> tensor<64x64xf32, #mma> {
    %a = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %a, %b, %p : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #s, #smem, mutable> * !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf32, #mma>
    tt.return %0 : tensor<64x64xf32, #mma>
  }

  // What was filled before a loop is seen since before it; the inner loop fills, so that the fence stays in the outer one.
  // CHECK-LABEL: tt.func @loops
  // CHECK: ttg.local_alloc %
  // CHECK-NEXT: ttng.fence_async_shared
  // CHECK-NEXT: scf.for
  // CHECK-NOT: ttng.fence_async_shared
  // CHECK: scf.for
  // CHECK: ttg.local_alloc %
  // CHECK-NEXT: ttng.fence_async_shared
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: ttng.warp_group_dot
  tt.func @loops(%x: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %n: index) {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #s, #smem>
    scf.for %i = %n to %n step %n {
      scf.for %k = %n to %n step %n {
        %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #s, #smem> * !ttg.memdesc<64x64xf16, #s, #smem> -> tensor<64x64xf32, #mma>
      }
    }
    scf.for %i = %n to %n step %n {
      %e = ttg.local_alloc %x : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #s, #smem>
      scf.for %k = %n to %n step %n {
        %0 = ttng.warp_group_dot %e, %a, %c : !ttg.memdesc<64x64xf16, #s, #smem> * !ttg.memdesc<64x64xf16, #s, #smem> -> tensor<64x64xf32, #mma>
      }
    }
    tt.return
  }

  // Memory that the next iteration gets was filled by this one.
  // CHECK-LABEL: tt.func @carried
  // CHECK: scf.for
  // CHECK: ttng.fence_async_shared
  // CHECK-NEXT: ttng.warp_group_dot
  tt.func @carried(%x: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>, %m: !ttg.memdesc<64x64xf16, #s, #smem, mutable>, %n: index) {
    %a = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %r = scf.for %i = %n to %n step %n iter_args(%e = %a) -> (!ttg.memdesc<64x64xf16, #s, #smem, mutable>) {
      %0 = ttng.warp_group_dot %e, %e, %c : !ttg.memdesc<64x64xf16, #s, #smem, mutable> * !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf32, #mma>
      %f = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
      ttg.local_store %x, %f : tensor<64x64xf16, #b> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
      scf.yield %f : !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    }
    tt.return
  }

  // Nobody knows who filled an argument; a capture of a partition is what was captured.
  // CHECK-LABEL: tt.func @arguments
  // CHECK: ttng.fence_async_shared
  // CHECK-NEXT: ttng.warp_group_dot
  // CHECK: partition0
  // CHECK-NOT: ttng.fence_async_shared
  // CHECK: partition1
  // CHECK: ttng.fence_async_shared
  // CHECK-NEXT: ttng.warp_group_dot
  tt.func @arguments(%m: !ttg.memdesc<64x64xf16, #s, #smem>, %x: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>) {
    %0 = ttng.warp_group_dot %m, %m, %c : !ttg.memdesc<64x64xf16, #s, #smem> * !ttg.memdesc<64x64xf16, #s, #smem> -> tensor<64x64xf32, #mma>
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #s, #smem>
    %e = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttg.warp_specialize(%a, %e)
    default {
      ttg.warp_yield
    }
    partition0(%f: !ttg.memdesc<64x64xf16, #s, #smem>, %g: !ttg.memdesc<64x64xf16, #s, #smem, mutable>) num_warps(4) {
      %z = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
      %1 = ttng.warp_group_dot %g, %g, %z : !ttg.memdesc<64x64xf16, #s, #smem, mutable> * !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf32, #mma>
      ttg.warp_return
    }
    partition1(%f: !ttg.memdesc<64x64xf16, #s, #smem>, %g: !ttg.memdesc<64x64xf16, #s, #smem, mutable>) num_warps(4) {
      %z = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
      %1 = ttng.warp_group_dot %f, %g, %z : !ttg.memdesc<64x64xf16, #s, #smem> * !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf32, #mma>
      ttg.warp_return
    } : (!ttg.memdesc<64x64xf16, #s, #smem>, !ttg.memdesc<64x64xf16, #s, #smem, mutable>) -> ()
    tt.return
  }

  // A matrix unit without shared memory of its own needs none.
  // CHECK-LABEL: tt.func @registers
  // CHECK-NOT: ttng.fence_async_shared
  // CHECK: tt.dot
  tt.func @registers(%x: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %0 = tt.dot %x, %x, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    tt.return %0 : tensor<16x16xf32>
  }
}
