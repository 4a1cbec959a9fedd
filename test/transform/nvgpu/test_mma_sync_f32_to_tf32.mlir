// RUN: tern-opt --split-input-file --test-nvgpu-mmasync-f32-to-tf32-patterns %s > %t.ours
// RUN: mlir-opt --split-input-file --test-nvgpu-mmasync-f32-to-tf32-patterns %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --split-input-file --test-nvgpu-mmasync-f32-to-tf32-patterns=precision=tf32x3 %s > %t.ours
// RUN: mlir-opt --split-input-file --test-nvgpu-mmasync-f32-to-tf32-patterns=precision=tf32x3 %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Products of f32 are to be computed in tf32. (In three parts is an option that changes nothing, as upstream.)

// CHECK-LABEL: func.func @single
// CHECK: nvgpu.mma.sync
// CHECK-SAME: tf32Enabled
func.func @single(%a: vector<4x1xf32>, %b: vector<2x1xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8]} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return %d : vector<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @half
// CHECK-NOT: tf32Enabled
func.func @half(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %d : vector<2x2xf32>
}

// -----

// Constants are unified and moved to the start, as the greedy driver does.
func.func @constants(%m: memref<4x4xf32>, %c: i1) {
  scf.if %c {
    %zero = arith.constant 0 : index
    %three = arith.constant 3 : index
    %f = arith.constant 1.0 : f32
    memref.store %f, %m[%three, %zero] : memref<4x4xf32>
  }
  %three = arith.constant 3 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %m[%three, %three] : memref<4x4xf32>
  return
}
