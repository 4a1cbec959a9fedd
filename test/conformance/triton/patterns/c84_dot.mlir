// C84. Products by threads alone, by mma.sync, and by wgmma.
// RUN: tern-opt %s --allocate-shared-memory --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s

// CHECK-LABEL: llvm.func internal @fma
// CHECK: llvm.intr.fmuladd
// CHECK-LABEL: llvm.func internal @mma
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK-LABEL: llvm.func internal @mma_bf16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// CHECK-LABEL: llvm.func internal @mma_i8
// CHECK: mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32
// CHECK-LABEL: llvm.func internal @wgmma
// CHECK: wgmma
#fma = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #fma}>
#y = #ttg.dot_op<{opIdx = 1, parent = #fma}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#a8 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b8 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#hopper = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @fma(%x: tensor<16x8xf32, #x>, %y: tensor<8x8xf32, #y>, %c: tensor<16x8xf32, #fma>) -> tensor<16x8xf32, #fma> {
    %0 = tt.dot %x, %y, %c : tensor<16x8xf32, #x> * tensor<8x8xf32, #y> -> tensor<16x8xf32, #fma>
    tt.return %0 : tensor<16x8xf32, #fma>
  }
  tt.func private @mma(%x: tensor<64x16xf16, #a>, %y: tensor<16x8xf16, #b>, %c: tensor<64x8xf32, #mma>) -> tensor<64x8xf32, #mma> {
    %0 = tt.dot %x, %y, %c : tensor<64x16xf16, #a> * tensor<16x8xf16, #b> -> tensor<64x8xf32, #mma>
    tt.return %0 : tensor<64x8xf32, #mma>
  }
  tt.func private @mma_bf16(%x: tensor<64x16xbf16, #a>, %y: tensor<16x8xbf16, #b>, %c: tensor<64x8xf32, #mma>) -> tensor<64x8xf32, #mma> {
    %0 = tt.dot %x, %y, %c : tensor<64x16xbf16, #a> * tensor<16x8xbf16, #b> -> tensor<64x8xf32, #mma>
    tt.return %0 : tensor<64x8xf32, #mma>
  }
  tt.func private @mma_i8(%x: tensor<64x32xi8, #a8>, %y: tensor<32x8xi8, #b8>, %c: tensor<64x8xi32, #mma>) -> tensor<64x8xi32, #mma> {
    %0 = tt.dot %x, %y, %c : tensor<64x32xi8, #a8> * tensor<32x8xi8, #b8> -> tensor<64x8xi32, #mma>
    tt.return %0 : tensor<64x8xi32, #mma>
  }
  tt.func private @wgmma(%x: !ttg.memdesc<64x64xf16, #boxes, #ttg.shared_memory>, %c: tensor<64x64xf32, #hopper>) -> tensor<64x64xf32, #hopper> {
    %0 = ttng.warp_group_dot %x, %x, %c : !ttg.memdesc<64x64xf16, #boxes, #ttg.shared_memory> * !ttg.memdesc<64x64xf16, #boxes, #ttg.shared_memory> -> tensor<64x64xf32, #hopper>
    tt.return %0 : tensor<64x64xf32, #hopper>
  }
}
