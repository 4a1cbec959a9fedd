// RUN: tern-opt %s --mlir-print-local-scope --tritongpu-optimize-partition-warps | FileCheck %s

#four = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, "ttg.num-ctas" = 1 : i32, ttg.target = "cuda:90"} {
  // No tensor: one warp. A small tensor: one warp, and its encoding is for one. A large one: as it is.
  // CHECK-LABEL: @sizes
  // CHECK: ttg.warp_specialize({{.*}}) attributes {requestedRegisters = array<i32: 24, 88, 88>}
  // CHECK: partition0({{.*}}) num_warps(1)
  // CHECK: arith.addi
  // CHECK: partition1({{.*}}) num_warps(1)
  // CHECK: ttg.local_load {{.*}} -> tensor<16x16xf16, #ttg.blocked<{{.*}}warpsPerCTA = [1, 1], order = [1, 0]}>>
  // CHECK: arith.addf {{.*}}warpsPerCTA = [1, 1]
  // CHECK: ttg.local_store {{.*}}warpsPerCTA = [1, 1]
  // CHECK: partition2({{.*}}) num_warps(4)
  // CHECK: tensor<128x256xf32, {{.*}}warpsPerCTA = [4, 1]
  tt.func @sizes(%x: i32) {
    %small = ttg.local_alloc : () -> !ttg.memdesc<16x16xf16, #boxes, #smem, mutable>
    %large = ttg.local_alloc : () -> !ttg.memdesc<128x256xf16, #boxes, #smem, mutable>
    ttg.warp_specialize(%x, %small, %large)
    default {
      ttg.warp_yield
    }
    partition0(%a: i32, %b: !ttg.memdesc<16x16xf16, #boxes, #smem, mutable>, %c: !ttg.memdesc<128x256xf16, #boxes, #smem, mutable>) num_warps(4) {
      %d = arith.addi %a, %a : i32
      ttg.warp_return
    }
    partition1(%a: i32, %b: !ttg.memdesc<16x16xf16, #boxes, #smem, mutable>, %c: !ttg.memdesc<128x256xf16, #boxes, #smem, mutable>) num_warps(4) {
      %v = ttg.local_load %b : !ttg.memdesc<16x16xf16, #boxes, #smem, mutable> -> tensor<16x16xf16, #four>
      %w = arith.addf %v, %v : tensor<16x16xf16, #four>
      ttg.local_store %w, %b : tensor<16x16xf16, #four> -> !ttg.memdesc<16x16xf16, #boxes, #smem, mutable>
      ttg.warp_return
    }
    partition2(%a: i32, %b: !ttg.memdesc<16x16xf16, #boxes, #smem, mutable>, %c: !ttg.memdesc<128x256xf16, #boxes, #smem, mutable>) num_warps(4) {
      %v = ttg.local_load %c : !ttg.memdesc<128x256xf16, #boxes, #smem, mutable> -> tensor<128x256xf16, #four>
      %w = arith.extf %v : tensor<128x256xf16, #four> to tensor<128x256xf32, #four>
      %u = arith.truncf %w : tensor<128x256xf32, #four> to tensor<128x256xf16, #four>
      ttg.local_store %u, %c : tensor<128x256xf16, #four> -> !ttg.memdesc<128x256xf16, #boxes, #smem, mutable>
      ttg.warp_return
    } : (i32, !ttg.memdesc<16x16xf16, #boxes, #smem, mutable>, !ttg.memdesc<128x256xf16, #boxes, #smem, mutable>) -> ()
    tt.return
  }
}
