// C40. A pointer to a tensor is a struct of offsets, sizes, strides and the address.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f(%arg0: !llvm.struct<(i32, i32, i64, i64, i64, i64, ptr<1>)>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%p: !tt.ptr<tensor<8x8xf16>>) {
    tt.return
  }
}
