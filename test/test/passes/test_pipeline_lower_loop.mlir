// RUN: tern-opt %s --tritongpu-test-pipeline-lower-loop --canonicalize | FileCheck %s

// The loop is not expanded, and says where each op is to be.
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
!t = tensor<128x32xf16, #b>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<2x128x32xf16
  // CHECK: scf.for
  // CHECK: ttg.async_copy_global_to_local {{.*}}loop.cluster = 1 : i32, loop.stage = 0 : i32
  // CHECK: ttg.local_load {{.*}}loop.cluster = 0 : i32, loop.stage = 2 : i32
  // CHECK: } {tt.scheduled_max_stage = 2 : i32}
  tt.func @load(%p: tensor<128x32x!tt.ptr<f16>, #b> {tt.divisibility = dense<16> : tensor<2xi32>, tt.contiguity = dense<[1, 16]> : tensor<2xi32>}, %q: tensor<128x32x!tt.ptr<f16>, #b>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %0 = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<128x32x!tt.ptr<f16>, #b>
      tt.store %q, %0 {loop.cluster = 0 : i32, loop.stage = 2 : i32} : tensor<128x32x!tt.ptr<f16>, #b>
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }
}
