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

// A constant that is found again comes first.
func.func @found_again(%c: i1) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %a = arith.addi %c1, %c2 : i32
  %b = arith.addi %c2, %c2 : i32
  %d = arith.muli %c1, %a : i32
  %e = arith.subi %b, %c1 : i32
  %f = arith.xori %c1, %c2 : i32
  return %a, %b, %f : i32, i32, i32
}

// Positions that are constants are looked at by the fold that makes them part of the op.
func.func @positions(%v: vector<4xf16>, %f: f16) -> (f16, vector<2xf16>) {
  %c1 = arith.constant 1 : index
  %g = arith.constant 2.5 : f16
  %z = arith.constant dense<0.0> : vector<2xf16>
  %0 = vector.insert %f, %v [1] : f16 into vector<4xf16>
  %1 = vector.extract %0[%c1] : f16 from vector<4xf16>
  %2 = vector.insert %g, %z [%c1] : f16 into vector<2xf16>
  return %1, %2 : f16, vector<2xf16>
}
