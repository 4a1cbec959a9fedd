// RUN: tern-opt %s --sccp --split-input-file | FileCheck %s
// RUN: mlir-opt %s --sccp --split-input-file | FileCheck %s
// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(sccp))' --split-input-file | FileCheck %s --check-prefix=ALONE
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(sccp))' --split-input-file | FileCheck %s --check-prefix=ALONE

// All calls are known: arguments and results are what they pass. A function by itself knows neither.
// CHECK-LABEL: func.func private @pair
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK: return %[[C]], %arg1
// ALONE-LABEL: func.func private @pair
// ALONE: return %arg0, %arg1
func.func private @pair(%x: i32, %y: i32) -> (i32, i32) {
  return %x, %y : i32, i32
}
// CHECK-LABEL: func.func @caller
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK: %[[R:.*]]:2 = call @pair(%[[C]], %arg0)
// CHECK: return %[[C]], %[[R]]#1
// ALONE-LABEL: func.func @caller
// ALONE: %[[R:.*]]:2 = call @pair
// ALONE: return %[[R]]#0, %[[R]]#1
func.func @caller(%y: i32) -> (i32, i32) {
  %c = arith.constant 3 : i32
  %r:2 = call @pair(%c, %y) : (i32, i32) -> (i32, i32)
  %s:2 = call @pair(%c, %c) : (i32, i32) -> (i32, i32)
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func private @repeat
// CHECK: %[[C:.*]] = arith.constant 9 : i32
// CHECK: return %[[C]]
// CHECK: call @repeat(%{{.*}}, %[[C]])
// CHECK: return %[[C]]
func.func private @repeat(%n: i32, %x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %is_end = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %is_end, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  %m = arith.subi %n, %one : i32
  %y = arith.muli %x, %one : i32
  %r = call @repeat(%m, %y) : (i32, i32) -> i32
  return %r : i32
}
// CHECK-LABEL: func.func @start
// CHECK: %[[C:.*]] = arith.constant 9 : i32
// CHECK: return %[[C]]
func.func @start(%n: i32) -> i32 {
  %nine = arith.constant 9 : i32
  %r = call @repeat(%n, %nine) : (i32, i32) -> i32
  return %r : i32
}

// -----

// Public functions, those without a body, and those whose name is used otherwise may get anything.
// CHECK-LABEL: func.func @public
// CHECK: return %arg0
func.func @public(%x: i32) -> i32 {
  return %x : i32
}
func.func private @external(i32) -> i32
// CHECK-LABEL: func.func private @taken
// CHECK: return %arg0
func.func private @taken(%x: i32) -> i32 {
  return %x : i32
}
// CHECK-LABEL: func.func @calls
// CHECK: %[[A:.*]] = call @public
// CHECK: %[[B:.*]] = call @external
// CHECK: %[[C:.*]] = call @taken
// CHECK: %[[D:.*]] = call_indirect
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @calls() -> (i32, i32, i32, i32) {
  %four = arith.constant 4 : i32
  %f = constant @taken : (i32) -> i32
  %a = call @public(%four) : (i32) -> i32
  %b = call @external(%four) : (i32) -> i32
  %c = call @taken(%four) : (i32) -> i32
  %d = call_indirect %f(%four) : (i32) -> i32
  return %a, %b, %c, %d : i32, i32, i32, i32
}
// Nobody calls it, so it does not run.
// CHECK-LABEL: func.func private @unused
// CHECK: arith.addi
func.func private @unused() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.addi %one, %one : i32
  return %two : i32
}

// -----

// From the whole program all calls of nested symbols are seen.
// CHECK-LABEL: module @part
module @part {
  // CHECK: func.func nested @inner
  // CHECK: %[[C:.*]] = arith.constant 8 : i32
  // CHECK: return %[[C]]
  func.func nested @inner(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @outer() -> i32 {
    %eight = arith.constant 8 : i32
    %r = call @inner(%eight) : (i32) -> i32
    return %r : i32
  }
}
