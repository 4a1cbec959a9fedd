// C80. The same layout is not computed twice.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f
// CHECK-COUNT-1: nvvm.read.ptx.sreg.tid.x
// CHECK-COUNT-1: llvm.shl
// CHECK-NOT: llvm.shl
// CHECK: llvm.return
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f() -> (tensor<128xi32, #b>, tensor<128xi32, #b>) {
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
    %1 = tt.make_range {end = 256 : i32, start = 128 : i32} : tensor<128xi32, #b>
    tt.return %0, %1 : tensor<128xi32, #b>, tensor<128xi32, #b>
  }
}
