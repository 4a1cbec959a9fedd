// RUN: tern-opt %s --allocate-shared-memory --convert-triton-gpu-to-llvm | FileCheck %s

#rows = #ttg.linear<{register = [[1, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 0]], warp = [[0, 4], [0, 8]], block = []}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // Both registers of the column are shuffled from the lane that the index says, and the index says which one counts.
  // CHECK-LABEL: llvm.func internal @within_warps
  // CHECK: nvvm.shfl.sync idx %{{.*}}, %{{.*}}, %[[LANE:[0-9]+]], %{{.*}}
  // CHECK: nvvm.shfl.sync idx %{{.*}}, %{{.*}}, %[[LANE]], %{{.*}}
  // CHECK: %[[IS_SECOND:.*]] = llvm.icmp "eq"
  // CHECK: llvm.select %[[IS_SECOND]]
  // CHECK-COUNT-2: nvvm.shfl.sync idx
  // CHECK-NOT: nvvm.shfl.sync
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  tt.func private @within_warps(%x: tensor<8x16xf32, #rows>, %i: tensor<8x16xi32, #rows>) -> tensor<8x16xf32, #rows> {
    %r = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x16xf32, #rows>, tensor<8x16xi32, #rows>) -> tensor<8x16xf32, #rows>
    tt.return %r : tensor<8x16xf32, #rows>
  }

  // Other warps may have it.
  // CHECK-LABEL: llvm.func internal @across_warps
  // CHECK: llvm.store %{{.*}} : f16, !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // CHECK: %[[INDEX:.*]] = llvm.trunc %{{.*}} : i64 to i32
  // CHECK: %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[%[[INDEX]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  // CHECK: llvm.load %[[PLACE]]
  tt.func private @across_warps(%x: tensor<128xf16, #line>, %i: tensor<128xi64, #line>) -> tensor<128xf16, #line> {
    %r = tt.gather %x[%i] {axis = 0 : i32} : (tensor<128xf16, #line>, tensor<128xi64, #line>) -> tensor<128xf16, #line>
    tt.return %r : tensor<128xf16, #line>
  }
}
