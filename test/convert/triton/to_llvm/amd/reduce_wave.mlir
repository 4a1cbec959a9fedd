// RUN: tern-opt %s --split-input-file --convert-triton-amdgpu-to-llvm=arch=gfx950 | FileCheck %s

// A whole wave: shifts within rows, then the last lane of a row to the next, and in the end the last lane for all.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: llvm.func internal @wave(
  tt.func private @wave(%x: tensor<64xf32, #blocked>) -> f32 {
    // CHECK: %[[X:.*]] = llvm.extractvalue %arg0[0]
    // CHECK: %[[M:.*]] = rocdl.update.dpp %[[X]], %[[X]] with 280, 15, 15, true : f32
    // CHECK: %[[S:.*]] = llvm.fadd %[[X]], %[[M]]
    // CHECK: rocdl.update.dpp %[[S]], %[[S]] with 276, 15, 15, true : f32
    // CHECK: rocdl.update.dpp {{.*}} with 274, 15, 15, true : f32
    // CHECK: rocdl.update.dpp {{.*}} with 273, 15, 15, true : f32
    // CHECK: rocdl.update.dpp {{.*}} with 322, 10, 15, true : f32
    // CHECK: rocdl.update.dpp {{.*}} with 323, 15, 15, true : f32
    // CHECK: %[[LAST:.*]] = llvm.mlir.constant(63 : i32) : i32
    // CHECK: rocdl.readlane %{{.*}}, %[[LAST]]
    %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<64xf32, #blocked>) -> f32
    tt.return %0 : f32
  }

  // Regions of more than one op go by shuffles, as they are ordered.
  // CHECK-LABEL: llvm.func internal @two_ops(
  tt.func private @two_ops(%x: tensor<64xf32, #blocked>) -> f32 {
    // CHECK-NOT: rocdl.readlane
    // CHECK: rocdl.ds_bpermute
    %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      %t = arith.mulf %s, %s : f32
      tt.reduce.return %t : f32
    }) : (tensor<64xf32, #blocked>) -> f32
    tt.return %0 : f32
  }
}

// -----

// The halves of a wave: CDNA 4 exchanges them in one instruction.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: llvm.func internal @halves(
  tt.func private @halves(%x: tensor<2x32xf16, #blocked>) -> tensor<32xf16, #ttg.slice<{dim = 0, parent = #blocked}>> {
    // CHECK: %[[W:.*]] = llvm.sext %{{.*}} : i16 to i32
    // CHECK: %[[P:.*]] = llvm.call_intrinsic "llvm.amdgcn.permlane32.swap"(%[[W]], %[[W]]
    // CHECK: llvm.extractvalue %[[P]][0]
    // CHECK: llvm.extractvalue %[[P]][1]
    // CHECK: llvm.intr.maxnum
    %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %s = arith.maxnumf %a, %b : f16
      tt.reduce.return %s : f16
    }) : (tensor<2x32xf16, #blocked>) -> tensor<32xf16, #ttg.slice<{dim = 0, parent = #blocked}>>
    tt.return %0 : tensor<32xf16, #ttg.slice<{dim = 0, parent = #blocked}>>
  }
}
