// C58. Options, types and what is legal come first: an index is as wide as they say, a tensor a struct, and nothing else is left.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f(%arg0: i32, %arg1: !llvm.struct<(f32)>
// CHECK-NOT: {{tt|ttg|arith}}\.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%i: index, %x: tensor<128xf32, #b>) -> tensor<128xf32, #b> {
    %0 = arith.addf %x, %x : tensor<128xf32, #b>
    tt.return %0 : tensor<128xf32, #b>
  }
}
