// C97. A descriptor that the host makes is an argument of its own, handed over by value, which copies name.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s

// CHECK: llvm.func @f(%arg0: !llvm.ptr {llvm.align = 64 : i32, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant, tt.nv_tma_desc = 1 : i32}
// CHECK: cp.async.bulk.tensor.2d.shared
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#l = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%d: !tt.tensordesc<tensor<64x64xf16, #s>>, %i: i32) {
    %true = arith.constant true
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x64xf16, #s, #ttg.shared_memory, mutable>
    %b = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !ttg.memdesc<1xi64, #l, #ttg.shared_memory, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %true : !tt.tensordesc<tensor<64x64xf16, #s>>, !ttg.memdesc<1xi64, #l, #ttg.shared_memory, mutable> -> !ttg.memdesc<64x64xf16, #s, #ttg.shared_memory, mutable>
    tt.return
  }
}
