// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm=arch=gfx942 | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#turned = #ttg.linear<{register = [[0, 16], [0, 1]], lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // No element leaves its thread.
  // CHECK-LABEL: llvm.func internal @slice(
  tt.func private @slice(%x: tensor<8x32xf32, #blocked>) -> tensor<8x16xf32, #blocked> {
    // CHECK-DAG: %[[A:.*]] = llvm.extractvalue %arg0[2]
    // CHECK-DAG: %[[B:.*]] = llvm.extractvalue %arg0[3]
    // CHECK: %[[S:.*]] = llvm.insertvalue %[[A]], %{{.*}}[0]
    // CHECK: llvm.insertvalue %[[B]], %[[S]][1]
    %0 = amdg.extract_slice %x [0, 16] : tensor<8x32xf32, #blocked> to tensor<8x16xf32, #blocked>
    tt.return %0 : tensor<8x16xf32, #blocked>
  }

  // CHECK-LABEL: llvm.func internal @join(
  tt.func private @join(%x: tensor<8x16xf32, #blocked>, %y: tensor<8x16xf32, #blocked>) -> tensor<8x32xf32, #blocked> {
    // CHECK-DAG: %[[A:.*]] = llvm.extractvalue %arg0[0]
    // CHECK-DAG: %[[C:.*]] = llvm.extractvalue %arg1[0]
    // CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
    // CHECK: llvm.insertvalue %[[C]], %{{.*}}[2]
    %0 = amdg.concat %x, %y : tensor<8x16xf32, #blocked>, tensor<8x16xf32, #blocked> -> tensor<8x32xf32, #blocked>
    tt.return %0 : tensor<8x32xf32, #blocked>
  }
}
