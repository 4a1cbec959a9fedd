// RUN: tern-opt %s --tritonamdgpu-accelerate-matmul=arch-generation-name=gfx1100 | FileCheck %s

// CHECK: #[[$MMA:.*]] = #ttg.amd_wmma<{version = 1, isTranspose = true, warpsPerCTA = [2, 2]}>
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#y = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @halves(
  tt.func public @halves(%a: tensor<128x64xf16, #x>, %b: tensor<64x128xf16, #y>, %c: tensor<128x128xf32, #blocked>) -> tensor<128x128xf32, #blocked> {
    // CHECK: tt.dot {{.*}} -> tensor<128x128xf32, #[[$MMA]]>
    %0 = tt.dot %a, %b, %c : tensor<128x64xf16, #x> * tensor<64x128xf16, #y> -> tensor<128x128xf32, #blocked>
    tt.return %0 : tensor<128x128xf32, #blocked>
  }

  // Bytes are widened where that loses nothing; f32 has no instruction.
  // CHECK-LABEL: @others(
  tt.func public @others(%a: tensor<128x64xf8E5M2, #x>, %b: tensor<64x128xf8E5M2, #y>, %x: tensor<128x64xf32, #x>, %y: tensor<64x128xf32, #y>, %c: tensor<128x128xf32, #blocked>) -> (tensor<128x128xf32, #blocked>, tensor<128x128xf32, #blocked>) {
    // CHECK: tt.fp_to_fp {{.*}} : tensor<128x64xf8E5M2, {{.*}}> -> tensor<128x64xf16
    // CHECK: tt.dot {{.*}} -> tensor<128x128xf32, #[[$MMA]]>
    // CHECK: tt.dot {{.*}} -> tensor<128x128xf32, #blocked>
    %0 = tt.dot %a, %b, %c : tensor<128x64xf8E5M2, #x> * tensor<64x128xf8E5M2, #y> -> tensor<128x128xf32, #blocked>
    %1 = tt.dot %x, %y, %c : tensor<128x64xf32, #x> * tensor<64x128xf32, #y> -> tensor<128x128xf32, #blocked>
    tt.return %0, %1 : tensor<128x128xf32, #blocked>, tensor<128x128xf32, #blocked>
  }
}
