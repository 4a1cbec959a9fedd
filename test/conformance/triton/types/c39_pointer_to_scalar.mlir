// C39. A pointer to a number is one of LLVM in the same address space.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<3>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32, 3>) {
    tt.return
  }
}
