// RUN: tern-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: tern-opt %s --canonicalize=top-down=false --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: tern-opt %s --canonicalize="region-simplify=aggressive" --split-input-file --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=AGGRESSIVE
// RUN: mlir-opt %s --canonicalize="region-simplify=aggressive" --split-input-file --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=AGGRESSIVE
// RUN: tern-opt %s --canonicalize="region-simplify=disabled" --split-input-file --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=DISABLED

// Constants of one value become one op at the start of the function, also from nested regions.

// CHECK-LABEL: func.func @unifies_constants
// CHECK-NEXT: %[[C:.*]] = arith.constant 7 : i32
// CHECK-NOT: arith.constant
// CHECK: "test.use"(%[[C]])
// CHECK: scf.if
// CHECK-NEXT: "test.use"(%[[C]])
func.func @unifies_constants(%condition: i1) {
  %a = arith.constant 7 : i32
  "test.use"(%a) : (i32) -> ()
  scf.if %condition {
    %b = arith.constant 7 : i32
    "test.use"(%b) : (i32) -> ()
  }
  return
}

// -----

// Constants do not leave an isolated region.

// CHECK-LABEL: module @keeps_constants_isolated
// CHECK: func.func @a
// CHECK-NEXT: arith.constant 7 : i32
// CHECK: func.func @b
// CHECK-NEXT: arith.constant 7 : i32
module @keeps_constants_isolated {
  func.func @a() -> i32 {
    %c = arith.constant 7 : i32
    return %c : i32
  }
  func.func @b() -> i32 {
    %c = arith.constant 7 : i32
    return %c : i32
  }
}

// -----

// CHECK-LABEL: func.func @moves_constants_right
// CHECK: arith.addi %{{.*}}, %[[C:c7_i32]]
func.func @moves_constants_right(%x: i32) -> i32 {
  %c = arith.constant 7 : i32
  %sum = arith.addi %c, %x : i32
  return %sum : i32
}

// -----

// CHECK-LABEL: func.func @erases_dead_ops
// CHECK-NEXT: "test.keep"
// CHECK-NEXT: return
func.func @erases_dead_ops(%x: i32) {
  %a = arith.addi %x, %x : i32
  %b = arith.muli %a, %a : i32
  %keep = "test.keep"() : () -> i32
  return
}

// -----

// CHECK-LABEL: func.func @erases_unreachable_blocks
// CHECK-NEXT: return
// CHECK-NEXT: }
// Patterns could go round for ever in them, so this needs no simplification of regions.
// DISABLED-LABEL: func.func @erases_unreachable_blocks
// DISABLED-NEXT: return
// DISABLED-NEXT: }
func.func @erases_unreachable_blocks() {
  return
^bb1(%x: i32):
  %y = "test.unreachable"(%x) : (i32) -> i32
  cf.br ^bb2
^bb2:
  cf.br ^bb1(%y : i32)
}

// -----

// CHECK-LABEL: func.func @erases_dead_block_arguments
// CHECK: cf.br ^[[LOOP:bb[0-9]+]]
// CHECK-NEXT: ^[[LOOP]]:
// CHECK-NEXT: %[[C:.*]] = "test.condition"
// CHECK-NEXT: cf.cond_br %[[C]], ^[[LOOP]], ^[[END:bb[0-9]+]]
func.func @erases_dead_block_arguments(%x: i32) {
  "test.start"() : () -> ()
  cf.br ^loop(%x : i32)
^loop(%i: i32):
  %c = "test.condition"() : () -> i1
  %next = arith.addi %i, %x : i32
  cf.cond_br %c, ^loop(%next : i32), ^end
^end:
  "test.end"() : () -> ()
  return
}

// -----

// AGGRESSIVE-LABEL: func.func @merges_identical_blocks
// AGGRESSIVE-COUNT-1: "test.use"
// AGGRESSIVE-NOT: "test.use"
// CHECK-LABEL: func.func @merges_identical_blocks
// CHECK-COUNT-2: "test.use"
func.func @merges_identical_blocks(%c: i1, %x: i32, %y: i32) {
  "test.start"() : () -> ()
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%x) : (i32) -> ()
  cf.br ^end
^b:
  "test.use"(%y) : (i32) -> ()
  cf.br ^end
^end:
  "test.end"() : () -> ()
  return
}
