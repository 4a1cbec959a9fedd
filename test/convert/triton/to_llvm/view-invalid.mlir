// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm --verify-diagnostics

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @fewer_registers(%x: tensor<4x8xf32, #b>) {
    // expected-error @+3 {{'tt.reshape' op has encodings by which a thread of the result needs what others have}}
    // expected-note @+2 {{put a ttg.convert_layout in front of it}}
    // expected-error @+1 {{failed to legalize operation 'tt.reshape'}}
    %0 = tt.reshape %x allow_reorder : tensor<4x8xf32, #b> -> tensor<32xf32, #c>
    tt.return
  }
}
