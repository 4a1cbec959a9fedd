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

// -----

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a4 = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 4}>
#b4 = #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 4}>
#s = #ttg.linear<{register = [], lane = [[8, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#t = #ttg.linear<{register = [], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @scaled(%a: tensor<16x32xi8, #a4>, %b: tensor<32x8xi8, #b4>, %c: tensor<16x8xf32, #m>, %s: tensor<16x1xi8, #s>, %t: tensor<8x1xi8, #t>) -> tensor<16x8xf32, #m> {
    // expected-error @+3 {{'tt.dot_scaled' op is no product that mma.sync of sm_80 multiplies with its scales}}
    // expected-note @+2 {{on sm_120 those are products of e4m3 and e5m2, or of e2m1, with two scales of one type and kWidth 4; --tritongpu-accelerate-matmul multiplies others out}}
    // expected-error @+1 {{failed to legalize operation 'tt.dot_scaled'}}
    %0 = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x32xi8, #a4>, tensor<16x1xi8, #s> * tensor<32x8xi8, #b4>, tensor<8x1xi8, #t> -> tensor<16x8xf32, #m>
    tt.return %0 : tensor<16x8xf32, #m>
  }
}
