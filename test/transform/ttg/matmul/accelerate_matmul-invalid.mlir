// RUN: tern-opt %s --split-input-file --tritongpu-accelerate-matmul --verify-diagnostics

// expected-error @below {{'builtin.module' op has no 'ttg.target' of the form "cuda:N"}}
// expected-note @below {{N is the compute capability, such as 90; --convert-triton-to-tritongpu sets it}}
module attributes {ttg.target = "hip:gfx942"} {
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:90"} {
  // Groups have four warps.
  tt.func @two_warps(%a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
    // expected-remark @below {{MMA version 3 acceleration not applied due to unsupported shapes or data types.}}
    // expected-note @below {{Target compute capability (90) supports MMA v3.}}
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:75"} {
  tt.func @old(%a: tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %b: tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
    // expected-remark @below {{Dot op using MMA for compute capability 75 has been deprecated. It falls back to the FMA path.}}
    %d = tt.dot %a, %b, %c : tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  // Only numbers of 16 bits may lie in either order.
  tt.func @turned_bytes(%a: tensor<64x64xi8, #blocked>, %b: tensor<64x64xi8, #blocked>, %c: tensor<64x64xi32, #blocked>) -> tensor<64x64xi32, #blocked> {
    %x = ttg.convert_layout %a : tensor<64x64xi8, #blocked> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
    %y = ttg.convert_layout %b : tensor<64x64xi8, #blocked> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
    // expected-warning @below {{Warning: Forcing a different order [0, 1] on SMEM than the register order for the operand 1.}}
    %d = tt.dot %x, %y, %c : tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xi32, #blocked>
    tt.return %d : tensor<64x64xi32, #blocked>
  }
}
