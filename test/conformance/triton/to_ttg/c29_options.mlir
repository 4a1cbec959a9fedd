// C29. The options are in encodings and attributes; without them they are 4 warps of 32 threads and one block. The target has to be said.
// RUN: tern-opt %s --convert-triton-to-tritongpu=target=cuda:90 | FileCheck %s
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:80 num-warps=8 threads-per-warp=32 num-ctas=1" | FileCheck %s --check-prefix=EIGHT
// RUN: not tern-opt %s --convert-triton-to-tritongpu 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: warpsPerCTA = [4]
// CHECK: "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32
// EIGHT: warpsPerCTA = [8]
// EIGHT: "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80"
// NONE: error: 'convert-triton-to-tritongpu' requires 'target' option to be set
tt.func @f(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<512xf32>
  tt.return
}
