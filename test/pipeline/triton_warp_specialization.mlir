// RUN: tern-opt %s --allow-unregistered-dialect --tritongpu-automatic-warp-specialization="num-stages=4" | FileCheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#load = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
!a = !ttg.memdesc<128x64xf16, #boxes, #smem>
!b = !ttg.memdesc<64x64xf16, #boxes, #smem>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:100"} {
  // One group loads into four buffers, one multiplies, and the function's own warps wait for the last product.
  // CHECK-LABEL: @product
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<4x128x64xf16,
  // CHECK: ttng.init_barrier
  // CHECK: ttg.warp_specialize
  // CHECK: default {
  // CHECK-NOT: ttng.tc_gen5_mma
  // CHECK-NOT: ttng.async_tma_copy_global_to_local
  // CHECK: partition0({{.*}}) num_warps(4) {
  // CHECK: scf.for
  // CHECK: ttng.wait_barrier
  // CHECK: ttng.tc_gen5_mma
  // CHECK: ttng.tc_gen5_commit
  // CHECK: ttg.warp_return
  // CHECK: partition1({{.*}}) num_warps(4) {
  // CHECK: scf.for
  // CHECK: ttng.wait_barrier
  // CHECK: ttng.barrier_expect
  // CHECK-COUNT-2: ttng.async_tma_copy_global_to_local
  // CHECK: ttg.warp_return
  // CHECK: ttng.tmem_load
  tt.func @product(%p: !tt.tensordesc<tensor<128x64xf16, #boxes>>, %q: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %n: i32, %z: tensor<128x64xf32, #rows>) -> tensor<128x64xf32, #rows> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %s = ttng.tmem_store %z, %m[%t], %true : tensor<128x64xf32, #rows> -> !sums
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %s) -> (!ttg.async.token) : i32 {
      %a = tt.descriptor_load %p[%c0, %i] : !tt.tensordesc<tensor<128x64xf16, #boxes>> -> tensor<128x64xf16, #load>
      %b = tt.descriptor_load %q[%i, %c0] : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #load>
      %d = ttg.local_alloc %a : (tensor<128x64xf16, #load>) -> !a
      %e = ttg.local_alloc %b : (tensor<64x64xf16, #load>) -> !b
      %v = ttng.tc_gen5_mma %d, %e, %m[%u], %true, %true : !a, !b, !sums
      scf.yield %v : !ttg.async.token
    } {tt.warp_specialize}
    %x, %w = ttng.tmem_load %m[%r] : !sums -> tensor<128x64xf32, #rows>
    tt.return %x : tensor<128x64xf32, #rows>
  }

  // What nobody wants divided, or has nothing to divide, stays.
  // CHECK-LABEL: @others
  // CHECK-NOT: ttg.warp_specialize
  tt.func @others(%n: i32, %p: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    } {tt.warp_specialize}
    tt.return
  }
}
