// RUN: tern-opt %s --inline | FileCheck %s
// RUN: tern-opt %s --pass-pipeline='builtin.module(inline{default-pipeline=})' | FileCheck %s --check-prefix=PLAIN

func.func private @double(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

// Several blocks: it stays because of the call inside of scf.if, where blocks have no place.
// CHECK-LABEL: func.func private @pick
func.func private @pick(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%x : i32)
^bb1:
  // CHECK-NOT: call
  // CHECK: arith.addi
  %0 = call @double(%x) : (i32) -> i32
  cf.br ^bb2(%0 : i32)
^bb2(%r: i32):
  return %r : i32
}

// Recursion stays a call.
// CHECK-LABEL: func.func private @forever
func.func private @forever(%x: i32) -> i32 {
  // CHECK: call @forever
  %0 = call @forever(%x) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func private @kept
func.func private @kept(%x: i32) -> i32 attributes {no_inline} {
  return %x : i32
}

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[A:.*]]: i32, %[[C:.*]]: i1
func.func @main(%a: i32, %c: i1) -> i32 {
  // CHECK: cf.cond_br %[[C]], ^[[THEN:.*]], ^[[END:.*]](%[[A]] : i32)
  // CHECK: ^[[THEN]]:
  // CHECK: %[[S:.*]] = arith.addi %[[A]], %[[A]]
  // CHECK: cf.br ^[[END]](%[[S]] : i32)
  // CHECK: ^[[END]](%[[R:.*]]: i32):
  // CHECK: arith.addi %[[R]], %[[R]]
  %0 = call @pick(%c, %a) : (i1, i32) -> i32
  %1 = call @double(%0) : (i32) -> i32
  %2 = scf.if %c -> i32 {
    // CHECK: func.call @pick
    %3 = call @pick(%c, %1) : (i1, i32) -> i32
    scf.yield %3 : i32
  } else {
    // CHECK: func.call @forever
    %4 = call @forever(%1) : (i32) -> i32
    scf.yield %4 : i32
  }
  // CHECK: call @kept
  %5 = call @kept(%2) : (i32) -> i32
  return %5 : i32
}

// The dead are gone, the public stay.
// CHECK-NOT: @double
// CHECK: func.func @shown
// PLAIN: func.func @shown
// PLAIN-NEXT: arith.addi
// PLAIN-NEXT: return
// PLAIN-NOT: @double
func.func @shown(%x: i32) {
  %0 = call @double(%x) : (i32) -> i32
  return
}
// Bodies without values.
func.func private @nothing() {
  return
}
// CHECK-LABEL: func.func @calls_nothing
// CHECK-NEXT: return
func.func @calls_nothing() {
  call @nothing() : () -> ()
  return
}
// A kernel keeps its calls.
// CHECK-LABEL: func.func @launches
// CHECK: gpu.launch
// CHECK: call @device
// CHECK: gpu.terminator
func.func private @device(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @launches(%n: index, %x: i32, %m: memref<i32>) {
  gpu.launch blocks(%a, %b, %c) in (%g = %n, %h = %n, %i = %n) threads(%d, %e, %f) in (%j = %n, %k = %n, %l = %n) {
    %0 = func.call @device(%x) : (i32) -> i32
    memref.store %0, %m[] : memref<i32>
    gpu.terminator
  }
  return
}

// `false` says nothing.
// CHECK-LABEL: func.func @calls_willing(
// CHECK-NOT: call
func.func private @willing(%x: i32) -> i32 attributes {noinline = false} {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @calls_willing(%x: i32) -> i32 {
  %0 = call @willing(%x) : (i32) -> i32
  return %0 : i32
}
