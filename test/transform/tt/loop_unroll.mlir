// Loops that run several iterations at a time, and what is left over.
// RUN: tern-opt %s --triton-loop-unroll --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @unknown_bounds(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32, %[[S:.*]]: i32
// CHECK: %[[N:.*]] = arith.subi %[[B]], %[[A]]
// CHECK: %[[ONE:.*]] = arith.constant 1
// CHECK: %[[S1:.*]] = arith.subi %[[S]], %[[ONE]]
// CHECK: %[[N1:.*]] = arith.addi %[[N]], %[[S1]]
// CHECK: %[[T:.*]] = arith.divsi %[[N1]], %[[S]]
// CHECK: %[[F:.*]] = arith.constant 2
// CHECK: %[[REM:.*]] = arith.remsi %[[T]], %[[F]]
// CHECK: %[[W:.*]] = arith.subi %[[T]], %[[REM]]
// CHECK: %[[D:.*]] = arith.muli %[[W]], %[[S]]
// CHECK: %[[E:.*]] = arith.addi %[[A]], %[[D]]
// CHECK: %[[S2:.*]] = arith.muli %[[S]], %[[F]]
// CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %[[A]] to %[[E]] step %[[S2]] iter_args(%[[X:.*]] = %{{.*}}) -> (f32) : i32 {
// CHECK:   %[[X1:.*]] = "body"(%[[I]], %[[X]])
// CHECK:   %[[K:.*]] = arith.constant 1
// CHECK:   %[[SK:.*]] = arith.muli %[[S]], %[[K]]
// CHECK:   %[[I1:.*]] = arith.addi %[[I]], %[[SK]]
// CHECK:   %[[X2:.*]] = "body"(%[[I1]], %[[X1]])
// CHECK:   scf.yield %[[X2]]
// CHECK: } {tt.other}
// CHECK: %[[Q:.*]] = scf.for %[[J:.*]] = %[[E]] to %[[B]] step %[[S]] iter_args(%[[Y:.*]] = %[[R]]) -> (f32) : i32 {
// CHECK:   "body"(%[[J]], %[[Y]])
// CHECK: } {tt.num_stages = 1 : i32, tt.other}
// CHECK: tt.return %[[Q]]
tt.func @unknown_bounds(%a: i32, %b: i32, %s: i32, %x: f32) -> f32 {
  %r = scf.for %i = %a to %b step %s iter_args(%y = %x) -> (f32) : i32 {
    %z = "body"(%i, %y) : (i32, f32) -> f32
    scf.yield %z : f32
  } {tt.loop_unroll_factor = 2 : i32, tt.other}
  tt.return %r : f32
}

// CHECK-LABEL: @unsigned_bounds(
// CHECK: arith.divui
// CHECK: arith.remui
// CHECK: scf.for unsigned
tt.func @unsigned_bounds(%a: i32, %b: i32, %s: i32) {
  scf.for unsigned %i = %a to %b step %s : i32 {
    "body"(%i) : (i32) -> ()
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// 8 iterations are twice 4.
// CHECK-LABEL: @no_rest(
// CHECK: scf.for %{{.*}} to %c16_i32 step %c8_i32
// CHECK-COUNT-4: "body"
// CHECK-NOT: scf.for
tt.func @no_rest() {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c16 = arith.constant 16 : i32
  scf.for %i = %c0 to %c16 step %c2 : i32 {
    "body"(%i) : (i32) -> ()
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return
}

// 5 iterations are 4 and one more, and neither is a loop any longer.
// CHECK-LABEL: @single_iterations(
// CHECK-NOT: scf.for
// CHECK-COUNT-5: "body"
// CHECK-NOT: "body"
tt.func @single_iterations(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%y = %x) -> (f32) : i32 {
    %z = "body"(%i, %y) : (i32, f32) -> f32
    scf.yield %z : f32
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return %r : f32
}

// What the body hands on may be a value from before, or an argument.
// CHECK-LABEL: @handed_on(
// CHECK: scf.for %{{.*}} iter_args(%[[P:.*]] = %arg0, %[[Q:.*]] = %arg1)
// CHECK: "body"(%[[P]], %[[Q]])
// CHECK: "body"(%[[Q]], %[[P]])
// CHECK: scf.yield %[[P]], %[[Q]]
tt.func @handed_on(%x: f32, %y: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%p = %x, %q = %y) -> (f32, f32) : i32 {
    "body"(%p, %q) : (f32, f32) -> ()
    scf.yield %q, %p : f32, f32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// No factor, a factor of one, and nothing to repeat.
// CHECK-LABEL: @keeps(
// CHECK: scf.for
// CHECK-COUNT-1: "body"
// CHECK: scf.for
// CHECK-COUNT-1: "body"
// CHECK: scf.for
// CHECK-NOT: scf.for
tt.func @keeps(%a: i32, %b: i32, %s: i32) {
  scf.for %i = %a to %b step %s : i32 {
    "body"(%i) : (i32) -> ()
  }
  scf.for %i = %a to %b step %s : i32 {
    "body"(%i) : (i32) -> ()
  } {tt.loop_unroll_factor = 1 : i32}
  scf.for %i = %a to %b step %s : i32 {
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// An inner loop first, and then all of it twice.
// CHECK-LABEL: @nested(
// CHECK-COUNT-8: "body"
// CHECK-NOT: "body"
tt.func @nested() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  scf.for %i = %c0 to %c8 step %c1 : i32 {
    scf.for %j = %c0 to %c8 step %c1 : i32 {
      "body"(%i, %j) : (i32, i32) -> ()
    } {tt.loop_unroll_factor = 4 : i32}
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}
