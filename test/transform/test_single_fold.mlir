// RUN: tern-opt %s --test-single-fold > %t.mlir
// RUN: mlir-opt %s --test-single-fold | diff - %t.mlir
// RUN: tern-opt %s --test-single-fold=max-iterations=2 > %t.twice.mlir
// RUN: mlir-opt %s --test-single-fold=max-iterations=2 | diff - %t.twice.mlir

// An op sees the constants of the program, not those of other folds.
func.func @chain() -> i32 {
  %c3 = arith.constant 3 : i32
  %a = arith.addi %c3, %c3 : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}

func.func @identities(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %a = arith.addi %x, %c0 : i32
  %b = arith.subi %x, %x : i32
  return %a, %b : i32, i32
}

// A constant changes sides, which is a fold of its own.
func.func @in_place(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = arith.addi %c0, %x : i32
  return %a : i32
}
