// C72. A kernel says how many threads it has; another function is not inlined where it says so, and gets where its shared memory begins.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func @kernel(%arg0: i32, %arg1: !llvm.ptr<1>, %arg2: !llvm.ptr<1>) attributes {nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 128>}
// CHECK: llvm.func internal @helper(%arg0: i32, %arg1: !llvm.ptr<3>, %arg2: !llvm.ptr<1>, %arg3: !llvm.ptr<1>){{.*}}passthrough = ["noinline"]
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%n: i32) {
    tt.return
  }
  tt.func private @helper(%n: i32) attributes {noinline = true} {
    tt.return
  }
}
