// C44. A list of elements becomes a struct at a call and a list again behind it.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func internal @caller
// CHECK: %[[X:.*]] = llvm.extractvalue %arg0[0] : !llvm.struct<(f32, f32)>
// CHECK: %[[Y:.*]] = llvm.fadd %[[X]], %{{.*}}
// CHECK: llvm.insertvalue %[[Y]], %{{.*}}[0] : !llvm.struct<(f32, f32)>
// CHECK: %[[P:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[1] : !llvm.struct<(f32, f32)>
// CHECK: %[[R:.*]] = llvm.call @same(%[[P]], {{.*}} -> !llvm.struct<(f32, f32)>
// CHECK: llvm.extractvalue %[[R]][0] : !llvm.struct<(f32, f32)>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @same(%x: tensor<256xf32, #b>) -> tensor<256xf32, #b> {
    tt.return %x : tensor<256xf32, #b>
  }
  tt.func private @caller(%x: tensor<256xf32, #b>) -> tensor<256xf32, #b> {
    %0 = arith.addf %x, %x : tensor<256xf32, #b>
    %1 = tt.call @same(%0) : (tensor<256xf32, #b>) -> tensor<256xf32, #b>
    %2 = arith.mulf %1, %1 : tensor<256xf32, #b>
    tt.return %2 : tensor<256xf32, #b>
  }
}
