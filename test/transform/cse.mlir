// RUN: tern-opt %s --cse --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --cse --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @unifies_pure_ops
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK-NEXT: arith.muli %[[SUM]], %[[SUM]]
func.func @unifies_pure_ops(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %y, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}

// -----

// CHECK-LABEL: func.func @keeps_different_attributes
// CHECK-COUNT-2: arith.cmpi
func.func @keeps_different_attributes(%x: i32, %y: i32) -> (i1, i1) {
  %a = arith.cmpi slt, %x, %y : i32
  %b = arith.cmpi sgt, %x, %y : i32
  return %a, %b : i1, i1
}

// -----

// CHECK-LABEL: func.func @keeps_order_of_operands
// CHECK-COUNT-2: arith.subi
func.func @keeps_order_of_operands(%x: i32, %y: i32) -> (i32, i32) {
  %a = arith.subi %x, %y : i32
  %b = arith.subi %y, %x : i32
  return %a, %b : i32, i32
}

// -----

// CHECK-LABEL: func.func @keeps_effects
// CHECK-COUNT-2: "test.effect"
func.func @keeps_effects() -> (i32, i32) {
  %a = "test.effect"() : () -> i32
  %b = "test.effect"() : () -> i32
  return %a, %b : i32, i32
}

// -----

// CHECK-LABEL: func.func @sees_what_is_around_a_region
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: scf.if
// CHECK-NEXT: "test.use"(%[[SUM]])
func.func @sees_what_is_around_a_region(%x: i32, %c: i1) -> i32 {
  %a = arith.addi %x, %x : i32
  scf.if %c {
    %b = arith.addi %x, %x : i32
    "test.use"(%b) : (i32) -> ()
  }
  return %a : i32
}

// -----

// What one region computes is not known in the next.

// CHECK-LABEL: func.func @keeps_siblings_apart
// CHECK: scf.if
// CHECK-NEXT: arith.addi
// CHECK: } else {
// CHECK-NEXT: arith.addi
func.func @keeps_siblings_apart(%x: i32, %c: i1) {
  scf.if %c {
    %a = arith.addi %x, %x : i32
    "test.use"(%a) : (i32) -> ()
  } else {
    %b = arith.addi %x, %x : i32
    "test.use"(%b) : (i32) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @follows_dominance
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: ^bb1:
// CHECK-NEXT: "test.use"(%[[SUM]])
// CHECK: ^bb2:
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.muli
// CHECK: ^bb3:
// CHECK-NEXT: arith.muli
func.func @follows_dominance(%x: i32, %c: i1) -> i32 {
  %a = arith.addi %x, %x : i32
  "test.use"(%a) : (i32) -> ()
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %b = arith.addi %x, %x : i32
  "test.use"(%b) : (i32) -> ()
  cf.br ^bb3
^bb2:
  %m = arith.muli %x, %x : i32
  "test.use"(%m) : (i32) -> ()
  cf.br ^bb3
^bb3:
  %n = arith.muli %x, %x : i32
  return %n : i32
}

// -----

// CHECK-LABEL: func.func @unifies_reads
// CHECK: %[[V:.*]] = memref.load
// CHECK-NEXT: return %[[V]], %[[V]]
func.func @unifies_reads(%m: memref<4xf32>, %i: index) -> (f32, f32) {
  %a = memref.load %m[%i] : memref<4xf32>
  %b = memref.load %m[%i] : memref<4xf32>
  return %a, %b : f32, f32
}

// -----

// CHECK-LABEL: func.func @keeps_reads_around_a_write
// CHECK-COUNT-2: memref.load
func.func @keeps_reads_around_a_write(%m: memref<4xf32>, %i: index, %x: f32) -> (f32, f32) {
  %a = memref.load %m[%i] : memref<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  %b = memref.load %m[%i] : memref<4xf32>
  return %a, %b : f32, f32
}

// -----

// CHECK-LABEL: func.func @compares_regions
// CHECK-COUNT-2: scf.if
// CHECK-NOT: scf.if
func.func @compares_regions(%c: i1, %x: i32, %y: i32) -> (i32, i32, i32) {
  %a = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  %b = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  %d = scf.if %c -> (i32) {
    scf.yield %y : i32
  } else {
    scf.yield %y : i32
  }
  return %a, %b, %d : i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @erases_unused
// CHECK-NEXT: return
func.func @erases_unused(%x: i32) {
  %a = arith.addi %x, %x : i32
  return
}
