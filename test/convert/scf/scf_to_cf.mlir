// RUN: tern-opt %s --convert-scf-to-cf --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --convert-scf-to-cf --allow-unregistered-dialect | FileCheck %s
// RUN: tern-opt %s --convert-scf-to-cf --allow-unregistered-dialect | mlir-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @lowers_for
// CHECK-SAME: (%[[LB:.*]]: index, %[[UB:.*]]: index, %[[STEP:.*]]: index)
// CHECK-NEXT: cf.br ^[[HEAD:.*]](%[[LB]] : index)
// CHECK-NEXT: ^[[HEAD]](%[[I:.*]]: index):
// CHECK-NEXT: %[[INSIDE:.*]] = arith.cmpi slt, %[[I]], %[[UB]]
// CHECK-NEXT: cf.cond_br %[[INSIDE]], ^[[BODY:.*]], ^[[END:bb[0-9]+]]
// CHECK-NEXT: ^[[BODY]]:
// CHECK-NEXT: "test.use"(%[[I]])
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %[[STEP]]
// CHECK-NEXT: cf.br ^[[HEAD]](%[[NEXT]] : index)
// CHECK-NEXT: ^[[END]]:
// CHECK-NEXT: return
func.func @lowers_for(%lb: index, %ub: index, %step: index) {
  scf.for %i = %lb to %ub step %step {
    "test.use"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @carries_values
// CHECK-SAME: %[[X:[a-z0-9]+]]: f32, %[[Y:[a-z0-9]+]]: i32)
// CHECK: cf.br ^[[HEAD:.*]](%{{.*}}, %[[X]], %[[Y]] : index, f32, i32)
// CHECK-NEXT: ^[[HEAD]](%[[I:.*]]: index, %[[A:.*]]: f32, %[[B:.*]]: i32):
// CHECK: %[[C:.*]]:2 = "test.op"(%[[A]], %[[B]])
// CHECK: cf.br ^[[HEAD]](%{{.*}}, %[[C]]#0, %[[C]]#1 : index, f32, i32)
// CHECK: return %[[A]], %[[B]]
func.func @carries_values(%lb: index, %ub: index, %step: index, %x: f32, %y: i32) -> (f32, i32) {
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%a = %x, %b = %y) -> (f32, i32) {
    %c:2 = "test.op"(%a, %b) : (f32, i32) -> (f32, i32)
    scf.yield %c#0, %c#1 : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}

// CHECK-LABEL: func.func @swaps_carried_values
// CHECK: ^[[HEAD:.*]](%[[I:.*]]: index, %[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK: cf.br ^[[HEAD]](%{{.*}}, %[[B]], %[[A]] : index, f32, f32)
// CHECK: return %[[A]], %[[B]]
func.func @swaps_carried_values(%lb: index, %ub: index, %step: index, %x: f32, %y: f32) -> (f32, f32) {
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%a = %x, %b = %y) -> (f32, f32) {
    scf.yield %b, %a : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// CHECK-LABEL: func.func @yields_induction_variable
// CHECK: ^[[HEAD:.*]](%[[I:.*]]: i32, %[[A:.*]]: i32):
// CHECK: arith.cmpi slt
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : i32
// CHECK-NEXT: cf.br ^[[HEAD]](%[[NEXT]], %[[I]] : i32, i32)
func.func @yields_induction_variable(%lb: i32, %ub: i32, %step: i32) -> i32 {
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %lb) -> (i32) : i32 {
    scf.yield %i : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @compares_unsigned
// CHECK: arith.cmpi ult, %{{.*}} : i32
func.func @compares_unsigned(%lb: i32, %ub: i32, %step: i32) {
  scf.for unsigned %i = %lb to %ub step %step : i32 {
    "test.use"(%i) : (i32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @lowers_nests
// CHECK: cf.br ^[[OUTER:.*]](%{{.*}} : index)
// CHECK-NEXT: ^[[OUTER]](%[[I:.*]]: index):
// CHECK: cf.br ^[[INNER:.*]](%[[I]], %[[I]] : index, index)
// CHECK-NEXT: ^[[INNER]](%[[J:.*]]: index, %[[SUM:.*]]: index):
// CHECK: %[[ADDED:.*]] = arith.addi %[[SUM]], %[[J]] : index
// CHECK: cf.br ^[[INNER]](%{{.*}}, %[[ADDED]] : index, index)
// CHECK: "test.use"(%[[SUM]])
// CHECK: cf.br ^[[OUTER]](%{{.*}} : index)
func.func @lowers_nests(%lb: index, %ub: index, %step: index) {
  scf.for %i = %lb to %ub step %step {
    %s = scf.for %j = %i to %ub step %step iter_args(%a = %i) -> (index) {
      %t = arith.addi %a, %j : index
      scf.yield %t : index
    }
    "test.use"(%s) : (index) -> ()
  }
  return
}

// --- branches ---

// CHECK-LABEL: func.func @lowers_if
// CHECK-SAME: (%[[C:.*]]: i1)
// CHECK-NEXT: cf.cond_br %[[C]], ^[[THEN:.*]], ^[[END:bb[0-9]+]]
// CHECK-NEXT: ^[[THEN]]:
// CHECK-NEXT: "test.then"
// CHECK-NEXT: cf.br ^[[END]]
// CHECK-NEXT: ^[[END]]:
// CHECK-NEXT: return
func.func @lowers_if(%c: i1) {
  scf.if %c {
    "test.then"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @lowers_if_with_results
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK-NEXT: cf.cond_br %[[C]], ^[[THEN:.*]], ^[[ELSE:bb[0-9]+]]
// CHECK-NEXT: ^[[THEN]]:
// CHECK-NEXT: cf.br ^[[JOIN:.*]](%[[X]], %[[Y]] : f32, f32)
// CHECK-NEXT: ^[[ELSE]]:
// CHECK-NEXT: cf.br ^[[JOIN]](%[[Y]], %[[X]] : f32, f32)
// CHECK-NEXT: ^[[JOIN]](%[[R:.*]]: f32, %[[S:.*]]: f32):
// CHECK: return %[[R]], %[[S]]
func.func @lowers_if_with_results(%c: i1, %x: f32, %y: f32) -> (f32, f32) {
  %r:2 = scf.if %c -> (f32, f32) {
    scf.yield %x, %y : f32, f32
  } else {
    scf.yield %y, %x : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// CHECK-LABEL: func.func @lowers_if_in_if
// CHECK: cf.cond_br %{{.*}}, ^[[OUTER:.*]], ^[[ELSE:bb[0-9]+]]
// CHECK-NEXT: ^[[OUTER]]:
// CHECK-NEXT: cf.cond_br %{{.*}}, ^[[INNER:.*]], ^[[REST:bb[0-9]+]]
// CHECK-NEXT: ^[[INNER]]:
// CHECK-NEXT: "test.inner"
// CHECK-NEXT: cf.br ^[[REST]]
// CHECK-NEXT: ^[[REST]]:
// CHECK-NEXT: cf.br ^[[END:.*]]
// CHECK-NEXT: ^[[ELSE]]:
// CHECK-NEXT: "test.else"
// CHECK-NEXT: cf.br ^[[END]]
func.func @lowers_if_in_if(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "test.inner"() : () -> ()
    }
  } else {
    "test.else"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @lowers_index_switch
// CHECK: %[[FLAG:.*]] = arith.index_cast %{{.*}} : index to i{{32|64}}
// CHECK: cf.switch %[[FLAG]] : i{{32|64}}, [
// CHECK-NEXT: default: ^[[DEFAULT:.*]],
// CHECK-NEXT: 2: ^[[TWO:.*]],
// CHECK-NEXT: 5: ^[[FIVE:bb[0-9]+]]
// CHECK: ^[[TWO]]:
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10
// CHECK-NEXT: cf.br ^[[END:.*]](%[[C10]] : i32)
// CHECK: ^[[FIVE]]:
// CHECK-NEXT: %[[C20:.*]] = arith.constant 20
// CHECK-NEXT: cf.br ^[[END]](%[[C20]] : i32)
// CHECK: ^[[DEFAULT]]:
// CHECK-NEXT: %[[C30:.*]] = arith.constant 30
// CHECK-NEXT: cf.br ^[[END]](%[[C30]] : i32)
// CHECK-NEXT: ^[[END]](%[[R:.*]]: i32):
// CHECK: return %[[R]]
func.func @lowers_index_switch(%i: index) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 {
    %c = arith.constant 10 : i32
    scf.yield %c : i32
  }
  case 5 {
    %c = arith.constant 20 : i32
    scf.yield %c : i32
  }
  default {
    %c = arith.constant 30 : i32
    scf.yield %c : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @lowers_execute_region
// CHECK: cf.br ^[[ENTRY:.*]]
// CHECK-NEXT: ^[[ENTRY]]:
// CHECK-NEXT: cf.cond_br %{{.*}}, ^[[LEFT:.*]], ^[[RIGHT:bb[0-9]+]]
// CHECK-NEXT: ^[[LEFT]]:
// CHECK-NEXT: cf.br ^[[END:.*]](%[[X:.*]] : f32)
// CHECK-NEXT: ^[[RIGHT]]:
// CHECK-NEXT: cf.br ^[[END]](%[[Y:.*]] : f32)
// CHECK-NEXT: ^[[END]](%[[R:.*]]: f32):
// CHECK: return %[[R]]
func.func @lowers_execute_region(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = scf.execute_region -> f32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %x : f32
  ^bb2:
    scf.yield %y : f32
  }
  return %r : f32
}

// --- while ---

// CHECK-LABEL: func.func @lowers_while
// CHECK-SAME: (%[[X:.*]]: i32)
// CHECK-NEXT: cf.br ^[[BEFORE:.*]](%[[X]] : i32)
// CHECK-NEXT: ^[[BEFORE]](%[[A:.*]]: i32):
// CHECK-NEXT: %[[C:.*]]:2 = "test.condition"(%[[A]])
// CHECK-NEXT: cf.cond_br %[[C]]#0, ^[[AFTER:.*]](%[[C]]#1 : f32), ^[[END:bb[0-9]+]]
// CHECK-NEXT: ^[[AFTER]](%[[B:.*]]: f32):
// CHECK-NEXT: %[[N:.*]] = "test.step"(%[[B]])
// CHECK-NEXT: cf.br ^[[BEFORE]](%[[N]] : i32)
// CHECK-NEXT: ^[[END]]:
// CHECK-NEXT: return %[[C]]#1
func.func @lowers_while(%x: i32) -> f32 {
  %r = scf.while (%a = %x) : (i32) -> f32 {
    %c:2 = "test.condition"(%a) : (i32) -> (i1, f32)
    scf.condition(%c#0) %c#1 : f32
  } do {
  ^bb0(%b: f32):
    %n = "test.step"(%b) : (f32) -> i32
    scf.yield %n : i32
  }
  return %r : f32
}

// --- parallel loops run in sequence ---

// CHECK-LABEL: func.func @lowers_parallel
// CHECK: ^[[OUTER:.*]](%[[I:.*]]: index):
// CHECK: ^[[INNER:.*]](%[[J:.*]]: index):
// CHECK: "test.use"(%[[I]], %[[J]])
// CHECK: cf.br ^[[INNER]]
// CHECK: cf.br ^[[OUTER]]
func.func @lowers_parallel(%lb: index, %ub: index, %step: index) {
  scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @lowers_loop_in_parallel
// CHECK: ^[[OUTER:.*]](%[[I:.*]]: index):
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[END:bb[0-9]+]]
// CHECK: ^[[INNER:.*]](%[[J:.*]]: index):
// CHECK: cf.cond_br %{{.*}}, ^[[BODY:.*]], ^[[REST:bb[0-9]+]]
// CHECK: ^[[BODY]]:
// CHECK-NEXT: "test.inner"(%[[I]], %[[J]])
// CHECK: cf.br ^[[INNER]]
// CHECK: ^[[REST]]:
// CHECK-NEXT: "test.rest"(%[[I]])
// CHECK: cf.br ^[[OUTER]]
// CHECK: ^[[END]]:
func.func @lowers_loop_in_parallel(%lb: index, %ub: index, %step: index) {
  scf.parallel (%i) = (%lb) to (%ub) step (%step) {
    scf.for %j = %lb to %ub step %step {
      "test.inner"(%i, %j) : (index, index) -> ()
    }
    "test.rest"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @lowers_reductions
// CHECK-SAME: %[[X:[a-z0-9]+]]: f32, %[[Y:[a-z0-9]+]]: f32)
// CHECK: cf.br ^[[OUTER:.*]](%{{.*}}, %[[X]], %[[Y]] : index, f32, f32)
// CHECK-NEXT: ^[[OUTER]](%[[I:.*]]: index, %[[S:.*]]: f32, %[[P:.*]]: f32):
// CHECK: cf.br ^[[INNER:.*]](%{{.*}}, %[[S]], %[[P]] : index, f32, f32)
// CHECK-NEXT: ^[[INNER]](%[[J:.*]]: index, %[[S1:.*]]: f32, %[[P1:.*]]: f32):
// CHECK: %[[V:.*]] = "test.value"(%[[I]], %[[J]])
// CHECK-NEXT: %[[S2:.*]] = arith.addf %[[S1]], %[[V]]
// CHECK-NEXT: %[[P2:.*]] = arith.mulf %[[P1]], %[[V]]
// CHECK: cf.br ^[[INNER]](%{{.*}}, %[[S2]], %[[P2]] : index, f32, f32)
// CHECK: cf.br ^[[OUTER]](%{{.*}}, %[[S1]], %[[P1]] : index, f32, f32)
// CHECK: return %[[S]], %[[P]]
func.func @lowers_reductions(%lb: index, %ub: index, %step: index, %x: f32, %y: f32) -> (f32, f32) {
  %r:2 = scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) init (%x, %y) -> (f32, f32) {
    %v = "test.value"(%i, %j) : (index, index) -> f32
    scf.reduce(%v, %v : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r#0, %r#1 : f32, f32
}

// CHECK-LABEL: func.func @lowers_branch_in_reduction
// CHECK: ^[[HEAD:.*]](%[[I:.*]]: index, %[[A:.*]]: f32):
// CHECK: %[[V:.*]] = "test.value"(%[[I]])
// CHECK: cf.cond_br %{{.*}}, ^[[THEN:.*]], ^[[ELSE:bb[0-9]+]]
// CHECK-NEXT: ^[[THEN]]:
// CHECK-NEXT: cf.br ^[[JOIN:.*]](%[[A]] : f32)
// CHECK-NEXT: ^[[ELSE]]:
// CHECK-NEXT: cf.br ^[[JOIN]](%[[V]] : f32)
// CHECK-NEXT: ^[[JOIN]](%[[R:.*]]: f32):
// CHECK: cf.br ^[[HEAD]](%{{.*}}, %[[R]] : index, f32)
func.func @lowers_branch_in_reduction(%lb: index, %ub: index, %step: index, %x: f32, %c: i1) -> f32 {
  %r = scf.parallel (%i) = (%lb) to (%ub) step (%step) init (%x) -> f32 {
    %v = "test.value"(%i) : (index) -> f32
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = scf.if %c -> f32 {
        scf.yield %a : f32
      } else {
        scf.yield %b : f32
      }
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// CHECK-LABEL: func.func @lowers_forall
// CHECK-SAME: (%[[LB:.*]]: index, %[[UB:.*]]: index)
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C17:.*]] = arith.constant 17 : index
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK: cf.br ^[[OUTER:.*]](%[[LB]] : index)
// CHECK-NEXT: ^[[OUTER]](%[[I:.*]]: index):
// CHECK-NEXT: arith.cmpi slt, %[[I]], %[[UB]]
// CHECK: cf.br ^[[INNER:.*]](%[[C3]] : index)
// CHECK-NEXT: ^[[INNER]](%[[J:.*]]: index):
// CHECK-NEXT: arith.cmpi slt, %[[J]], %[[C17]]
// CHECK: "test.use"(%[[I]], %[[J]])
// CHECK-NEXT: arith.addi %[[J]], %[[C5]]
func.func @lowers_forall(%lb: index, %ub: index) {
  scf.forall (%i, %j) = (%lb, 3) to (%ub, 17) step (1, 5) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @keeps_other_blocks
// CHECK: cf.cond_br %{{.*}}, ^[[A:.*]], ^[[B:bb[0-9]+]]
// CHECK-NEXT: ^[[A]]:
// CHECK-NEXT: cf.br ^[[HEAD:.*]](
// CHECK: cf.br ^[[B]]
// CHECK-NEXT: ^[[B]]:
// CHECK-NEXT: return
func.func @keeps_other_blocks(%c: i1, %lb: index, %ub: index, %step: index) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  scf.for %i = %lb to %ub step %step {
    "test.use"(%i) : (index) -> ()
  }
  cf.br ^bb2
^bb2:
  return
}

// A loop that only goes on as long as its condition holds has no block for that.
// CHECK-LABEL: func.func @lowers_do_while
// CHECK: cf.br ^[[BEFORE:.*]](%arg0 : i32)
// CHECK-NEXT: ^[[BEFORE]](%[[X:.*]]: i32):
// CHECK: cf.cond_br %{{.*}}, ^[[BEFORE]](%[[Y:.*]] : i32), ^[[END:bb[0-9]+]]
// CHECK-NEXT: ^[[END]]:
// CHECK-NEXT: return %[[Y]]
func.func @lowers_do_while(%x: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %y = arith.addi %a, %a : i32
    %c = "test.condition"() : () -> i1
    scf.condition(%c) %y : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return %r : i32
}

// What LLVM is told about a loop goes to the branch back to its head.
// CHECK-LABEL: func.func @annotated
// CHECK: cf.br ^bb3(%{{.*}} : index) {llvm.loop_annotation = #{{.*}}}
// CHECK: cf.br ^bb1(%{{.*}} : index){{$}}
// CHECK: cf.cond_br %{{.*}}, ^bb{{[0-9]+}}, ^bb{{[0-9]+}} {llvm.loop_annotation = #{{.*}}}
func.func @annotated(%lb: index, %ub: index, %step: index, %c: i1) {
  scf.for %i = %lb to %ub step %step {
    scf.for %j = %lb to %ub step %step {
      "test.use"(%j) : (index) -> ()
    } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>, other = 1 : i32}
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  } attributes {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  return
}
