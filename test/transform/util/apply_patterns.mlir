// RUN: tern-opt %s --iree-util-apply-patterns | FileCheck %s

// CHECK: util.func public @same(%[[C:.+]]: i1, %[[X:.+]]: i32, %[[Y:.+]]: i32)
// CHECK: cf.cond_br %[[C]], ^[[B:bb[0-9]+]](%[[X]] : i32), ^[[B]](%[[Y]] : i32)
// CHECK: ^[[B]](%[[A:.+]]: i32):
// CHECK: %[[SUM:.+]] = arith.addi %[[A]], %[[A]]
// CHECK: util.return %[[SUM]], %[[Y]]

// CHECK: util.func public @round(
// CHECK: ^[[HEAD:bb[0-9]+]](%{{.+}}: index, %[[V:.+]]: i32):
// CHECK: %[[NEXT:.+]] = arith.addi %[[V]], %{{.+}} : i32
// CHECK: cf.br ^[[HEAD]](%{{.+}}, %[[NEXT]] : index, i32)
// CHECK: util.return %[[V]], %[[V]]
util.func public @same(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  cf.cond_br %c, ^bb1(%x, %x, %y : i32, i32, i32), ^bb1(%y, %y, %y : i32, i32, i32)
^bb1(%a: i32, %b: i32, %d: i32):
  %0 = arith.addi %a, %b : i32
  util.return %0, %d : i32, i32
}
util.func public @round(%n: index, %x: i32, %y: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x, %x, %y : index, i32, i32, i32)
^head(%i: index, %a: i32, %b: i32, %unused: i32):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %next = arith.addi %i, %c1 : index
  %a1 = arith.addi %a, %y : i32
  cf.br ^head(%next, %a1, %a1, %unused : index, i32, i32, i32)
^end:
  util.return %a, %b : i32, i32
}
