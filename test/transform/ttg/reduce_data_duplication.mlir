// Conversions of operands through memory, and those that need none.
// RUN: tern-opt %s --tritongpu-reduce-data-duplication --split-input-file | FileCheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
// CHECK-DAG: #[[$LINES:.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
// CHECK-DAG: #[[$TURNED:.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @converts(
  // CHECK: %[[M:.*]] = ttg.local_alloc %arg0 : (tensor<64x32xf16, #{{.*}}>) -> !ttg.memdesc<64x32xf16, #[[$LINES]], #smem>
  // CHECK: ttg.local_load %[[M]] : !ttg.memdesc<64x32xf16, #[[$LINES]], #smem> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0,
  // CHECK: %[[N:.*]] = ttg.local_alloc %arg1 : (tensor<64x32xf16, #{{.*}}>) -> !ttg.memdesc<64x32xf16, #[[$TURNED]], #smem>
  // CHECK: ttg.local_load %[[N]] : {{.*}} -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 1,
  // CHECK-NOT: ttg.convert_layout
  tt.func @converts(%x: tensor<64x32xf16, #rows>, %y: tensor<64x32xf16, #columns>) -> (tensor<64x32xf16, #a>, tensor<64x32xf16, #b>) {
    %0 = ttg.convert_layout %x : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    %1 = ttg.convert_layout %y : tensor<64x32xf16, #columns> -> tensor<64x32xf16, #b>
    tt.return %0, %1 : tensor<64x32xf16, #a>, tensor<64x32xf16, #b>
  }

  // Not an operand.
  // CHECK-LABEL: @keeps(
  // CHECK: ttg.convert_layout
  tt.func @keeps(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #columns> {
    %0 = ttg.convert_layout %x : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #columns>
    tt.return %0 : tensor<64x32xf16, #columns>
  }
}

// -----

// Sums of one product are where the first operand of the next one is.
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @in_place(
  // CHECK: ttg.convert_layout
  // CHECK-NOT: ttg.local_alloc
  tt.func @in_place(%x: tensor<64x32xf16, #mma>) -> tensor<64x32xf16, #a> {
    %0 = ttg.convert_layout %x : tensor<64x32xf16, #mma> -> tensor<64x32xf16, #a>
    tt.return %0 : tensor<64x32xf16, #a>
  }
}

// -----

// AMD's matrix instructions: along the depth lines are swizzled, across it banks differ by themselves.
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#wmma = #ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [2, 2], instrShape = [16, 16, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
// CHECK-DAG: #[[$LINES:.*]] = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #[[$PLAIN:.*]] = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @mfma(
  // CHECK: ttg.local_alloc %arg0 : {{.*}} -> !ttg.memdesc<64x32xf16, #[[$LINES]], #smem>
  // CHECK: ttg.local_alloc %arg0 : {{.*}} -> !ttg.memdesc<64x32xf16, #[[$PLAIN]], #smem>
  tt.func @mfma(%x: tensor<64x32xf16, #rows>) -> (tensor<64x32xf16, #a>, tensor<64x32xf16, #b>) {
    %0 = ttg.convert_layout %x : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    %1 = ttg.convert_layout %x : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #b>
    tt.return %0, %1 : tensor<64x32xf16, #a>, tensor<64x32xf16, #b>
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#wmma = #ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [2, 2], instrShape = [16, 16, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #wmma, kWidth = 16}>
// CHECK: #[[$LINES:.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @wmma(
  // CHECK: ttg.local_alloc %arg0 : {{.*}} -> !ttg.memdesc<64x32xf16, #[[$LINES]], #smem>
  tt.func @wmma(%x: tensor<64x32xf16, #rows>) -> tensor<64x32xf16, #a> {
    %0 = ttg.convert_layout %x : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    tt.return %0 : tensor<64x32xf16, #a>
  }
}
