// Arithmetic and branches mean the same after they are converted to llvm, one dialect at a time.
// RUN: tern-opt %s --interpret=main | FileCheck %s
// RUN: tern-opt %s --convert-arith-to-llvm --interpret=main | FileCheck %s
// RUN: tern-opt %s --convert-index-to-llvm --convert-math-to-llvm --interpret=main | FileCheck %s
// RUN: tern-opt %s --check-each --convert-arith-to-llvm --convert-math-to-llvm --convert-index-to-llvm 2>&1 | \
// RUN:   FileCheck %s --check-prefix=EACH
// EACH-NOT: warning
// EACH-NOT: arith.addi
// EACH: llvm.add
// CHECK: @main #0: 55 : i32
// CHECK-NEXT: @main #1: ( -3, 2 ) : vector<2xi32>
// CHECK-NEXT: @main #2: 1.5 : f32
// CHECK-NEXT: @main #3: 3 : i32
// CHECK-NEXT: @main #4: -4 : index

func.func @main() -> (i32, vector<2xi32>, f32, i32, index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  cf.br ^loop(%c0, %c0 : i32, i32)
^loop(%i: i32, %sum: i32):
  %next = arith.addi %i, %c1 : i32
  %more = arith.addi %sum, %next : i32
  %goes_on = arith.cmpi ult, %next, %c10 : i32
  cf.cond_br %goes_on, ^loop(%next, %more : i32, i32), ^end
^end:
  %a = arith.constant dense<[-7, 7]> : vector<2xi32>
  %b = arith.constant dense<[2, 3]> : vector<2xi32>
  %quotient = arith.divsi %a, %b : vector<2xi32>
  %x = arith.constant 2.25 : f32
  %root = math.sqrt %x : f32
  %big = arith.constant 0x1000000 : i32
  %bits = math.ctpop %big : i32
  %two = arith.constant 2 : i32
  %three = arith.addi %bits, %two : i32
  %minus8 = index.constant -8
  %c2 = index.constant 2
  %half = index.divs %minus8, %c2
  return %more, %quotient, %root, %three, %half : i32, vector<2xi32>, f32, i32, index
}

// A flag that is broken is poison there too: this would be a difference otherwise.
func.func @flags(%x: i8, %y: f32) -> (i8, f32) {
  %sum = arith.addi %x, %x overflow<nsw, nuw> : i8
  %shifted = arith.shli %sum, %x : i8
  %product = arith.mulf %y, %y fastmath<nnan, ninf> : f32
  return %shifted, %product : i8, f32
}
