// C83. Conversions are renamings of registers, shuffles, or go through shared memory.
// RUN: tern-opt %s --allocate-shared-memory --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func internal @registers
// CHECK-NOT: {{shfl|shared}}
// CHECK-LABEL: llvm.func internal @lanes
// CHECK: nvvm.shfl.sync
// CHECK-NOT: llvm.store
// CHECK-LABEL: llvm.func internal @warps
// CHECK: llvm.store %{{.*}}, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3>
#p = #ttg.linear<{register = [[0, 8], [8, 0]], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [[4, 0], [0, 0]], block = []}>
#q = #ttg.linear<{register = [[8, 0], [0, 8]], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [[4, 0], [0, 0]], block = []}>
#one = #ttg.linear<{register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]], block = []}>
#four = #ttg.linear<{register = [[1]], lane = [[32], [2], [4], [8], [16]], warp = [[0], [0]], block = []}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @registers(%x: tensor<16x16xf32, #p>) -> tensor<16x16xf32, #q> {
    %0 = ttg.convert_layout %x : tensor<16x16xf32, #p> -> tensor<16x16xf32, #q>
    tt.return %0 : tensor<16x16xf32, #q>
  }
  tt.func private @lanes(%x: tensor<64xf32, #one>) -> tensor<64xf32, #four> {
    %0 = ttg.convert_layout %x : tensor<64xf32, #one> -> tensor<64xf32, #four>
    tt.return %0 : tensor<64xf32, #four>
  }
  tt.func private @warps(%x: tensor<64x64xf32, #rows>) -> tensor<64x64xf32, #columns> {
    %0 = ttg.convert_layout %x : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #columns>
    tt.return %0 : tensor<64x64xf32, #columns>
  }
}
