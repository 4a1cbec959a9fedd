// C81. A pattern of more benefit wins: of two for a quotient of f32, Triton's, which approximates, goes before that of arith.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f
// CHECK-NOT: llvm.fdiv
// CHECK: "llvm.nvvm.div.full"
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%x: tensor<128xf32, #b>) -> tensor<128xf32, #b> {
    %0 = arith.divf %x, %x : tensor<128xf32, #b>
    tt.return %0 : tensor<128xf32, #b>
  }
}
