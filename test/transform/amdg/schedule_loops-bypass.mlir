// RUN: tern-opt %s --tritonamdgpu-schedule-loops=num_stages=2 | FileCheck %s

// An operand whose parts lie in memory one behind the other, as lanes take them, is loaded as it is.
// CHECK: #[[$FREE:.*]] = #ttg.linear
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
#x = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#y = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#parts = #ttg.linear<{register = [[0, 0, 0, 1], [0, 0, 0, 2]], lane = [[0, 0, 1, 0], [0, 0, 2, 0], [0, 0, 4, 0], [0, 0, 8, 0], [0, 1, 0, 0], [0, 2, 0, 0]], warp = [[1, 0, 0, 0], [2, 0, 0, 0]], block = []}>
#turned = #ttg.linear<{register = [[0, 0, 0, 1], [0, 0, 0, 2]], lane = [[0, 1, 0, 0], [0, 2, 0, 0], [0, 4, 0, 0], [0, 8, 0, 0], [0, 0, 1, 0], [0, 0, 2, 0]], warp = [[1, 0, 0, 0], [2, 0, 0, 0]], block = []}>
#flat = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 4], [0, 8]], warp = [[16, 0], [32, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @bypass(
  tt.func public @bypass(%q: tensor<4x256x!tt.ptr<f16>, #rows>, %b: tensor<16x64xf16, #y>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      // CHECK: ttg.convert_layout %arg0
      // CHECK: tt.load {{.*}}{amdg.bypass_lds_load = true, loop.cluster = 0 : i32, loop.stage = 0 : i32} : tensor<4x256x!tt.ptr<f16>, #[[$FREE]]
      %l = tt.load %q : tensor<4x256x!tt.ptr<f16>, #rows>
      %p = ttg.convert_layout %l : tensor<4x256xf16, #rows> -> tensor<4x256xf16, #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [0, 128]], warp = [[1, 0], [2, 0]], block = []}>>
      %s = tt.reshape %p : tensor<4x256xf16, #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [0, 128]], warp = [[1, 0], [2, 0]], block = []}>> -> tensor<4x4x16x4xf16, #parts>
      %t = tt.trans %s {order = array<i32: 0, 2, 1, 3>} : tensor<4x4x16x4xf16, #parts> -> tensor<4x16x4x4xf16, #turned>
      %f = tt.reshape %t : tensor<4x16x4x4xf16, #turned> -> tensor<64x16xf16, #flat>
      %x = ttg.convert_layout %f : tensor<64x16xf16, #flat> -> tensor<64x16xf16, #x>
      %d = tt.dot %x, %b, %acc : tensor<64x16xf16, #x> * tensor<16x64xf16, #y> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }
}
