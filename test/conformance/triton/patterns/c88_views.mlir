// C88. Ops that only move elements make no code but for what a thread has; what they are is checked by numbers.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s --implicit-check-not=shfl --implicit-check-not=shared.
// RUN: tern-opt %s --interpret=views | FileCheck %s --check-prefix=NUMBERS

// CHECK: llvm.func internal @views
// NUMBERS: @views #0: ( 7, 7, 7, 7 )
// NUMBERS: @views #1: ( ( 0, 1 ), ( 2, 3 ) )
// NUMBERS: @views #2: ( ( 0, 2 ), ( 1, 3 ) )
// NUMBERS: @views #3: ( ( 0, 1, 2, 3 ), ( 0, 1, 2, 3 ) )
// NUMBERS: @views #4: ( 0, 1, 2, 3, 0, 1, 2, 3 )
#l = #ttg.linear<{register = [[1], [2]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = []}>
#m = #ttg.linear<{register = [[0, 1], [1, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]], block = []}>
#n = #ttg.linear<{register = [[1, 0], [0, 1]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [[0, 0], [0, 0]], block = []}>
#w = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.slice<{dim = 0, parent = #w}>
#c = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#d = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @views() -> (tensor<4xi32, #l>, tensor<2x2xi32, #m>, tensor<2x2xi32, #n>, tensor<2x4xi32, #w>, tensor<8xi32, #d>) {
    %seven = arith.constant 7 : i32
    %0 = tt.splat %seven : i32 -> tensor<4xi32, #l>
    %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #l>
    %1 = tt.reshape %i : tensor<4xi32, #l> -> tensor<2x2xi32, #m>
    %2 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<2x2xi32, #m> -> tensor<2x2xi32, #n>
    %j = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #s>
    %e = tt.expand_dims %j {axis = 0 : i32} : tensor<4xi32, #s> -> tensor<1x4xi32, #w>
    %3 = tt.broadcast %e : tensor<1x4xi32, #w> -> tensor<2x4xi32, #w>
    %k = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #c>
    %4 = tt.cat %k, %k : tensor<4xi32, #c> -> tensor<8xi32, #d>
    tt.return %0, %1, %2, %3, %4 : tensor<4xi32, #l>, tensor<2x2xi32, #m>, tensor<2x2xi32, #n>, tensor<2x4xi32, #w>, tensor<8xi32, #d>
  }
}
