// RUN: tern-opt %s --split-input-file --verify-diagnostics --convert-triton-amdgpu-to-llvm=arch=gfx942

#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 16], isTransposed = true}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func private @depth(%a: tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>, %b: tensor<16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>, %c: tensor<32x32xf32, #mma>) -> tensor<32x32xf32, #mma> {
    // expected-error @+3 {{'tt.dot' op no matching matrix core intrinsic due to unsupported element type}}
    // expected-note @+2 {{run --tritonamdgpu-accelerate-matmul, which chooses operands that the chip takes}}
    // expected-error @+1 {{failed to legalize operation 'tt.dot' that was explicitly marked illegal}}
    %d = tt.dot %a, %b, %c : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<32x32xf32, #mma>
    tt.return %d : tensor<32x32xf32, #mma>
  }
}

// -----

#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func private @too_small(%a: tensor<64x8xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %b: tensor<8x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, %c: tensor<64x16xf32, #mma>) -> tensor<64x16xf32, #mma> {
    // expected-error @+2 {{'tt.dot' op has operands dealt to threads as v_mfma f32.32x32x8f16 does not take them}}
    // expected-error @+1 {{failed to legalize operation 'tt.dot' that was explicitly marked illegal}}
    %d = tt.dot %a, %b, %c : tensor<64x8xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<8x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<64x16xf32, #mma>
    tt.return %d : tensor<64x16xf32, #mma>
  }
}
