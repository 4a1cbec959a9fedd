// Triton sorts 2^n numbers as a tensor of n dimensions: layouts have up to sixteen of them.
// RUN: tern-opt %s | FileCheck %s

#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#box = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1, 1, 1, 1, 2, 2], threadsPerWarp = [1, 1, 1, 2, 2, 2, 2, 2, 1, 1], warpsPerCTA = [1, 2, 2, 1, 1, 1, 1, 1, 1, 1], order = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @ten
  // CHECK: tt.reshape %{{.*}} : tensor<1024xi32, #{{[a-z0-9]+}}> -> tensor<2x2x2x2x2x2x2x2x2x2xi32, #{{[a-z0-9]+}}>
  tt.func @ten(%x: tensor<1024xi32, #line>) {
    %y = tt.reshape %x : tensor<1024xi32, #line> -> tensor<2x2x2x2x2x2x2x2x2x2xi32, #box>
    tt.return
  }
}
