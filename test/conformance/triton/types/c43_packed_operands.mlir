// C43. Operands of mma are packed into words of 32 bits: Triton does so where they are multiplied now, and the struct has the elements.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=80 | FileCheck %s

// CHECK: llvm.func internal @f(%arg0: !llvm.struct<(f16, f16, f16, f16, f16, f16, f16, f16)>, %arg1: !llvm.struct<(f16, f16, f16, f16)>
// CHECK: %[[HALF:.*]] = llvm.insertelement %{{.*}} : vector<2xf16>
// CHECK: %[[PAIR:.*]] = llvm.insertelement %{{.*}}, %[[HALF]][%{{.*}} : i32] : vector<2xf16>
// CHECK: %[[WORD:.*]] = llvm.bitcast %[[PAIR]] : vector<2xf16> to i32
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32{{.*}}"=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%x: tensor<64x16xf16, #a>, %y: tensor<16x8xf16, #b>, %c: tensor<64x8xf32, #mma>) -> tensor<64x8xf32, #mma> {
    %0 = tt.dot %x, %y, %c : tensor<64x16xf16, #a> * tensor<16x8xf16, #b> -> tensor<64x8xf32, #mma>
    tt.return %0 : tensor<64x8xf32, #mma>
  }
}
