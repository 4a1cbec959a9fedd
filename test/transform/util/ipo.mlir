// RUN: tern-opt %s --iree-util-ipo | FileCheck %s

// %b is 1 for all callers, %c is the same as %a, nobody uses %unused. Of the results, one is a constant, one an argument,
// and two are the same.

// CHECK: util.func private @f(%[[A:.+]]: i32) -> i32 {
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : i32
// CHECK-DAG: %[[SUM:.+]] = arith.addi %[[A]], %[[C1]]
// CHECK: %[[R:.+]] = arith.addi %[[SUM]], %[[A]]
// CHECK: util.return %[[R]] : i32
// CHECK: util.func public @main(%[[X:.+]]: i32, %{{.+}}: i32)
// CHECK-DAG: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-DAG: %[[CALL:.+]] = util.call @f(%[[X]]) : (i32) -> i32
// CHECK: util.return %[[CALL]], %[[C5]], %[[X]], %[[CALL]]

// CHECK: util.func private @kept()
// CHECK: util.func public @two(%[[X2:.+]]: i32, %[[Y2:.+]]: i32)
// CHECK: util.return %[[X2]], %[[Y2]]
util.func private @f(%a: i32, %b: i32, %c: i32, %unused: i32) -> (i32, i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %0, %c : i32
  util.return %1, %c5, %a, %1 : i32, i32, i32, i32
}
util.func public @main(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %r:4 = util.call @f(%x, %c1, %x, %y) : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
  util.return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}
util.func private @kept(%a: i32) -> i32 {
  util.return %a : i32
}
util.func public @two(%x: i32, %y: i32) -> (i32, i32) {
  %0 = util.call @kept(%x) : (i32) -> i32
  %1 = util.call @kept(%y) : (i32) -> i32
  util.return %0, %1 : i32, i32
}
