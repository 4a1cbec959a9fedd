// C82. An op of tensors is as many ops as a thread has elements.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func internal @f
// CHECK-COUNT-2: llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK-COUNT-2: llvm.mul %{{.*}}, %{{.*}} : i32
// CHECK-COUNT-2: llvm.sitofp %{{.*}} : i32 to f32
// CHECK-COUNT-2: llvm.icmp "slt"
// CHECK-COUNT-2: llvm.select
// CHECK-COUNT-2: ex2.approx
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%x: tensor<256xf32, #b>, %i: tensor<256xi32, #b>, %j: tensor<256xi32, #b>) -> tensor<256xf32, #b> {
    %0 = arith.addf %x, %x : tensor<256xf32, #b>
    %1 = arith.muli %i, %j : tensor<256xi32, #b>
    %2 = arith.sitofp %1 : tensor<256xi32, #b> to tensor<256xf32, #b>
    %3 = arith.cmpi slt, %i, %j : tensor<256xi32, #b>
    %4 = arith.select %3, %0, %2 : tensor<256xi1, #b>, tensor<256xf32, #b>
    %5 = math.exp %4 : tensor<256xf32, #b>
    tt.return %5 : tensor<256xf32, #b>
  }
}
