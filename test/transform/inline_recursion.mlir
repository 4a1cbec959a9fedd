// Functions that call each other stay calls, from whichever end the call graph is entered.
// RUN: tern-opt %s --inline='default-pipeline=' > %t.mlir
// RUN: mlir-opt %s --inline='default-pipeline=' | diff - %t.mlir

func.func @even(%n: i32) -> i1 {
  %0 = call @odd(%n) : (i32) -> i1
  return %0 : i1
}

func.func @odd(%n: i32) -> i1 {
  %one = arith.constant 1 : i32
  %less = arith.subi %n, %one : i32
  %0 = call @even(%less) : (i32) -> i1
  return %0 : i1
}

func.func @endless(%n: i32) -> i32 {
  %0 = call @endless(%n) : (i32) -> i32
  return %0 : i32
}
