// C93. Arithmetic of numbers that are no tensors is lowered, too.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f
// CHECK: llvm.add %arg0, %arg0 : i32
// CHECK: llvm.sitofp
// CHECK: llvm.intr.fma
// CHECK-NOT: {{arith|math}}\.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%i: i32) -> f32 {
    %0 = arith.addi %i, %i : i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = math.fma %1, %1, %1 : f32
    tt.return %2 : f32
  }
}
