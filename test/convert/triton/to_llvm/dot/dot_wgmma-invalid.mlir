// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @not_swizzled(%a: !ttg.memdesc<64x64xf16, #s, #smem>, %b: !ttg.memdesc<64x16xf16, #t, #smem>, %c: tensor<64x16xf32, #m>) {
    // expected-error @+3 {{'ttng.warp_group_dot' op has an operand that wgmma cannot read}}
    // expected-note @+2 {{an nvmma_shared encoding with a swizzle of 32, 64 or 128 bytes}}
    // expected-error @+1 {{failed to legalize operation 'ttng.warp_group_dot'}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #s, #smem> * !ttg.memdesc<64x16xf16, #t, #smem> -> tensor<64x16xf32, #m>
    tt.return
  }
}

// -----

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 32]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @turned(%a: !ttg.memdesc<64x32xi8, #s, #smem>, %b: !ttg.memdesc<32x32xi8, #t, #smem>, %c: tensor<64x32xi32, #m>) {
    // expected-error @+3 {{'ttng.warp_group_dot' op has an operand whose depth is not contiguous, which wgmma takes of f16 and bf16 only}}
    // expected-note @+2 {{lay the operand out the other way}}
    // expected-error @+1 {{failed to legalize operation 'ttng.warp_group_dot'}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x32xi8, #s, #smem> * !ttg.memdesc<32x32xi8, #t, #smem> -> tensor<64x32xi32, #m>
    tt.return
  }
}

// -----

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @mixed(%a: !ttg.memdesc<64x16xf16, #t, #smem>, %b: !ttg.memdesc<16x16xbf16, #t, #smem>, %c: tensor<64x16xf32, #m>) {
    // expected-error @+3 {{'ttng.warp_group_dot' op multiplies 'f16' and 'bf16' for sums of 'f32', for which there is no wgmma}}
    // expected-note @+2 {{operands are both f16, bf16, f32 or floats of 8 bits for sums of f32, or i8 for i32}}
    // expected-error @+1 {{failed to legalize operation 'ttng.warp_group_dot'}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x16xf16, #t, #smem> * !ttg.memdesc<16x16xbf16, #t, #smem> -> tensor<64x16xf32, #m>
    tt.return
  }
}

// -----

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @narrow_sums(%a: !ttg.memdesc<64x16xbf16, #t, #smem>, %b: !ttg.memdesc<16x16xbf16, #t, #smem>, %c: tensor<64x16xbf16, #m>) {
    // expected-error @+3 {{'ttng.warp_group_dot' op multiplies 'bf16' and 'bf16' for sums of 'bf16', for which there is no wgmma}}
    // expected-note @+2 {{operands are both f16, bf16, f32 or floats of 8 bits for sums of f32, or i8 for i32}}
    // expected-error @+1 {{failed to legalize operation 'ttng.warp_group_dot'}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x16xbf16, #t, #smem> * !ttg.memdesc<16x16xbf16, #t, #smem> -> tensor<64x16xbf16, #m>
    tt.return
  }
}

// -----

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func private @wide_sums(%a: !ttg.memdesc<64x16xf16, #t, #smem>, %b: !ttg.memdesc<16x16xf16, #t, #smem>, %c: tensor<64x16xf64, #m>) {
    // expected-error @+3 {{'ttng.warp_group_dot' op multiplies 'f16' and 'f16' for sums of 'f64', for which there is no wgmma}}
    // expected-note @+2 {{operands are both f16, bf16, f32 or floats of 8 bits for sums of f32, or i8 for i32}}
    // expected-error @+1 {{failed to legalize operation 'ttng.warp_group_dot'}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x16xf16, #t, #smem> * !ttg.memdesc<16x16xf16, #t, #smem> -> tensor<64x16xf64, #m>
    tt.return
  }
}
