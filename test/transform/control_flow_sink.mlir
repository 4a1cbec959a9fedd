// RUN: tern-opt %s --control-flow-sink | FileCheck %s
// RUN: mlir-opt %s --control-flow-sink | FileCheck %s
// RUN: tern-opt %s --control-flow-sink --mlir-pass-statistics -o %t.mlir 2>&1 | FileCheck %s --check-prefix=COUNT

// COUNT: 8 num-sunk - Number of operations sunk

// Each value moves to the branch that uses it, with what only it uses; what both use stays.
// CHECK-LABEL: func.func @choice
// CHECK-NEXT: %[[BOTH:.*]] = arith.addi %[[A:.*]], %[[B:.*]] : i32
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.muli %[[A]], %[[BOTH]] : i32
// CHECK-NEXT: %[[SQUARE:.*]] = arith.muli %[[PRODUCT]], %[[PRODUCT]] : i32
// CHECK-NEXT: scf.yield %[[SQUARE]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[REST:.*]] = arith.subi %[[BOTH]], %[[B]] : i32
// CHECK-NEXT: scf.yield %[[REST]]
func.func @choice(%c: i1, %a: i32, %b: i32) -> i32 {
  %both = arith.addi %a, %b : i32
  %product = arith.muli %a, %both : i32
  %square = arith.muli %product, %product : i32
  %rest = arith.subi %both, %b : i32
  %result = scf.if %c -> i32 {
    scf.yield %square : i32
  } else {
    scf.yield %rest : i32
  }
  return %result : i32
}

// Through the outer branch to the inner one, from the inside out.
// CHECK-LABEL: func.func @nested
// CHECK-NEXT: scf.if
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[VALUE:.*]] = arith.divsi
// CHECK-NEXT: memref.store %[[VALUE]]
func.func @nested(%c: i1, %d: i1, %a: i32, %m: memref<i32>) {
  %value = arith.divsi %a, %a : i32
  scf.if %c {
    scf.if %d {
      memref.store %value, %m[] : memref<i32>
    }
  }
  return
}

// CHECK-LABEL: func.func @cases
// CHECK-NEXT: scf.index_switch
// CHECK-NEXT: case 2 {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: %[[VALUE:.*]] = arith.xori
// CHECK-NEXT: memref.store %[[VALUE]]
func.func @cases(%i: index, %a: i32, %m: memref<i32>) {
  %value = arith.xori %a, %a : i32
  scf.index_switch %i
  case 2 {
    scf.yield
  }
  default {
    memref.store %value, %m[] : memref<i32>
  }
  return
}

// A branch that ends its region may take several, and what is inside of a moved op moves with it.
// CHECK-LABEL: func.func @with_region
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[OUTER:.*]] = scf.if
// CHECK-NEXT: %[[SUM:.*]] = arith.addi
// CHECK-NEXT: scf.yield %[[SUM]]
// CHECK: memref.store %[[OUTER]]
func.func @with_region(%c: i1, %d: i1, %a: i32, %m: memref<i32>) {
  %sum = arith.addi %a, %a : i32
  %outer = scf.if %d -> i32 {
    scf.yield %sum : i32
  } else {
    scf.yield %a : i32
  }
  scf.if %c {
    memref.store %outer, %m[] : memref<i32>
  }
  return
}

// A loop may run often, an affine.if says nothing, and reads stay in order with writes.
// CHECK-LABEL: func.func @stays
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.muli
// CHECK-NEXT: %[[READ:.*]] = memref.load
// CHECK-NEXT: %[[SUM:.*]] = arith.addi
// CHECK-NEXT: affine.for
// CHECK-NEXT: memref.store %[[PRODUCT]]
// CHECK: affine.if
// CHECK-NEXT: memref.store %[[SUM]]
// CHECK: scf.if
// CHECK-NEXT: memref.store %[[READ]]
func.func @stays(%c: i1, %i: index, %a: i32, %m: memref<i32>) {
  %product = arith.muli %a, %a : i32
  %read = memref.load %m[] : memref<i32>
  %sum = arith.addi %a, %a : i32
  affine.for %j = 0 to 4 {
    memref.store %product, %m[] : memref<i32>
  }
  affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
    memref.store %sum, %m[] : memref<i32>
  }
  scf.if %c {
    memref.store %read, %m[] : memref<i32>
  }
  return
}

// A region of several blocks that runs once: what only it uses goes to its first block.
// CHECK-LABEL: func.func @into_the_first_block
// CHECK-NEXT: test.any_cond
// CHECK-NEXT: arith.addi
// CHECK-NEXT: cf.br
func.func @into_the_first_block(%x: i32) -> i32 {
  %sum = arith.addi %x, %x : i32
  %r = "test.any_cond"() ({
    cf.br ^bb1
  ^bb1:
    "test.yield"(%sum) : (i32) -> ()
  }) : () -> i32
  return %r : i32
}
