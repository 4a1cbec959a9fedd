// Shuffles of a whole wave of 64 by a constant distance need no number of the lane: below 32 by a pattern of bits, from
// gfx950 on 16 and 32 by a swap. Wider values go word by word, which upstream cuts in another way.
// RUN: sed '/gpu.module @wide/,$d' %s > %t.mlir
// RUN: tern-opt --convert-gpu-to-rocdl=chipset=gfx942 %t.mlir > %t.ours
// RUN: mlir-opt --convert-gpu-to-rocdl=chipset=gfx942 %t.mlir | diff -b - %t.ours
// RUN: tern-opt --convert-gpu-to-rocdl=chipset=gfx950 %t.mlir > %t.ours
// RUN: mlir-opt --convert-gpu-to-rocdl=chipset=gfx950 %t.mlir | diff -b - %t.ours
// RUN: tern-opt --convert-gpu-to-rocdl=chipset=gfx942 %s | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: tern-opt --convert-gpu-to-rocdl=chipset=gfx950 %s | FileCheck %s --check-prefixes=CHECK,NEW

// CHECK-LABEL: llvm.func @exchanges
// CHECK: %[[NEAR:.*]] = llvm.mlir.constant(4127 : i32) : i32
// CHECK: rocdl.ds_swizzle %{{.*}}, %[[NEAR]]
// OLD: rocdl.ds_swizzle
// OLD: rocdl.ds_bpermute
// NEW: rocdl.permlane16.swap
// NEW: rocdl.permlane32.swap
// CHECK: rocdl.ds_bpermute
gpu.module @words {
  func.func @exchanges(%x: f32, %i: i32) -> (f32, f32, f32, i32) {
    %c4 = arith.constant 4 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %0, %p0 = gpu.shuffle xor %x, %c4, %c64 : f32
    %1, %p1 = gpu.shuffle xor %x, %c16, %c64 : f32
    %2, %p2 = gpu.shuffle xor %x, %c32, %c64 : f32
    %3, %p3 = gpu.shuffle xor %i, %c4, %c32 : i32
    func.return %0, %1, %2, %3 : f32, f32, f32, i32
  }
}

// CHECK-LABEL: llvm.func @wide
gpu.module @wide {
  func.func @wide(%d: f64, %h: f16) -> (f64, f16, i1) {
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    // CHECK-COUNT-2: rocdl.ds_swizzle
    %0, %p0 = gpu.shuffle xor %d, %c4, %c64 : f64
    // CHECK: rocdl.ds_swizzle
    %1, %p1 = gpu.shuffle xor %h, %c4, %c64 : f16
    // CHECK: %[[YES:.*]] = llvm.mlir.constant(true) : i1
    // CHECK: llvm.insertvalue %[[YES]], %{{.*}}[2]
    func.return %0, %1, %p1 : f64, f16, i1
  }
}
