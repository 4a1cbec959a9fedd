// C16. The type converter is made of the numbers of warps, threads of a warp and blocks, and what it makes has them.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=8 threads-per-warp=32 num-ctas=2" | FileCheck %s

// CHECK: #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0], CGALayout = {{\[\[}}1]]}>
// CHECK: "ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 8 : i32
// CHECK: "ttg.threads-per-warp" = 32 : i32
tt.func @f(%x: f32) -> tensor<512xf32> {
  %0 = tt.splat %x : f32 -> tensor<512xf32>
  tt.return %0 : tensor<512xf32>
}
