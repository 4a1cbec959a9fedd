// RUN: tern-opt %s --test-print-membar | FileCheck %s
// RUN: tern-opt %s --convert-scf-to-cf --test-print-membar | FileCheck %s --check-prefix=BLOCKS
// RUN: tern-opt %s --test-tritonamdgpu-membar | FileCheck %s --check-prefix=AMD

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#within = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!m = !ttg.memdesc<128xf32, #s, #smem, mutable>
!t = tensor<128xf32, #line>
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @read_behind_write
  // CHECK: ttg.local_store
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_store
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_store
  // CHECK-NOT: ttg.local_barrier
  // CHECK: tt.return
  tt.func @read_behind_write(%x: !t) -> (!t, !t) {
    %m = ttg.local_alloc : () -> !m
    ttg.local_store %x, %m : !t -> !m
    %a = ttg.local_load %m : !m -> !t
    %b = ttg.local_load %m : !m -> !t
    ttg.local_store %a, %m : !t -> !m
    ttg.local_store %b, %m : !t -> !m
    tt.return %a, %b : !t, !t
  }

  // Other memory, a barrier that is there, and an allocation that writes nothing.
  // CHECK-LABEL: @no_hazard
  // CHECK: ttg.local_store
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.local_dealloc
  // CHECK-NOT: ttg.local_barrier
  // CHECK: tt.return
  tt.func @no_hazard(%x: !t) -> (!t, !t) {
    %m = ttg.local_alloc : () -> !m
    %n = ttg.local_alloc : () -> !m
    ttg.local_store %x, %m : !t -> !m
    %a = ttg.local_load %n : !m -> !t
    gpu.barrier
    %b = ttg.local_load %m : !m -> !t
    ttg.local_dealloc %m : !m
    ttg.local_dealloc %n : !m
    tt.return %a, %b : !t, !t
  }

  // The same place, by another name.
  // CHECK-LABEL: @reused_place
  // CHECK: ttg.local_alloc %
  // CHECK-NEXT: ttg.local_dealloc
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_alloc %
  tt.func @reused_place(%x: !t) {
    %m = ttg.local_alloc %x : (!t) -> !m
    ttg.local_dealloc %m : !m
    %n = ttg.local_alloc %x : (!t) -> !m
    tt.return
  }

  // One branch has a barrier, the other has not.
  // CHECK-LABEL: @branches
  // CHECK: scf.if
  // CHECK-NEXT: gpu.barrier
  // CHECK: }
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_load
  // BLOCKS-LABEL: @branches
  // BLOCKS: gpu.barrier
  // BLOCKS-NEXT: cf.br
  // BLOCKS-NEXT: ^{{.*}}:
  // BLOCKS-NEXT: ttg.local_barrier
  // BLOCKS-NEXT: ttg.local_load
  tt.func @branches(%x: !t, %c: i1) -> !t {
    %m = ttg.local_alloc : () -> !m
    ttg.local_store %x, %m : !t -> !m
    scf.if %c {
      gpu.barrier
    }
    %a = ttg.local_load %m : !m -> !t
    tt.return %a : !t
  }

  // Both have one.
  // CHECK-LABEL: @both_branches
  // CHECK-NOT: ttg.local_barrier
  // CHECK: tt.return
  tt.func @both_branches(%x: !t, %c: i1) -> !t {
    %m = ttg.local_alloc : () -> !m
    ttg.local_store %x, %m : !t -> !m
    scf.if %c {
      gpu.barrier
    } else {
      gpu.barrier
    }
    %a = ttg.local_load %m : !m -> !t
    tt.return %a : !t
  }

  // The load of one turn and the store of the next one.
  // CHECK-LABEL: @loop
  // CHECK: scf.for
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_store
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: scf.yield
  // BLOCKS-LABEL: @loop
  // BLOCKS: ttg.local_barrier
  // BLOCKS-NEXT: ttg.local_store
  // BLOCKS-NEXT: ttg.local_barrier
  // BLOCKS-NEXT: ttg.local_load
  tt.func @loop(%x: !t, %n: index) -> !t {
    %m = ttg.local_alloc : () -> !m
    %r = scf.for %i = %n to %n step %n iter_args(%y = %x) -> !t {
      ttg.local_store %y, %m : !t -> !m
      %a = ttg.local_load %m : !m -> !t
      scf.yield %a : !t
    }
    tt.return %r : !t
  }

  // An op with scratch memory is a barrier for what came before, in other memory; what it reads last is pending.
  // CHECK-LABEL: @scratch
  // CHECK: ttg.local_store
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.convert_layout
  tt.func @scratch(%x: !t, %y: tensor<16x32xf32, #rows>) -> (!t, tensor<16x32xf32, #columns>, tensor<16x32xf32, #columns>) {
    %m = ttg.local_alloc : () -> !m
    ttg.local_store %x, %m : !t -> !m
    %v = ttg.convert_layout %y : tensor<16x32xf32, #rows> -> tensor<16x32xf32, #columns>
    %a = ttg.local_load %m : !m -> !t
    %w = ttg.convert_layout %y : tensor<16x32xf32, #rows> -> tensor<16x32xf32, #columns>
    tt.return %a, %v, %w : !t, tensor<16x32xf32, #columns>, tensor<16x32xf32, #columns>
  }

  // A conversion within warps has a barrier of the warp, which is none for others.
  // CHECK-LABEL: @within_warps
  // CHECK: ttg.local_store
  // CHECK-NEXT: ttg.convert_layout
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_load
  tt.func @within_warps(%x: !t, %y: tensor<16x32xf32, #rows>) -> (!t, tensor<16x32xf32, #within>) {
    %m = ttg.local_alloc : () -> !m
    ttg.local_store %x, %m : !t -> !m
    %v = ttg.convert_layout %y : tensor<16x32xf32, #rows> -> tensor<16x32xf32, #within>
    %a = ttg.local_load %m : !m -> !t
    tt.return %a, %v : !t, tensor<16x32xf32, #within>
  }

  // Threads wait for their own copies only; AMD's loads may say that they have waited.
  // CHECK-LABEL: @copies
  // CHECK: ttg.async_copy_global_to_local
  // CHECK-NEXT: ttg.async_wait
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.async_copy_global_to_local
  // AMD-LABEL: @copies
  // AMD: ttg.async_wait
  // AMD-NEXT: ttg.local_barrier
  // AMD-NEXT: ttg.local_load
  // AMD-NEXT: ttg.async_copy_global_to_local
  tt.func @copies(%p: tensor<128x!tt.ptr<f32>, #line>) -> !t {
    %m = ttg.local_alloc : () -> !m
    %t = ttg.async_copy_global_to_local %p, %m : tensor<128x!tt.ptr<f32>, #line> -> <128xf32, #s, #smem, mutable>
    %w = ttg.async_wait %t {num = 0 : i32}
    %a = ttg.local_load %m token %w {ttg.amdg.syncedViaAsyncWait = true} : !m -> !t
    %u = ttg.async_copy_global_to_local %p, %m : tensor<128x!tt.ptr<f32>, #line> -> <128xf32, #s, #smem, mutable>
    tt.return %a : !t
  }

  // CHECK-LABEL: @reads_first
  // CHECK-NOT: ttg.local_barrier
  // CHECK: tt.return
  tt.func private @reads_first(%y: tensor<16x32xf32, #rows>) -> tensor<16x32xf32, #columns> {
    %v = ttg.convert_layout %y : tensor<16x32xf32, #rows> -> tensor<16x32xf32, #columns>
    tt.return %v : tensor<16x32xf32, #columns>
  }

  // The callee's memory is the caller's at the place that the call is given: the second call overwrites what the first one may still
  // read, and the store between them lies elsewhere.
  // CHECK-LABEL: @calls
  // CHECK: ttg.local_store
  // CHECK-NEXT: tt.call
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: tt.call
  // CHECK-NEXT: ttg.local_load
  tt.func @calls(%x: !t, %y: tensor<16x32xf32, #rows>) -> (!t, !t, tensor<16x32xf32, #columns>, tensor<16x32xf32, #columns>) {
    %m = ttg.local_alloc : () -> !m
    ttg.local_store %x, %m : !t -> !m
    %v = tt.call @reads_first(%y) : (tensor<16x32xf32, #rows>) -> tensor<16x32xf32, #columns>
    %a = ttg.local_load %m : !m -> !t
    %w = tt.call @reads_first(%y) : (tensor<16x32xf32, #rows>) -> tensor<16x32xf32, #columns>
    %b = ttg.local_load %m : !m -> !t
    tt.return %a, %b, %v, %w : !t, !t, tensor<16x32xf32, #columns>, tensor<16x32xf32, #columns>
  }

  // Partitions are programs of their own.
  // CHECK-LABEL: @partitions
  // CHECK: partition0
  // CHECK: ttg.local_store
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: ttg.local_load
  tt.func @partitions() {
    %m = ttg.local_alloc : () -> !m
    ttg.warp_specialize(%m)
    default {
      ttg.warp_yield
    }
    partition0(%n: !m) num_warps(4) {
      %x = arith.constant dense<1.0> : !t
      ttg.local_store %x, %n : !t -> !m
      %a = ttg.local_load %n : !m -> !t
      ttg.local_store %a, %n : !t -> !m
      ttg.warp_return
    } : (!m) -> ()
    tt.return
  }
}
