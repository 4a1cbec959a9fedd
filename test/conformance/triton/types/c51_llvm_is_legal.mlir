// C51. Ops of llvm stay as they are.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func @f(%arg0: i32) -> i32
// CHECK-NEXT: %[[X:.*]] = llvm.add %arg0, %arg0 : i32
// CHECK-NEXT: llvm.return %[[X]] : i32
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  llvm.func @f(%x: i32) -> i32 {
    %0 = llvm.add %x, %x : i32
    llvm.return %0 : i32
  }
}
