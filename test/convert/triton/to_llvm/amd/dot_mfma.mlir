// RUN: tern-opt %s --split-input-file --convert-triton-amdgpu-to-llvm=arch=gfx950 | FileCheck %s

// Sums are transposed: B is the first operand of the instruction. A wave of two rows of tiles has two instructions for each depth.
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: llvm.func internal @f16(
  tt.func private @f16(%a: tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %b: tensor<16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, %c: tensor<64x32xf32, #mma>) -> tensor<64x32xf32, #mma> {
    // CHECK-COUNT-4: rocdl.mfma.f32.32x32x8f16 {{.*}} : (vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> vector<16xf32>
    // CHECK-NOT: rocdl.mfma
    %d = tt.dot %a, %b, %c : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<64x32xf32, #mma>
    tt.return %d : tensor<64x32xf32, #mma>
  }

  // Numbers of 16 bits are integers to the instructions of before CDNA 4.
  // CHECK-LABEL: llvm.func internal @bf16(
  tt.func private @bf16(%a: tensor<32x8xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %b: tensor<8x32xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, %c: tensor<32x32xf32, #mma>) -> tensor<32x32xf32, #mma> {
    // CHECK: %[[A:.*]] = llvm.bitcast %{{.*}} : vector<4xbf16> to vector<4xi16>
    // CHECK: %[[B:.*]] = llvm.bitcast %{{.*}} : vector<4xbf16> to vector<4xi16>
    // CHECK: rocdl.mfma.f32.32x32x8bf16.1k %[[B]], %[[A]]
    %d = tt.dot %a, %b, %c : tensor<32x8xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<8x32xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x32xf32, #mma>
    tt.return %d : tensor<32x32xf32, #mma>
  }

  // Half of the instruction's depth: the lanes that repeat what others have contribute zeros.
  // CHECK-LABEL: llvm.func internal @short(
  tt.func private @short(%a: tensor<32x4xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %b: tensor<4x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, %c: tensor<32x32xf32, #mma>) -> tensor<32x32xf32, #mma> {
    // CHECK: %[[BIT:.*]] = llvm.and %{{.*}}, %{{.*}} : i32
    // CHECK: %[[OWN:.*]] = llvm.icmp "eq" %{{.*}} : i32
    // CHECK-COUNT-4: llvm.select %[[OWN]], %{{.*}} : i1, f16
    // CHECK: rocdl.mfma.f32.32x32x8f16
    // CHECK-NOT: rocdl.mfma
    %d = tt.dot %a, %b, %c : tensor<32x4xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<4x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x32xf32, #mma>
    tt.return %d : tensor<32x32xf32, #mma>
  }

  // A tile that is larger than the tensor: registers that repeat others are sums like these.
  // CHECK-LABEL: llvm.func internal @small(
  tt.func private @small(%a: tensor<16x8xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %b: tensor<8x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, %c: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
    // CHECK: rocdl.mfma.f32.32x32x8f16 {{.*}} -> vector<16xf32>
    %d = tt.dot %a, %b, %c : tensor<16x8xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<8x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<16x16xf32, #mma>
    tt.return %d : tensor<16x16xf32, #mma>
  }

  // Waves that wait do so at the first instruction, which has not the priority yet.
  // CHECK-LABEL: llvm.func internal @set_priority(
  tt.func private @set_priority(%a: tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %b: tensor<16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, %c: tensor<32x32xf32, #mma>) -> tensor<32x32xf32, #mma> {
    // CHECK-NOT: rocdl.s.setprio
    // CHECK: rocdl.mfma
    // CHECK-NEXT: rocdl.s.setprio 1
    // CHECK: rocdl.mfma
    rocdl.s.setprio 1
    %d = tt.dot %a, %b, %c : tensor<32x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<16x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x32xf32, #mma>
    tt.return %d : tensor<32x32xf32, #mma>
  }
}

// -----

// Sixteen instructions multiply what the lanes of one block have of B in turn.
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [64, 4, 64], isTransposed = true}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: llvm.func internal @narrow(
  tt.func private @narrow(%a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %b: tensor<64x4xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, %c: tensor<64x4xf32, #mma>) -> tensor<64x4xf32, #mma> {
    // CHECK-COUNT-16: rocdl.mfma.f32.4x4x4f16
    // CHECK-NOT: rocdl.mfma
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<64x4xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<64x4xf32, #mma>
    tt.return %d : tensor<64x4xf32, #mma>
  }
}

// -----

// CDNA 4 multiplies bf16 as such, and bytes sixteen at a time.
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 32], isTransposed = false}>
#bytes = #ttg.amd_mfma<{version = 4, warpsPerCTA = [1, 1], instrShape = [16, 16, 64], isTransposed = false}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: llvm.func internal @latest(
  tt.func private @latest(%a: tensor<16x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>, %b: tensor<32x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>, %c: tensor<16x16xf32, #mma>, %x: tensor<16x64xi8, #ttg.dot_op<{opIdx = 0, parent = #bytes, kWidth = 16}>>, %y: tensor<64x16xi8, #ttg.dot_op<{opIdx = 1, parent = #bytes, kWidth = 16}>>, %z: tensor<16x16xi32, #bytes>) -> (tensor<16x16xf32, #mma>, tensor<16x16xi32, #bytes>) {
    // CHECK: rocdl.mfma.f32.16x16x32.bf16 {{.*}} : (vector<8xbf16>, vector<8xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %d = tt.dot %a, %b, %c : tensor<16x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<32x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<16x16xf32, #mma>
    // CHECK: rocdl.mfma.i32.16x16x64.i8 {{.*}} : (vector<4xi32>, vector<4xi32>, vector<4xi32>, i32, i32, i32) -> vector<4xi32>
    %e = tt.dot %x, %y, %z : tensor<16x64xi8, #ttg.dot_op<{opIdx = 0, parent = #bytes, kWidth = 16}>> * tensor<64x16xi8, #ttg.dot_op<{opIdx = 1, parent = #bytes, kWidth = 16}>> -> tensor<16x16xi32, #bytes>
    tt.return %d, %e : tensor<16x16xf32, #mma>, tensor<16x16xi32, #bytes>
  }
}
