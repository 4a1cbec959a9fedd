// C42. What is in shared memory is its base and an offset for each dimension.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f(%arg0: !llvm.struct<(ptr<3>, i32, i32)>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%m: !ttg.memdesc<16x16xf16, #s, #ttg.shared_memory, mutable>) {
    tt.return
  }
}
