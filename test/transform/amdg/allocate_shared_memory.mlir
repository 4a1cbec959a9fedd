// RUN: tern-opt %s --allocate-amdgpu-shared-memory | FileCheck %s

// Buffers that are not used at the same time lie at the same place.
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: ttg.shared = 2048 : i32
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @two_buffers(
  tt.func @two_buffers(%x: tensor<32x32xf16, #blocked>) {
    // CHECK: ttg.local_alloc %arg0 {allocation.offset = 0 : i32}
    %0 = ttg.local_alloc %x : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #ttg.shared_memory>
    ttg.local_dealloc %0 : !ttg.memdesc<32x32xf16, #shared, #ttg.shared_memory>
    // CHECK: ttg.local_alloc %arg0 {allocation.offset = 0 : i32}
    %1 = ttg.local_alloc %x : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #ttg.shared_memory>
    ttg.local_dealloc %1 : !ttg.memdesc<32x32xf16, #shared, #ttg.shared_memory>
    tt.return
  }
}
