// Loops that are not counted: a step that is not positive is undefined behaviour, and a range may be wider than its type.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s | FileCheck %s

// CHECK-LABEL: func.func @keeps_bad_steps(
// CHECK: scf.for
// CHECK: scf.for
func.func @keeps_bad_steps(%x: f32) -> (f32, f32) {
  %a = arith.constant 0 : index
  %b = arith.constant 10 : index
  %c0 = arith.constant 0 : index
  %m1 = arith.constant -1 : index
  %0 = scf.for %i = %a to %b step %c0 iter_args(%v = %x) -> f32 {
    %s = "test.op"(%v, %i) : (f32, index) -> f32
    scf.yield %s : f32
  }
  %1 = scf.for %i = %a to %b step %m1 iter_args(%v = %x) -> f32 {
    %s = "test.op"(%v, %i) : (f32, index) -> f32
    scf.yield %s : f32
  }
  return %0, %1 : f32, f32
}

// Three iterations, though the distance of the bounds does not fit the type.
// CHECK-LABEL: func.func @keeps_large_bounds(
// CHECK: scf.for
func.func @keeps_large_bounds(%x: f32) -> f32 {
  %a = arith.constant -9223372036854775808 : index
  %b = arith.constant 9223372036854775807 : index
  %c = arith.constant 9223372036854775807 : index
  %1 = scf.for %i = %a to %b step %c iter_args(%v = %x) -> f32 {
    %s = "test.op"(%v, %i) : (f32, index) -> f32
    scf.yield %s : f32
  }
  return %1 : f32
}

// A sum that may wrap says nothing of the distance.
// CHECK-LABEL: func.func @keeps_wrapping_bound(
// CHECK: scf.for
func.func @keeps_wrapping_bound(%x: f32, %lb: index) -> f32 {
  %c4 = arith.constant 4 : index
  %ub = arith.addi %lb, %c4 : index
  %0 = scf.for %i = %lb to %ub step %c4 iter_args(%a = %x) -> f32 {
    %s = "test.op"(%a, %i) : (f32, index) -> f32
    scf.yield %s : f32
  }
  return %0 : f32
}
