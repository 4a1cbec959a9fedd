// RUN: tern-opt %s --split-input-file --convert-triton-amdgpu-to-llvm=arch=gfx1100 | FileCheck %s

// Version 1: both halves of a wave have the operands; sums of 16 bits lie in every other place.
#mma = #ttg.amd_wmma<{version = 1, warpsPerCTA = [1, 1], isTranspose = true, instrShape = [16, 16, 16]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @first(
  tt.func private @first(%a: tensor<16x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>>, %b: tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>>, %c: tensor<16x16xf32, #mma>, %h: tensor<16x16xf16, #mma>) -> (tensor<16x16xf32, #mma>, tensor<16x16xf16, #mma>) {
    // CHECK-COUNT-2: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.f16"{{.*}} : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
    %d = tt.dot %a, %b, %c : tensor<16x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>> * tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>> -> tensor<16x16xf32, #mma>
    // CHECK: llvm.insertelement %{{.*}}, %{{.*}}[%{{.*}} : i32] : vector<16xf16>
    // CHECK-COUNT-2: llvm.call_intrinsic "llvm.amdgcn.wmma.f16.16x16x16.f16"{{.*}} : (vector<16xf16>, vector<16xf16>, vector<16xf16>, i1) -> vector<16xf16>
    %e = tt.dot %a, %b, %h : tensor<16x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>> * tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>> -> tensor<16x16xf16, #mma>
    tt.return %d, %e : tensor<16x16xf32, #mma>, tensor<16x16xf16, #mma>
  }

  // Bytes lie in words, and are signed.
  // CHECK-LABEL: llvm.func internal @bytes(
  tt.func private @bytes(%a: tensor<16x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>>, %b: tensor<16x16xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>>, %c: tensor<16x16xi32, #mma>) -> tensor<16x16xi32, #mma> {
    // CHECK: %[[SIGNED:.*]] = llvm.mlir.constant(true) : i1
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.wmma.i32.16x16x16.iu8"(%[[SIGNED]], %{{.*}}, %[[SIGNED]], %{{.*}}) : (i1, vector<4xi32>, i1, vector<4xi32>, vector<8xi32>, i1) -> vector<8xi32>
    %d = tt.dot %a, %b, %c : tensor<16x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>> * tensor<16x16xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>> -> tensor<16x16xi32, #mma>
    tt.return %d : tensor<16x16xi32, #mma>
  }
}

// -----

#mma = #ttg.amd_wmma<{version = 2, warpsPerCTA = [1, 1], isTranspose = false, instrShape = [16, 16, 16]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @second(
  tt.func private @second(%a: tensor<16x16xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>, %b: tensor<16x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.bf16"{{.*}} : (vector<8xi16>, vector<8xi16>, vector<8xf32>) -> vector<8xf32>
    %d = tt.dot %a, %b, %c : tensor<16x16xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<16x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<16x16xf32, #mma>
    tt.return %d : tensor<16x16xf32, #mma>
  }
}

// -----

// What modifies operands and sums stands between them from gfx1250 on.
#mma = #ttg.amd_wmma<{version = 3, warpsPerCTA = [1, 1], isTranspose = false, instrShape = [16, 16, 32]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @third(
  tt.func private @third(%a: tensor<16x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>>, %b: tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x32.f16"{{.*}} : (i1, vector<16xf16>, i1, vector<16xf16>, i16, vector<8xf32>, i1, i1) -> vector<8xf32>
    %d = tt.dot %a, %b, %c : tensor<16x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 16}>> * tensor<32x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 16}>> -> tensor<16x16xf32, #mma>
    tt.return %d : tensor<16x16xf32, #mma>
  }
}
