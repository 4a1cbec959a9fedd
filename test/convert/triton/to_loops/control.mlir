// RUN: tern-opt %s --split-input-file --convert-triton-to-loops --cse | FileCheck %s

// Pointers that a loop moves by the same for all stay what they were: bytes are carried.

// CHECK-LABEL: llvm.func @moved
// CHECK: %[[MOVED:.*]] = scf.for {{.*}} iter_args(%[[BYTES:.*]] = %c0_i64) -> (i64)  : i32
// CHECK:   %[[NEXT:.*]] = arith.addi %[[BYTES]], %c256_i64
// CHECK:   scf.yield %[[NEXT]] : i64
tt.func public @moved(%p: !tt.ptr<f32>, %n: i32, %c: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %by = arith.constant dense<64> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %a = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %b = tt.addptr %a, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.splat %c : f32 -> tensor<64xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%q = %b) -> (tensor<64x!tt.ptr<f32>>) : i32 {
    tt.store %q, %v : tensor<64x!tt.ptr<f32>>
    %t = tt.addptr %q, %by : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %t : tensor<64x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// Tensors that are handed on have buffers. What is yielded goes by way of another where one reads what the other writes.

// CHECK-LABEL: llvm.func @exchanged
// CHECK: scf.for
// CHECK:   "llvm.intr.memcpy"
// CHECK:   "llvm.intr.memcpy"
// CHECK:   "llvm.intr.memcpy"
tt.func public @exchanged(%p: !tt.ptr<f32>, %n: i32, %c: f32, %d: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tt.splat %c : f32 -> tensor<16xf32>
  %y = tt.splat %d : f32 -> tensor<16xf32>
  %z:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %y) -> (tensor<16xf32>, tensor<16xf32>) : i32 {
    scf.yield %v, %u : tensor<16xf32>, tensor<16xf32>
  }
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  tt.store %q, %z#0 : tensor<16x!tt.ptr<f32>>
  tt.return
}

// -----

// Branches between blocks stay, and each way out returns 0.

// CHECK-LABEL: llvm.func @early_return
// CHECK: cf.cond_br %{{.*}}, ^[[A:.*]], ^[[B:.*]]
// CHECK: llvm.return %{{.*}} : i32
// CHECK: llvm.return %{{.*}} : i32
tt.func public @early_return(%p: !tt.ptr<i32>, %n: i32, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  tt.store %p, %n : !tt.ptr<i32>
  tt.return
}
