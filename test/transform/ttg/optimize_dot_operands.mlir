// Transposes and reshapes of operands in shared memory.
// RUN: tern-opt %s --tritongpu-optimize-dot-operands --canonicalize | FileCheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#cube = #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 8, 4], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
#flat = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 32], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [32, 0]], block = []}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#hopper = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
// CHECK-DAG: #[[$LINES:.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #[[$BACK:.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
// CHECK-DAG: #[[$BOXES:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[$TURNED:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @in_registers(
  // CHECK: %[[M:.*]] = ttg.local_alloc %arg1 : {{.*}} -> !ttg.memdesc<64x64xf16, #[[$LINES]], #smem>
  // CHECK: %[[T:.*]] = ttg.memdesc_trans %[[M]] {order = array<i32: 1, 0>} : {{.*}} -> !ttg.memdesc<64x64xf16, #[[$BACK]], #smem>
  // CHECK: %[[L:.*]] = ttg.local_load %[[T]] : {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1,
  // CHECK: tt.dot %arg0, %[[L]], %arg2
  // CHECK-NOT: ttg.convert_layout
  tt.func @in_registers(%x: tensor<64x64xf16, #a>, %y: tensor<64x64xf16, #rows>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %0 = tt.trans %y {order = array<i32: 1, 0>} : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    %1 = ttg.convert_layout %0 : tensor<64x64xf16, #columns> -> tensor<64x64xf16, #b>
    %2 = tt.dot %x, %1, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    tt.return %2 : tensor<64x64xf32, #mma>
  }

  // The operand has another user, too.
  // CHECK-LABEL: @keeps_two_users(
  // CHECK: tt.trans
  // CHECK: ttg.convert_layout
  tt.func @keeps_two_users(%x: tensor<64x64xf16, #a>, %y: tensor<64x64xf16, #rows>, %c: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x64xf16, #b>) {
    %0 = tt.trans %y {order = array<i32: 1, 0>} : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    %1 = ttg.convert_layout %0 : tensor<64x64xf16, #columns> -> tensor<64x64xf16, #b>
    %2 = tt.dot %x, %1, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    tt.return %2, %1 : tensor<64x64xf32, #mma>, tensor<64x64xf16, #b>
  }

  // CHECK-LABEL: @in_memory(
  // CHECK: %[[M:.*]] = ttg.local_alloc %arg1 : {{.*}} -> !ttg.memdesc<64x64xf16, #[[$BOXES]], #smem>
  // CHECK: %[[T:.*]] = ttg.memdesc_trans %[[M]] {order = array<i32: 1, 0>} : {{.*}} -> !ttg.memdesc<64x64xf16, #[[$TURNED]], #smem>
  // CHECK: ttng.warp_group_dot %arg0, %[[T]], %arg2
  tt.func @in_memory(%x: !ttg.memdesc<64x64xf16, #boxes, #smem>, %y: tensor<64x64xf16, #rows>, %c: tensor<64x64xf32, #hopper>) -> tensor<64x64xf32, #hopper> {
    %0 = tt.trans %y {order = array<i32: 1, 0>} : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #columns>) -> !ttg.memdesc<64x64xf16, #turned, #smem>
    %2 = ttng.warp_group_dot %x, %1, %c : !ttg.memdesc<64x64xf16, #boxes, #smem> * !ttg.memdesc<64x64xf16, #turned, #smem> -> tensor<64x64xf32, #hopper>
    tt.return %2 : tensor<64x64xf32, #hopper>
  }

  // CHECK-LABEL: @reshapes(
  // CHECK: %[[M:.*]] = ttg.local_alloc %arg0 : (tensor<2x32x64xf16, #{{.*}}>) -> !ttg.memdesc<2x32x64xf16, #{{.*}}, #smem>
  // CHECK: ttg.memdesc_reshape %[[M]] : {{.*}} -> !ttg.memdesc<64x64xf16, #[[$BOXES]], #smem>
  tt.func @reshapes(%y: tensor<2x32x64xf16, #cube>) -> !ttg.memdesc<64x64xf16, #boxes, #smem> {
    %0 = tt.reshape %y : tensor<2x32x64xf16, #cube> -> tensor<64x64xf16, #flat>
    %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #flat>) -> !ttg.memdesc<64x64xf16, #boxes, #smem>
    tt.return %1 : !ttg.memdesc<64x64xf16, #boxes, #smem>
  }
}
