// C41. A tensor is a struct of the elements that a thread has: one of 128 in 128 threads, four in a warp.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f(%arg0: !llvm.struct<(f32)>, %arg1: !llvm.struct<(f32, f32, f32, f32)>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%x: tensor<128xf32, #b>, %y: tensor<512xf32, #b>) {
    tt.return
  }
}
