// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 --verify-diagnostics

#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @padded(%d: !tt.tensordesc<tensor<64x64xi8, #s>>, %x: i32, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>,
                          %m: !ttg.memdesc<64x64xi8, #s, #smem, mutable>, %p: i1) {
    // expected-error @below {{failed to legalize operation}}
    // expected-error @below {{copies numbers of 4 bits that are padded, which the target has not}}
    ttng.async_tma_copy_global_to_local %d[%x, %x] %m, %b, %p : !tt.tensordesc<tensor<64x64xi8, #s>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x64xi8, #s, #smem, mutable>
    tt.return
  }
}

// -----

#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 6}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @deep(%d: !tt.tensordesc<tensor<1x1x1x1x8x64xf16, #s>>, %x: i32, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>,
                        %m: !ttg.memdesc<1x1x1x1x8x64xf16, #s, #smem, mutable>, %p: i1) {
    // expected-error @below {{failed to legalize operation}}
    // expected-error @below {{has 6 dimensions, but copies have up to 5}}
    ttng.async_tma_copy_global_to_local %d[%x, %x, %x, %x, %x] %m, %b, %p : !tt.tensordesc<tensor<1x1x1x1x8x64xf16, #s>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<1x1x1x1x8x64xf16, #s, #smem, mutable>
    tt.return
  }
}
