// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=80 --verify-diagnostics

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a4 = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 4}>
#b4 = #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 4}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @too_old(%a: tensor<32x32xf8E5M2, #a4>, %b: tensor<32x16xf8E5M2, #b4>, %c: tensor<32x16xf32, #m>) -> tensor<32x16xf32, #m> {
    // expected-error @+3 {{'tt.dot' op multiplies 'f8E5M2' and 'f8E5M2' for sums of 'f32', for which sm_80 has no mma.sync}}
    // expected-note @+2 {{--decompose-unsupported-nvidia-conversions casts floats of 8 bits}}
    // expected-error @+1 {{failed to legalize operation 'tt.dot'}}
    %0 = tt.dot %a, %b, %c : tensor<32x32xf8E5M2, #a4> * tensor<32x16xf8E5M2, #b4> -> tensor<32x16xf32, #m>
    tt.return %0 : tensor<32x16xf32, #m>
  }
}
