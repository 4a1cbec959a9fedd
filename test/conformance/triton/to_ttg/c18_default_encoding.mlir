// C18. A tensor gets the blocked encoding that its shape, the warps, threads and blocks give.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK-DAG: #[[ONE:.*]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[TWO:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: tt.splat %{{.*}} : f32 -> tensor<128xf32, #[[ONE]]>
// CHECK: tt.splat %{{.*}} : f32 -> tensor<16x8xf32, #[[TWO]]>
tt.func @f(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<128xf32>
  %1 = tt.splat %x : f32 -> tensor<16x8xf32>
  tt.return
}
