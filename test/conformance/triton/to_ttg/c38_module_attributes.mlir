// C38. The module says warps, threads, blocks, and the chip, which Triton writes as a target since 2024.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:89 num-warps=2 threads-per-warp=32 num-ctas=4" | FileCheck %s

// CHECK: module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:89", "ttg.threads-per-warp" = 32 : i32}
tt.func @f() {
  tt.return
}
