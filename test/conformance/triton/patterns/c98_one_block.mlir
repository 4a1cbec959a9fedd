// C98. With one block nobody asks for a rank in the cluster.
// RUN: tern-opt %s --triton-llir-pipeline=target=cuda:90 | tern-translate --mlir-to-ptx --target=sm_90a | FileCheck %s

// CHECK: .visible .entry f
// CHECK-NOT: %cluster
// CHECK: ret;
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<i32>) {
    %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b>
    %q = tt.addptr %s, %i : tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>
    tt.store %q, %i : tensor<128x!tt.ptr<i32>, #b>
    tt.return
  }
}
