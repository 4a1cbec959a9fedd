// RUN: tern-opt %s --triton-nvidia-gpu-proxy-fence-insertion | FileCheck %s
// RUN: tern-opt %s --triton-nvidia-gpu-proxy-fence-insertion=compute-capability=80 | FileCheck %s --check-prefix=OLD

// Chips without tensor maps: the fence there is stays alone.
// OLD-COUNT-1: ttng.fence_async_shared
// OLD-NOT: ttng.fence_async_shared
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#l = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @read_before
  // CHECK: ttg.local_load
  // CHECK-NEXT: ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local
  tt.func @read_before(%d: !tt.tensordesc<tensor<64x64xf16, #s>>, %i: i32, %p: i1) -> tensor<64x64xf16, #b> {
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %n = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %e = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #l, #smem, mutable>
    %x = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #b>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %e, %p : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #l, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %n, %e, %p : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #l, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    tt.return %x : tensor<64x64xf16, #b>
  }

  // The second buffer lies where the first one was.
  // CHECK-LABEL: tt.func @written_in_the_same_place
  // CHECK: ttg.local_store
  // CHECK: ttng.fence_async_shared
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local
  tt.func @written_in_the_same_place(%d: !tt.tensordesc<tensor<64x64xf16, #s>>, %x: tensor<64x64xf16, #b>, %i: i32, %p: i1) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttg.local_store %x, %m : tensor<64x64xf16, #b> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttg.local_dealloc %m : !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %n = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %e = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #l, #smem, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %n, %e, %p : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #l, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    tt.return
  }

  // So does the memory that a conversion goes through.
  // CHECK-LABEL: tt.func @conversion_before
  // CHECK: ttg.convert_layout
  // CHECK: ttng.fence_async_shared
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local
  tt.func @conversion_before(%d: !tt.tensordesc<tensor<64x64xf16, #s>>, %x: tensor<64x64xf16, #b>, %i: i32, %p: i1) -> tensor<64x64xf16, #turned> {
    %y = ttg.convert_layout %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #turned>
    %n = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %e = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #l, #smem, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %n, %e, %p : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #l, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    tt.return %y : tensor<64x64xf16, #turned>
  }

  // One fence is enough; products and copies do without threads; a barrier of theirs is no memory that copies write.
  // CHECK-LABEL: tt.func @needs_none
  // CHECK: ttg.local_load
  // CHECK-NEXT: ttng.fence_async_shared
  // CHECK-NOT: ttng.fence_async_shared
  // CHECK: tt.return
  tt.func @needs_none(%d: !tt.tensordesc<tensor<64x64xf16, #s>>, %c: tensor<64x64xf32, #mma>, %i: i32, %p: i1) -> tensor<64x64xf16, #b> {
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %e = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #l, #smem, mutable>
    ttng.init_barrier %e, 1 : !ttg.memdesc<1xi64, #l, #smem, mutable>
    %x = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #b>
    ttng.fence_async_shared {bCluster = false}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %e, %p : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #l, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttng.wait_barrier %e, %i : !ttg.memdesc<1xi64, #l, #smem, mutable>
    %0 = ttng.warp_group_dot %m, %m, %c : !ttg.memdesc<64x64xf16, #s, #smem, mutable> * !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf32, #mma>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %e, %p : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #l, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    tt.return %x : tensor<64x64xf16, #b>
  }

  // What the iteration before has read.
  // CHECK-LABEL: tt.func @loop
  // CHECK: scf.for
  // CHECK-NEXT: ttng.fence_async_shared
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local
  // CHECK: ttg.local_load
  tt.func @loop(%d: !tt.tensordesc<tensor<64x64xf16, #s>>, %i: i32, %p: i1, %n: index) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %e = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #l, #smem, mutable>
    scf.for %k = %n to %n step %n {
      ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %e, %p : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #l, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
      %x = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #b>
    }
    tt.return
  }

  // And what a function has that was called.
  // CHECK-LABEL: tt.func @call
  // CHECK: tt.call @uses_memory
  // CHECK: ttng.fence_async_shared
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local
  tt.func @call(%d: !tt.tensordesc<tensor<64x64xf16, #s>>, %x: tensor<64x64xf16, #b>, %i: i32, %p: i1) {
    %e = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #l, #smem, mutable>
    %y = tt.call @uses_memory(%x) : (tensor<64x64xf16, #b>) -> tensor<64x64xf16, #b>
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %e, %p : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #l, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    tt.return
  }
  tt.func private @uses_memory(%x: tensor<64x64xf16, #b>) -> tensor<64x64xf16, #b> attributes {noinline = true} {
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    ttg.local_store %x, %m : tensor<64x64xf16, #b> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
    %y = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> tensor<64x64xf16, #b>
    tt.return %y : tensor<64x64xf16, #b>
  }
}
