// RUN: tern-opt %s --tritongpu-optimize-dot-operands --canonicalize | FileCheck %s

#b2 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#b5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#r5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 1, 8, 4, 1], warpsPerCTA = [2, 2, 1, 1, 1], order = [4, 3, 2, 1, 0]}>
#t5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 4], threadsPerWarp = [1, 4, 8, 1, 1], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
#scale = #ttg.linear<{register = [[0, 1], [0, 2], [32, 0], [64, 0], [0, 4]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]], block = []}>
#flat = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4]], lane = [[32, 0], [64, 0], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#swizzled = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#m = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
!line = !ttg.memdesc<2x512xi8, #line, #smem, mutable>
!swizzled = !ttg.memdesc<2x512xi8, #swizzled, #smem, mutable>
!x = !ttg.memdesc<128x256xf8E5M2, #s, #smem>
!y = !ttg.memdesc<256x128xf8E5M2, #s, #smem>
!d = !ttg.memdesc<128x128xf32, #m, #ttng.tensor_memory, mutable>
!scales = !ttg.memdesc<128x8xi8, #ttng.tensor_memory_scales_encoding<>, #ttng.tensor_memory>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // The first scales lie block by block, so views of their memory will do; the second ones are swizzled within a block.
  // CHECK-LABEL: tt.func @scales
  // CHECK-NOT: ttng.tmem_alloc
  // CHECK: %[[B:.*]] = ttg.memdesc_reshape %arg0 : {{.*}} -> !ttg.memdesc<1x2x32x4x4xi8
  // CHECK: %[[V:.*]] = ttg.memdesc_trans %[[B]] {order = array<i32: 0, 3, 2, 1, 4>} : {{.*}} -> !ttg.memdesc<1x4x32x2x4xi8
  // CHECK: %[[F:.*]] = ttg.memdesc_reshape %[[V]] : {{.*}} -> !ttg.memdesc<128x8xi8
  // CHECK: %[[T:.*]] = ttng.tmem_alloc %{{.*}} -> !ttg.memdesc<128x8xi8
  // CHECK-NEXT: ttng.tc_gen5_mma_scaled %{{.*}}, %{{.*}}, %{{.*}}, %[[F]], %[[T]],
  tt.func @scales(%a: !line, %b: !swizzled, %x: !x, %y: !y, %d: !d, %p: i1) {
    %0 = ttg.local_load %a : !line -> tensor<2x512xi8, #b2>
    %1 = tt.reshape %0 : tensor<2x512xi8, #b2> -> tensor<1x2x32x4x4xi8, #r5>
    %2 = ttg.convert_layout %1 : tensor<1x2x32x4x4xi8, #r5> -> tensor<1x2x32x4x4xi8, #b5>
    %3 = tt.trans %2 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x2x32x4x4xi8, #b5> -> tensor<1x4x32x2x4xi8, #t5>
    %4 = tt.reshape %3 : tensor<1x4x32x2x4xi8, #t5> -> tensor<128x8xi8, #flat>
    %5 = ttg.convert_layout %4 : tensor<128x8xi8, #flat> -> tensor<128x8xi8, #scale>
    %6 = ttng.tmem_alloc %5 : (tensor<128x8xi8, #scale>) -> !scales
    %7 = ttg.local_load %b : !swizzled -> tensor<2x512xi8, #b2>
    %8 = tt.reshape %7 allow_reorder : tensor<2x512xi8, #b2> -> tensor<1x2x32x4x4xi8, #b5>
    %9 = tt.trans %8 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x2x32x4x4xi8, #b5> -> tensor<1x4x32x2x4xi8, #t5>
    %10 = tt.reshape %9 : tensor<1x4x32x2x4xi8, #t5> -> tensor<128x8xi8, #flat>
    %11 = ttg.convert_layout %10 : tensor<128x8xi8, #flat> -> tensor<128x8xi8, #scale>
    %12 = ttng.tmem_alloc %11 : (tensor<128x8xi8, #scale>) -> !scales
    ttng.tc_gen5_mma_scaled %x, %y, %d, %6, %12, %p, %p lhs = e5m2 rhs = e5m2 : !x, !y, !d, !scales, !scales
    tt.return
  }
}
