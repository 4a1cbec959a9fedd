// C76. Several results are members of a struct.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func @kernel
// CHECK: %[[R:.*]] = llvm.call @two(%arg0, {{.*}}) : {{.*}} -> !llvm.struct<(i32, struct<(i32)>)>
// CHECK: llvm.extractvalue %[[R]][0]
// CHECK: llvm.func internal @two
// CHECK: llvm.mlir.undef : !llvm.struct<(i32, struct<(i32)>)>
// CHECK: llvm.insertvalue %arg0, %{{.*}}[0]
// CHECK: llvm.return %{{.*}} : !llvm.struct<(i32, struct<(i32)>)>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%n: i32) {
    %0:2 = tt.call @two(%n) {allocation.offset = 0 : i32} : (i32) -> (i32, tensor<128xi32, #b>)
    tt.return
  }
  tt.func private @two(%n: i32) -> (i32, tensor<128xi32, #b>) {
    %0 = tt.splat %n : i32 -> tensor<128xi32, #b>
    tt.return %n, %0 : i32, tensor<128xi32, #b>
  }
}
