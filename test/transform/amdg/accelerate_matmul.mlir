// RUN: tern-opt %s --split-input-file --tritonamdgpu-accelerate-matmul=arch-generation-name=gfx942 | FileCheck %s --check-prefix=CDNA3
// RUN: tern-opt %s --split-input-file --tritonamdgpu-accelerate-matmul="arch-generation-name=gfx942 matrix-instruction-size=16 kPack=2" | FileCheck %s --check-prefix=PACK
// RUN: tern-opt %s --split-input-file --tritonamdgpu-accelerate-matmul=arch-generation-name=gfx1030 | FileCheck %s --check-prefix=RDNA2

// Tiles of 32 by 32 where rows and columns have room, with sums of f32 behind a conversion; each warp's part is about square.
// CDNA3: #[[$MMA:.*]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
// PACK: #[[$MMA:.*]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = true}>
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#y = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CDNA3-LABEL: @halves(
  // PACK-LABEL: @halves(
  // RDNA2-LABEL: @halves(
  tt.func public @halves(%a: tensor<128x64xf16, #x>, %b: tensor<64x128xf16, #y>, %c: tensor<128x128xf32, #blocked>) -> tensor<128x128xf32, #blocked> {
    // CDNA3-DAG: %[[C:.*]] = ttg.convert_layout %arg2 : {{.*}} -> tensor<128x128xf32, #[[$MMA]]>
    // CDNA3-DAG: %[[A:.*]] = ttg.convert_layout %arg0 : {{.*}} -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #[[$MMA]], kWidth = 4}>>
    // CDNA3-DAG: %[[B:.*]] = ttg.convert_layout %arg1 : {{.*}} -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #[[$MMA]], kWidth = 4}>>
    // CDNA3: %[[D:.*]] = tt.dot %[[A]], %[[B]], %[[C]] {{.*}} -> tensor<128x128xf32, #[[$MMA]]>
    // CDNA3: ttg.convert_layout %[[D]] : tensor<128x128xf32, #[[$MMA]]> -> tensor<128x128xf32, #blocked>
    // PACK: parent = #[[$MMA]], kWidth = 8
    // RDNA2-NOT: ttg.convert_layout
    // RDNA2: tt.dot %arg0, %arg1, %arg2
    %0 = tt.dot %a, %b, %c : tensor<128x64xf16, #x> * tensor<64x128xf16, #y> -> tensor<128x128xf32, #blocked>
    tt.return %0 : tensor<128x128xf32, #blocked>
  }
}

// -----

// What no instruction takes is multiplied by threads, in a type that holds all operands.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#y = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CDNA3-LABEL: @threads(
  tt.func public @threads(%a: tensor<2x64xbf16, #x>, %b: tensor<64x8xbf16, #y>, %c: tensor<2x8xf32, #blocked>) -> tensor<2x8xf32, #blocked> {
    // CDNA3: %[[A:.*]] = tt.fp_to_fp %arg0 : tensor<2x64xbf16, {{.*}}> -> tensor<2x64xf32
    // CDNA3: %[[B:.*]] = tt.fp_to_fp %arg1 : tensor<64x8xbf16, {{.*}}> -> tensor<64x8xf32
    // CDNA3: tt.dot %[[A]], %[[B]], %arg2 {{.*}} -> tensor<2x8xf32, #blocked>
    %0 = tt.dot %a, %b, %c : tensor<2x64xbf16, #x> * tensor<64x8xbf16, #y> -> tensor<2x8xf32, #blocked>
    tt.return %0 : tensor<2x8xf32, #blocked>
  }
}

// -----

// The product whose result is multiplied again has all warps along its rows.
// CDNA3-DAG: #[[$HEAD:.*]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#x = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#y = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CDNA3-LABEL: @chain(
  tt.func public @chain(%a: tensor<128x64xf16, #x>, %b: tensor<64x128xf16, #y>, %v: tensor<128x128xf16, #y>, %c: tensor<128x128xf32, #blocked>) -> tensor<128x128xf32, #blocked> {
    // CDNA3: tt.dot {{.*}} -> tensor<128x128xf32, #[[$HEAD]]>
    // CDNA3: tt.dot {{.*}} -> tensor<128x128xf32, #[[$HEAD]]>
    %0 = tt.dot %a, %b, %c : tensor<128x64xf16, #x> * tensor<64x128xf16, #y> -> tensor<128x128xf32, #blocked>
    %1 = arith.truncf %0 : tensor<128x128xf32, #blocked> to tensor<128x128xf16, #blocked>
    %2 = ttg.convert_layout %1 : tensor<128x128xf16, #blocked> -> tensor<128x128xf16, #x>
    %3 = tt.dot %2, %v, %c : tensor<128x128xf16, #x> * tensor<128x128xf16, #y> -> tensor<128x128xf32, #blocked>
    tt.return %3 : tensor<128x128xf32, #blocked>
  }
}
