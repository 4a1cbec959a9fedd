// C74. A kernel uses the array of shared memory, and what it calls begins behind what the caller uses.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func @kernel
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(512 : i32) : i32
// CHECK: %[[ALL:.*]] = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
// CHECK: %[[PART:.*]] = llvm.getelementptr %[[ALL]][%[[BYTES]]]
// CHECK: llvm.call @helper(%[[PART]], %{{.*}}, %{{.*}})
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel() {
    tt.call @helper() {allocation.offset = 512 : i32} : () -> ()
    tt.return
  }
  tt.func private @helper() {
    tt.return
  }
}
