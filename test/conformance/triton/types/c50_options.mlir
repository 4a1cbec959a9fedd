// C50. What lowers to LLVM is asked with options: an index has 32 bits.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f(%arg0: i32
// CHECK: llvm.mlir.constant(7 : index) : i32
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%x: index) -> index {
    %c = arith.constant 7 : index
    %0 = arith.addi %x, %c : index
    tt.return %0 : index
  }
}
