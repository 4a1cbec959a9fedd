// C55. Casts between types that are not converted yet stay, and go as pairs.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s
// RUN: tern-opt %s --convert-triton-gpu-to-llvm --reconcile-unrealized-casts | FileCheck %s --check-prefix=PAIRS

// CHECK: %[[C:.*]] = builtin.unrealized_conversion_cast %arg0 : i32 to f32
// CHECK-NEXT: builtin.unrealized_conversion_cast %[[C]] : f32 to i32
// PAIRS-NOT: unrealized
// PAIRS: llvm.return %arg0 : i32
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  llvm.func @f(%x: i32) -> i32 {
    %0 = builtin.unrealized_conversion_cast %x : i32 to f32
    %1 = builtin.unrealized_conversion_cast %0 : f32 to i32
    llvm.return %1 : i32
  }
}
