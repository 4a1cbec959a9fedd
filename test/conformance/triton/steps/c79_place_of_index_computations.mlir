// C79. Index computations stand once, at the start of the function, whatever block needs them.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f
// CHECK-NEXT: {{.*}}nvvm.read.ptx.sreg.tid.x
// CHECK-NOT: sreg.tid.x
// CHECK: llvm.cond_br
// CHECK-NOT: sreg.tid.x
// CHECK: llvm.return
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%c: i1) -> tensor<128xi32, #b> {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
    tt.return %0 : tensor<128xi32, #b>
  ^bb2:
    %1 = tt.make_range {end = 256 : i32, start = 128 : i32} : tensor<128xi32, #b>
    tt.return %1 : tensor<128xi32, #b>
  }
}
