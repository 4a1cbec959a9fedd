// RUN: tern-opt %s --split-input-file --verify-diagnostics --convert-triton-amdgpu-to-llvm=arch=gfx1100

#mma = #ttg.amd_wmma<{version = 1, warpsPerCTA = [1, 1], isTranspose = true, instrShape = [16, 16, 16]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @types(%a: tensor<16x16xf32, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>>, %b: tensor<16x16xf32, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    // expected-error @+3 {{'tt.dot' op no matching matrix core intrinsic due to unsupported element type}}
    // expected-note @+2 {{run --tritonamdgpu-accelerate-matmul, which chooses operands that the chip takes}}
    // expected-error @+1 {{failed to legalize operation 'tt.dot' that was explicitly marked illegal}}
    %d = tt.dot %a, %b, %c : tensor<16x16xf32, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>> * tensor<16x16xf32, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>> -> tensor<16x16xf32, #mma>
    tt.return %d : tensor<16x16xf32, #mma>
  }
}

// -----

#mma = #ttg.amd_wmma<{version = 1, warpsPerCTA = [1, 1], isTranspose = true, instrShape = [16, 16, 16]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @too_small(%a: tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>>, %b: tensor<16x8xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>>, %c: tensor<16x8xf32, #mma>) -> tensor<16x8xf32, #mma> {
    // expected-error @+2 {{'tt.dot' op has operands dealt to threads as v_wmma f32.16x16x16.f16 does not take them}}
    // expected-error @+1 {{failed to legalize operation 'tt.dot' that was explicitly marked illegal}}
    %d = tt.dot %a, %b, %c : tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>> * tensor<16x8xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>> -> tensor<16x8xf32, #mma>
    tt.return %d : tensor<16x8xf32, #mma>
  }
}
