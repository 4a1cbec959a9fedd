// Values that a loop carries twice, and values that only seem the same.
// RUN: tern-opt %s --triton-loop-aware-cse --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @carried_twice(
// CHECK: %[[R:.*]] = scf.for %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (i32) : i32 {
// CHECK: %[[N:.*]] = arith.addi %[[P]], %{{.*}}
// CHECK: "use"(%[[N]], %[[N]])
// CHECK: scf.yield %[[N]] : i32
// CHECK: tt.return %[[R]], %[[R]]
tt.func @carried_twice(%x: i32, %n: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %x to %n step %one iter_args(%p = %x, %q = %x) -> (i32, i32) : i32 {
    %a = arith.addi %p, %i : i32
    %b = arith.addi %q, %i : i32
    "use"(%a, %b) : (i32, i32) -> ()
    scf.yield %a, %b : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// They begin with equal constants, and each is made of the other.
// CHECK-LABEL: @exchanged(
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i32) : i32 {
tt.func @exchanged(%x: i32, %n: i32) -> (i32, i32) {
  %c0 = arith.constant 7 : i32
  %c1 = arith.constant 7 : i32
  %r:2 = scf.for %i = %x to %n step %c0 iter_args(%p = %c0, %q = %c1) -> (i32, i32) : i32 {
    %a = arith.muli %q, %i : i32
    %b = arith.muli %p, %i : i32
    scf.yield %a, %b : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// Three of them, where what is inside of an inner loop is left to that loop.
// CHECK-LABEL: @three(
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i32) : i32 {
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i32) : i32 {
tt.func @three(%x: i32, %n: i32) -> (i32, i32, i32) {
  %one = arith.constant 1 : i32
  %r:3 = scf.for %i = %x to %n step %one iter_args(%p = %x, %q = %x, %s = %x) -> (i32, i32, i32) : i32 {
    %a = arith.addi %p, %i : i32
    %b = arith.addi %q, %i : i32
    %c = arith.addi %s, %i : i32
    %t:2 = scf.for %j = %x to %n step %one iter_args(%u = %a, %v = %a) -> (i32, i32) : i32 {
      %d = arith.muli %u, %j : i32
      %e = arith.muli %v, %j : i32
      scf.yield %d, %e : i32, i32
    }
    "use"(%t#0, %t#1) : (i32, i32) -> ()
    scf.yield %a, %b, %c : i32, i32, i32
  }
  tt.return %r#0, %r#1, %r#2 : i32, i32, i32
}

// They begin with other values; the body makes other values; what makes them may give another result each time; an op
// with a region is not looked into; one is the induction variable.
// CHECK-LABEL: @differ(
// CHECK: scf.for %{{.*}} -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) : i32 {
tt.func @differ(%x: i32, %y: i32, %n: i32, %f: i1) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %one = arith.constant 1 : i32
  %r:10 = scf.for %i = %x to %n step %one iter_args(%p0 = %x, %q0 = %y, %p1 = %x, %q1 = %x, %p2 = %x, %q2 = %x, %p3 = %x, %q3 = %x, %p4 = %n, %q4 = %n) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) : i32 {
    %a0 = arith.addi %p0, %i : i32
    %b0 = arith.addi %q0, %i : i32
    %a1 = arith.muli %p1, %i : i32
    %b1 = arith.subi %q1, %i : i32
    %a2 = "any"(%p2) : (i32) -> i32
    %b2 = "any"(%q2) : (i32) -> i32
    %a3 = scf.if %f -> (i32) {
      %k = arith.muli %p3, %p3 : i32
      scf.yield %k : i32
    } else {
      scf.yield %i : i32
    }
    %b3 = scf.if %f -> (i32) {
      %k = arith.muli %q3, %q3 : i32
      scf.yield %k : i32
    } else {
      scf.yield %i : i32
    }
    scf.yield %a0, %b0, %a1, %b1, %a2, %b2, %a3, %b3, %i, %p4 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
  }
  tt.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8, %r#9 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}
