// RUN: tern-opt %s --allow-unregistered-dialect --tritonamdgpu-hoist-layout-conversions | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
#x = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // Behind what the operand is made of, and so before the loop.
  // CHECK-LABEL: @operand_of_each_iteration(
  tt.func @operand_of_each_iteration(%p: tensor<64x32x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: %[[Q:.*]] = tt.load
    // CHECK-NEXT: ttg.convert_layout %[[Q]]
    // CHECK-NEXT: scf.for
    %q = tt.load %p : tensor<64x32x!tt.ptr<f16>, #blocked>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %0 = ttg.convert_layout %q : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #x>
      "test.use"(%0) : (tensor<64x32xf16, #x>) -> ()
    }
    tt.return
  }

  // CHECK-LABEL: @stays(
  tt.func @stays(%a: tensor<64x32xf16, #blocked>, %p: tensor<64x32x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %q = tt.load %p : tensor<64x32x!tt.ptr<f16>, #blocked>
    // CHECK: scf.for
    scf.for %i = %c0 to %n step %c1 : i32 {
      // Arguments, what the loop makes, and sums stay.
      // CHECK: ttg.convert_layout %arg0
      %0 = ttg.convert_layout %a : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #x>
      // CHECK: %[[L:.*]] = tt.load
      // CHECK-NEXT: ttg.convert_layout %[[L]]
      %l = tt.load %p : tensor<64x32x!tt.ptr<f16>, #blocked>
      %1 = ttg.convert_layout %l : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #x>
      // CHECK: -> tensor<64x32xf16, #mma>
      %2 = ttg.convert_layout %q : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #mma>
      "test.use"(%0, %1, %2) : (tensor<64x32xf16, #x>, tensor<64x32xf16, #x>, tensor<64x32xf16, #mma>) -> ()
    }
    tt.return
  }
}
