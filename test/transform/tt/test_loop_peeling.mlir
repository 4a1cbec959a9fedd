// The last iteration behind the loop.
// RUN: tern-opt %s --triton-test-loop-peeling --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @peels(
// CHECK-SAME: %[[A:.*]]: index, %[[B:.*]]: index, %[[S:.*]]: index, %[[X:.*]]: f32
// CHECK: %[[E:.*]] = arith.subi %[[B]], %[[S]] : index
// CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %[[A]] to %[[E]] step %[[S]] iter_args(%[[Y:.*]] = %[[X]]) -> (f32) {
// CHECK: "body"(%[[I]], %[[Y]])
// CHECK: %[[N:.*]] = arith.subi %[[B]], %[[A]]
// CHECK: %[[N1:.*]] = arith.subi %[[N]], %{{.*}}
// CHECK: %[[T:.*]] = arith.divsi %[[N1]], %[[S]]
// CHECK: %[[D:.*]] = arith.muli %[[T]], %[[S]]
// CHECK: %[[LAST:.*]] = arith.addi %[[D]], %[[A]]
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %[[A]], %[[B]]
// CHECK: %[[Q:.*]] = scf.if %[[RUNS]] -> (f32) {
// CHECK:   %[[Z:.*]] = "body"(%[[LAST]], %[[R]])
// CHECK:   scf.yield %[[Z]]
// CHECK: } else {
// CHECK:   scf.yield %[[R]]
// CHECK: tt.return %[[Q]]
tt.func @peels(%a: index, %b: index, %s: index, %x: f32) -> f32 {
  %r = scf.for %i = %a to %b step %s iter_args(%y = %x) -> (f32) {
    %z = "body"(%i, %y) : (index, f32) -> f32
    scf.yield %z : f32
  } {__test_peel_epilogue}
  tt.return %r : f32
}

// CHECK-LABEL: @peels_unsigned(
// CHECK: arith.divui
// CHECK: arith.cmpi ult
tt.func @peels_unsigned(%a: i32, %b: i32, %s: i32) {
  scf.for unsigned %i = %a to %b step %s : i32 {
    "body"(%i) : (i32) -> ()
  } {__test_peel_epilogue}
  tt.return
}

// CHECK-LABEL: @keeps(
// CHECK-NOT: scf.if
tt.func @keeps(%a: index, %b: index, %s: index) {
  scf.for %i = %a to %b step %s {
    "body"(%i) : (index) -> ()
  }
  tt.return
}
