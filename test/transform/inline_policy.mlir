// RUN: tern-opt %s --inline | FileCheck %s

util.func private @never(%x: i32) -> i32 attributes {inlining_policy = #util.inline.never} {
  util.return %x : i32
}
util.func private @always(%x: i32) -> i32 attributes {inlining_policy = #util.inline.always} {
  %0 = arith.addi %x, %x : i32
  util.return %0 : i32
}
// CHECK-LABEL: util.func public @main
// CHECK: util.call @never
// CHECK-NOT: util.call
// CHECK: arith.addi
util.func public @main(%a: i32) -> i32 {
  %0 = util.call @never(%a) : (i32) -> i32
  %1 = util.call @always(%0) : (i32) -> i32
  util.return %1 : i32
}
