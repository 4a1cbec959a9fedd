// RUN: tern-opt %s --split-input-file --verify-diagnostics --triton-nvidia-check-matmul-two-cta | FileCheck %s

// CHECK: module attributes {"ttng.two-ctas" = false}
module {}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#nvb = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CTASplitM = 2, twoCTAs = true>
// CHECK: module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttng.two-ctas" = true}
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @two(%a: !ttg.memdesc<256x64xf16, #nv, #ttg.shared_memory>, %b: !ttg.memdesc<64x128xf16, #nvb, #ttg.shared_memory>, %d: !ttg.memdesc<256x128xf32, #tm, #ttng.tensor_memory, mutable>, %p: i1) {
    ttng.tc_gen5_mma %a, %b, %d, %p, %p {two_ctas} : !ttg.memdesc<256x64xf16, #nv, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #nvb, #ttg.shared_memory>, !ttg.memdesc<256x128xf32, #tm, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#nvb = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CTASplitM = 2, twoCTAs = true>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @mixed(%a: !ttg.memdesc<256x64xf16, #nv, #ttg.shared_memory>, %b: !ttg.memdesc<64x128xf16, #nvb, #ttg.shared_memory>, %d: !ttg.memdesc<256x128xf32, #tm, #ttng.tensor_memory, mutable>, %p: i1) {
    // expected-note @below {{first matmul here has two_ctas=false.}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<256x64xf16, #nv, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #nvb, #ttg.shared_memory>, !ttg.memdesc<256x128xf32, #tm, #ttng.tensor_memory, mutable>
    // expected-error @below {{inconsistent two_ctas setting across matmuls; expected all matmuls to disable two_ctas.}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p {two_ctas} : !ttg.memdesc<256x64xf16, #nv, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #nvb, #ttg.shared_memory>, !ttg.memdesc<256x128xf32, #tm, #ttng.tensor_memory, mutable>
    tt.return
  }
}
