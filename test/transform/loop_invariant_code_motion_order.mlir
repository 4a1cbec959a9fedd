// In a graph an op may stand before what it uses, and it leaves the loop after that.
// RUN: tern-opt %s --loop-invariant-code-motion > %t.mlir
// RUN: mlir-opt %s --loop-invariant-code-motion | diff - %t.mlir

func.func @backwards() {
  test.graph_loop {
    %b = arith.muli %a, %a : i32
    %a = arith.addi %c, %c : i32
    %c = arith.constant 7 : i32
    test.region_yield %b : i32
  } : () -> ()
  return
}

func.func @around() {
  test.graph_loop {
    %a = arith.addi %b, %b : i32
    %b = arith.addi %a, %a : i32
    test.region_yield %b : i32
  } : () -> ()
  return
}
