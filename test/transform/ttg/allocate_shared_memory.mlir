// RUN: tern-opt %s --split-input-file --allocate-shared-memory --verify-diagnostics | FileCheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#swap = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
// CHECK: module attributes {"ttg.num-warps" = 4 : i32, ttg.shared = 2560 : i32}
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func private @callee
  tt.func private @callee() {
    // CHECK-NEXT: ttg.local_alloc {allocation.offset = 0 : i32}
    %m = ttg.local_alloc : () -> !ttg.memdesc<256xi8, #s, #smem, mutable>
    tt.return
  }

  // CHECK: tt.func @kernel
  tt.func @kernel(%x: tensor<16x32xf32, #rows>) -> tensor<16x32xf32, #columns> {
    // CHECK: ttg.local_alloc {allocation.offset = 2048 : i32}
    %m = ttg.local_alloc : () -> !ttg.memdesc<512xi8, #s, #smem, mutable>
    // CHECK: ttg.convert_layout %{{.*}} {allocation.offset = 0 : i32}
    %y = ttg.convert_layout %x : tensor<16x32xf32, #rows> -> tensor<16x32xf32, #columns>
    // Nothing and shuffles need no memory.
    // CHECK: ttg.convert_layout %{{[^{]*}} : tensor
    %z = ttg.convert_layout %x : tensor<16x32xf32, #rows> -> tensor<16x32xf32, #rows>
    // CHECK: tt.call @callee() {allocation.offset = 0 : i32}
    tt.call @callee() : () -> ()
    ttg.local_dealloc %m : !ttg.memdesc<512xi8, #s, #smem, mutable>
    tt.return %y : tensor<16x32xf32, #columns>
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @a() {
    tt.call @b() : () -> ()
    tt.return
  }
  tt.func @b() {
    // expected-error @+2 {{'tt.call' op makes 'a' call itself}}
    // expected-note @+1 {{shared memory is laid out ahead of time: write a loop instead}}
    tt.call @a() : () -> ()
    tt.return
  }
}
