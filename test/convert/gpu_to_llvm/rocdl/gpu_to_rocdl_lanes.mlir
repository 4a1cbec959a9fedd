// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx942" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx942" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx1100 index-bitwidth=32" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=chipset=gfx1100 index-bitwidth=32" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Shuffles by ds_bpermute, also of what is wider or narrower than a word; broadcasts by readlane.

// CHECK-LABEL: llvm.func @shuffles
// CHECK-COUNT-2: rocdl.ds_bpermute
// CHECK-LABEL: llvm.func @broadcasts
// CHECK: rocdl.readfirstlane
// CHECK: rocdl.readlane
gpu.module @m {
  func.func @shuffles(%f: f32, %i: i32, %h: f16, %d: f64, %i8: i8, %v16: vector<2xf16>, %bf: bf16, %v3: vector<3xi32>) {
    %width = arith.constant 16 : i32
    %0, %p0 = gpu.shuffle xor %f, %i, %width : f32
    %1, %p1 = gpu.shuffle up %f, %i, %width : f32
    %2, %p2 = gpu.shuffle down %i, %i, %width : i32
    %3, %p3 = gpu.shuffle idx %i, %i, %i : i32
    %4, %p4 = gpu.shuffle idx %d, %i, %width : f64
    %5, %p5 = gpu.shuffle idx %h, %i, %width : f16
    %6, %p6 = gpu.shuffle idx %v16, %i, %i : vector<2xf16>
    %7, %p7 = gpu.shuffle idx %bf, %i, %i : bf16
    %8, %p8 = gpu.shuffle xor %v3, %i, %i : vector<3xi32>
    %9, %p9 = gpu.shuffle xor %i8, %i, %i : i8
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9) : (f32, f32, i32, i32, f64, f16, vector<2xf16>, bf16, vector<3xi32>, i8) -> ()
    "test.use"(%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9) : (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) -> ()
    return
  }
  func.func @broadcasts(%f: f32, %i: i32, %d: f64, %i8: i8, %v: vector<4xf32>) {
    %0 = gpu.subgroup_broadcast %f, first_active_lane : f32
    %1 = gpu.subgroup_broadcast %i, specific_lane %i : i32
    %2 = gpu.subgroup_broadcast %d, specific_lane %i : f64
    %3 = gpu.subgroup_broadcast %i8, specific_lane %i : i8
    %4 = gpu.subgroup_broadcast %v, specific_lane %i : vector<4xf32>
    "test.use"(%0, %1, %2, %3, %4) : (f32, i32, f64, i8, vector<4xf32>) -> ()
    gpu.barrier
    return
  }
}
