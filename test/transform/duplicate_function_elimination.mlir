// RUN: tern-opt %s --duplicate-function-elimination > %t.mlir
// RUN: mlir-opt %s --duplicate-function-elimination | diff - %t.mlir

func.func @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

func.func @double(%y: i32) -> i32 {
  %0 = arith.addi %y, %y : i32
  return %0 : i32
}

func.func private @hidden(%y: i32) -> i32 {
  %0 = arith.addi %y, %y : i32
  return %0 : i32
}

func.func @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}

func.func @sum(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  return %0 : i32
}

func.func @sum_from_behind(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %y, %x : i32
  return %0 : i32
}

func.func private @a(i32) -> i32
func.func private @b(i32) -> i32

func.func @user(%x: i32) -> i32 {
  %0 = call @double(%x) : (i32) -> i32
  %1 = call @square(%0) : (i32) -> i32
  %2 = call @hidden(%1) : (i32) -> i32
  %3 = call @b(%2) : (i32) -> i32
  return %3 : i32
}
