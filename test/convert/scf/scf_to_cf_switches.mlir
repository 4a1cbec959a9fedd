// How much of an index scf.index_switch compares.
// RUN: tern-opt --convert-scf-to-cf %s | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: tern-opt --pass-pipeline='builtin.module(convert-scf-to-cf{wide-switches})' %s | FileCheck %s --check-prefixes=CHECK,WIDE

// CHECK-LABEL: func.func @choose
// NARROW: %[[FLAG:.*]] = arith.index_cast %arg0 : index to i32
// NARROW-NEXT: cf.switch %[[FLAG]] : i32
// WIDE: %[[FLAG:.*]] = arith.index_cast %arg0 : index to i64
// WIDE-NEXT: cf.switch %[[FLAG]] : i64
// CHECK: 3: ^
func.func @choose(%i: index, %x: f32, %y: f32) -> f32 {
  %0 = scf.index_switch %i -> f32
  case 3 {
    scf.yield %x : f32
  }
  default {
    scf.yield %y : f32
  }
  return %0 : f32
}
