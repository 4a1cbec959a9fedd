// C10. A loop of eight turns does four at once where it says so, and computes the same.
// RUN: tern-opt %s --check-each --triton-loop-unroll --canonicalize | FileCheck %s

// CHECK-LABEL: tt.func @unrolled
// CHECK: scf.for %{{.*}} = %c0_i32 to %c8_i32 step %c4_i32
// CHECK-COUNT-4: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK-LABEL: tt.func @as_it_is
// CHECK: step %c1_i32
// CHECK-COUNT-1: arith.mulf
tt.func @unrolled(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%y = %x) -> (f32) : i32 {
    %f = arith.sitofp %i : i32 to f32
    %z = arith.mulf %y, %f : f32
    scf.yield %z : f32
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return %r : f32
}
tt.func @as_it_is(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%y = %x) -> (f32) : i32 {
    %f = arith.sitofp %i : i32 to f32
    %z = arith.mulf %y, %f : f32
    scf.yield %z : f32
  }
  tt.return %r : f32
}
