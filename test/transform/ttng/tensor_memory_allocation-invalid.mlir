// RUN: tern-opt %s --triton-tensor-memory-allocation --allow-unregistered-dialect --verify-diagnostics

#s = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#a = #ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1>
#d = #ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1>
!a = !ttg.memdesc<64x32xf16, #a, #ttng.tensor_memory, mutable>
!b = !ttg.memdesc<32x32xf16, #s, #ttg.shared_memory>
!d = !ttg.memdesc<64x32xf32, #d, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @unknown(%b: !b, %p: i1) {
    %d = ttng.tmem_alloc : () -> !d
    %a = "test.memory"() : () -> !a
    // expected-error @below {{multiplies tensor memory of which is not known where it is allocated}}
    // expected-note @below {{hand tensor memory on by loops, conditionals, selects and captures of partitions alone}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !a, !b, !d
    tt.return
  }
}
