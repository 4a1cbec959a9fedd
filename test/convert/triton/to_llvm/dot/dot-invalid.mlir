// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=80 --verify-diagnostics

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @too_old(%a: !ttg.memdesc<64x16xf16, #t, #smem>, %b: !ttg.memdesc<16x16xf16, #t, #smem>, %c: tensor<64x16xf32, #m>) {
    // expected-error @+2 {{'ttng.warp_group_dot' op needs sm_90a, but the target is sm_80}}
    // expected-error @+1 {{failed to legalize operation 'ttng.warp_group_dot'}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x16xf16, #t, #smem> * !ttg.memdesc<16x16xf16, #t, #smem> -> tensor<64x16xf32, #m>
    tt.return
  }
}

// -----

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @shallow(%a: tensor<16x4xf16, #a>, %b: tensor<4x8xf16, #b>, %c: tensor<16x8xf32, #m>) {
    // expected-error @+3 {{'tt.dot' op multiplies along 4 elements, but mma.sync.m16n8k16.row.col.f32.f16.f16.f32 takes multiples of 16}}
    // expected-note @+2 {{fill the operands up with zeros}}
    // expected-error @+1 {{failed to legalize operation 'tt.dot'}}
    %0 = tt.dot %a, %b, %c : tensor<16x4xf16, #a> * tensor<4x8xf16, #b> -> tensor<16x8xf32, #m>
    tt.return
  }
}
