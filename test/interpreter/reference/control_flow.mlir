// Loops, branches, calls: of scf, cf, func and affine.
// RUN: tern-opt %s --interpret=main | FileCheck %s
// RUN: tern-opt %s --convert-scf-to-cf --interpret=@main | FileCheck %s
// RUN: tern-opt %s --lower-affine --interpret=main | FileCheck %s

func.func private @factorial(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %is_end = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %is_end, ^end(%c1 : i32), ^step
^step:
  %before = arith.subi %n, %c1 : i32
  %part = func.call @factorial(%before) : (i32) -> i32
  %whole = arith.muli %n, %part : i32
  cf.br ^end(%whole : i32)
^end(%result: i32):
  return %result : i32
}

func.func private @choose(%flag: i32) -> i32 {
  %c10 = arith.constant 10 : i32
  %c20 = arith.constant 20 : i32
  cf.switch %flag : i32, [
    default: ^end(%flag : i32),
    5: ^end(%c10 : i32),
    -1: ^end(%c20 : i32)
  ]
^end(%result: i32):
  return %result : i32
}

// Swaps on each turn: all arguments of a branch change at once.
func.func private @swap(%a: i32, %b: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^loop(%a, %b, %c0 : i32, i32, index)
^loop(%x: i32, %y: i32, %i: index):
  %next = arith.addi %i, %c1 : index
  %goes_on = arith.cmpi slt, %i, %n : index
  cf.cond_br %goes_on, ^loop(%y, %x, %next : i32, i32, index), ^end
^end:
  return %x, %y : i32, i32
}

func.func @main() -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c5_i32 = arith.constant 5 : i32
  %c1_i32 = arith.constant 1 : i32
  %c100 = arith.constant 100 : i32
  %zero = arith.constant 0 : i32
  %factorial = func.call @factorial(%c5_i32) : (i32) -> i32
  // CHECK: {{^}}120
  vector.print %factorial : i32
  %chosen = func.call @choose(%c5_i32) : (i32) -> i32
  %other = func.call @choose(%c100) : (i32) -> i32
  // CHECK-NEXT: 10
  vector.print %chosen : i32
  // CHECK-NEXT: 100
  vector.print %other : i32
  %s:2 = func.call @swap(%c1_i32, %c100, %c3) : (i32, i32, index) -> (i32, i32)
  // CHECK-NEXT: 100
  vector.print %s#0 : i32
  // 0 + 2 + 4 + 6
  %sum = scf.for %i = %c0 to %c7 step %c2 iter_args(%acc = %zero) -> (i32) {
    %x = arith.index_cast %i : index to i32
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  // CHECK-NEXT: 12
  vector.print %sum : i32
  // Doubles until it is above 100.
  %power = scf.while (%x = %c1_i32) : (i32) -> i32 {
    %goes_on = arith.cmpi sle, %x, %c100 : i32
    scf.condition(%goes_on) %x : i32
  } do {
  ^bb0(%x: i32):
    %twice = arith.addi %x, %x : i32
    scf.yield %twice : i32
  }
  // CHECK-NEXT: 128
  vector.print %power : i32
  %case = scf.index_switch %c2 -> i32
  case 1 {
    scf.yield %zero : i32
  }
  case 2 {
    scf.yield %c100 : i32
  }
  default {
    scf.yield %c5_i32 : i32
  }
  // CHECK-NEXT: 100
  vector.print %case : i32
  // The sum of i * j over a 3 x 7 grid: 3 * 21.
  %product = scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c7) step (%c1, %c1) init (%zero) -> i32 {
    %p = arith.muli %i, %j : index
    %x = arith.index_cast %p : index to i32
    scf.reduce(%x : i32) {
    ^bb0(%a: i32, %b: i32):
      %r = arith.addi %a, %b : i32
      scf.reduce.return %r : i32
    }
  }
  // CHECK-NEXT: 63
  vector.print %product : i32
  %affine = affine.for %i = 0 to min affine_map<(d0) -> (10, d0 + 2)>(%c7) step 3 iter_args(%acc = %zero) -> (i32) {
    %inner = affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) -> i32 {
      affine.yield %c100 : i32
    } else {
      affine.yield %c1_i32 : i32
    }
    %next = arith.addi %acc, %inner : i32
    affine.yield %next : i32
  }
  // CHECK-NEXT: 102
  vector.print %affine : i32
  %digits:3 = affine.delinearize_index %c7 into (2, 3, 2) : index, index, index
  // CHECK-NEXT: 1
  vector.print %digits#0 : index
  // CHECK-NEXT: 0
  vector.print %digits#1 : index
  // CHECK-NEXT: 1
  vector.print %digits#2 : index
  %r = scf.execute_region -> i32 {
    scf.yield %c5_i32 : i32
  }
  // CHECK-NEXT: @main #0: 5 : i32
  // CHECK-NEXT: @main #1: 102 : i32
  // CHECK-NEXT: @main #2: 63 : i32
  // CHECK-NEXT: @main #3: 100 : i32
  return %r, %affine, %product, %s#0 : i32, i32, i32, i32
}
