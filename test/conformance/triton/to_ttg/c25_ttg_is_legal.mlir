// C25. Ops of ttg go through as they are.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: %[[A:.*]] = ttg.convert_layout %{{.*}} : tensor<128xf32, #[[P:.*]]> -> tensor<128xf32, #[[Q:.*]]>
// CHECK-NEXT: ttg.local_alloc %[[A]] : (tensor<128xf32, #[[Q]]>) -> !ttg.memdesc<128xf32, #shared, #smem>
#p = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#q = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: tensor<128xf32, #p>) {
    %0 = ttg.convert_layout %x : tensor<128xf32, #p> -> tensor<128xf32, #q>
    %1 = ttg.local_alloc %0 : (tensor<128xf32, #q>) -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory>
    tt.return
  }
}
