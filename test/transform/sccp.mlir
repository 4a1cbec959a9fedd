// RUN: tern-opt %s --sccp --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --sccp --split-input-file --allow-unregistered-dialect | FileCheck %s

// A branch that is not taken says nothing; its block stays.
// CHECK-LABEL: func.func @one_way
// CHECK: %[[C:.*]] = arith.constant 7 : i32
// CHECK: cf.cond_br %{{.*}}, ^bb1, ^bb2(%arg0 : i32)
// CHECK: ^bb2(%{{.*}}: i32):
// CHECK-NEXT: return %[[C]] : i32
func.func @one_way(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %is_less = arith.cmpi slt, %a, %b : i32
  cf.cond_br %is_less, ^bb1, ^bb2(%x : i32)
^bb1:
  %sum = arith.addi %a, %b : i32
  cf.br ^bb2(%sum : i32)
^bb2(%y: i32):
  return %y : i32
}

// CHECK-LABEL: func.func @switch
// CHECK: %[[C:.*]] = arith.constant -2 : i8
// CHECK: ^bb1(%{{.*}}: i8):
// CHECK-NEXT: return %[[C]]
func.func @switch(%x: i8) -> i8 {
  %flag = arith.constant -2 : i8
  cf.switch %flag : i8, [
    default: ^bb2,
    1: ^bb2,
    -2: ^bb1(%flag : i8)
  ]
^bb1(%y: i8):
  return %y : i8
^bb2:
  cf.br ^bb1(%x : i8)
}

// Both edges lead to one block, so either's operand may come.
// CHECK-LABEL: func.func @same_target
// CHECK: ^bb1(%[[Y:.*]]: i32):
// CHECK-NEXT: return %[[Y]]
func.func @same_target(%x: i32) -> i32 {
  %true = arith.constant true
  %c = arith.constant 1 : i32
  cf.cond_br %true, ^bb1(%c : i32), ^bb1(%x : i32)
^bb1(%y: i32):
  return %y : i32
}

// What comes around a loop is the same constant.
// CHECK-LABEL: func.func @loop
// CHECK: %[[C:.*]] = arith.constant 5 : i32
// CHECK: ^bb1(%{{.*}}: i32, %[[I:.*]]: i32):
// CHECK: cf.cond_br %{{.*}}, ^bb1(%[[C]], %{{.*}} : i32, i32), ^bb2
// CHECK: return %[[C]], %[[I]]
func.func @loop(%go: i1, %n: i32) -> (i32, i32) {
  %five = arith.constant 5 : i32
  %one = arith.constant 1 : i32
  cf.br ^bb1(%five, %one : i32, i32)
^bb1(%x: i32, %i: i32):
  %product = arith.muli %x, %one : i32
  %next = arith.addi %i, %n : i32
  cf.cond_br %go, ^bb1(%product, %next : i32, i32), ^bb2
^bb2:
  return %x, %i : i32, i32
}

// CHECK-LABEL: func.func @unknown_branch
// CHECK: ^bb2(%[[Y:.*]]: i32):
// CHECK-NEXT: return %[[Y]]
func.func @unknown_branch() -> i32 {
  %c = arith.constant 1 : i32
  "some.branch"() [^bb1, ^bb2] : () -> ()
^bb1:
  cf.br ^bb2(%c : i32)
^bb2(%y: i32):
  return %y : i32
}

// CHECK-LABEL: func.func @if_and_switch
// CHECK-DAG: %[[A:.*]] = arith.constant 10 : i32
// CHECK-DAG: %[[B:.*]] = arith.constant 20 : i32
// CHECK-NOT: scf.
// CHECK: return %[[A]], %[[B]]
func.func @if_and_switch(%x: i32) -> (i32, i32) {
  %false = arith.constant false
  %one = arith.constant 1 : index
  %r = scf.if %false -> i32 {
    scf.yield %x : i32
  } else {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  %s = scf.index_switch %one -> i32
  case 0 {
    scf.yield %x : i32
  }
  case 1 {
    %b = arith.addi %r, %r : i32
    scf.yield %b : i32
  }
  default {
    scf.yield %x : i32
  }
  return %r, %s : i32, i32
}

// Ops with effects stay, and so does the part that does not run.
// CHECK-LABEL: func.func @effects
// CHECK: %[[C:.*]] = arith.constant 1 : i32
// CHECK: scf.if
// CHECK: memref.store %[[C]]
// CHECK: else
// CHECK: arith.addi
// CHECK: return %[[C]]
func.func @effects(%m: memref<i32>, %x: i32) -> i32 {
  %true = arith.constant true
  %r = scf.if %true -> i32 {
    %c = arith.constant 1 : i32
    memref.store %c, %m[] : memref<i32>
    scf.yield %c : i32
  } else {
    %c = arith.constant 2 : i32
    %d = arith.addi %c, %c : i32
    scf.yield %d : i32
  }
  return %r : i32
}

// The counter is not known, nor is what changes.
// CHECK-LABEL: func.func @for
// CHECK-DAG: %[[C:.*]] = arith.constant 4 : i32
// CHECK: %[[R:.*]]:2 = scf.for
// CHECK: return %[[C]], %[[R]]#1
func.func @for(%n: index, %x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %four = arith.constant 4 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %zero to %n step %step iter_args(%a = %four, %b = %one) -> (i32, i32) {
    %k = arith.muli %a, %one : i32
    %s = arith.addi %b, %x : i32
    scf.yield %k, %s : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @while_never
// CHECK: %[[C:.*]] = arith.constant 0 : i32
// CHECK: return %[[C]]
func.func @while_never() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.while (%a = %zero) : (i32) -> i32 {
    %go = arith.cmpi sgt, %a, %zero : i32
    scf.condition(%go) %a : i32
  } do {
  ^bb0(%b: i32):
    %c = arith.addi %b, %one : i32
    scf.yield %c : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @affine
// CHECK-DAG: %[[ONCE:.*]] = arith.constant 6 : i32
// CHECK-DAG: %[[NEVER:.*]] = arith.constant 3 : i32
// CHECK: affine.if
// CHECK: return %[[ONCE]], %[[NEVER]], %[[NEVER]]
func.func @affine(%n: index, %m: memref<i32>) -> (i32, i32, i32) {
  %three = arith.constant 3 : i32
  %once = affine.for %i = 0 to 1 iter_args(%a = %three) -> i32 {
    %b = arith.addi %a, %a : i32
    affine.yield %b : i32
  }
  %never = affine.for %i = 5 to 5 iter_args(%a = %three) -> i32 {
    %b = arith.addi %a, %a : i32
    affine.yield %b : i32
  }
  %either = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> i32 {
    affine.store %once, %m[] : memref<i32>
    affine.yield %three : i32
  } else {
    affine.yield %three : i32
  }
  return %once, %never, %either : i32, i32, i32
}

// CHECK-LABEL: func.func @scopes
// CHECK-DAG: %[[A:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[B:.*]] = arith.constant 2 : i32
// CHECK: return %[[A]], %[[B]]
func.func @scopes() -> (i32, i32) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %a = scf.execute_region -> i32 {
    %s = arith.addi %one, %two : i32
    scf.yield %s : i32
  }
  %b = memref.alloca_scope -> (i32) {
    memref.alloca_scope.return %two : i32
  }
  return %a, %b : i32, i32
}

// Regions of ops that say nothing of them may run with any arguments.
// CHECK-LABEL: func.func @unknown_regions
// CHECK: %[[R:.*]] = "some.op"
// CHECK: ^bb0(%[[X:.*]]: i32):
// CHECK: %[[NINE:.*]] = arith.constant 9 : i32
// CHECK: "some.end"(%[[NINE]], %[[X]])
// CHECK: return %[[R]]
func.func @unknown_regions() -> i32 {
  %four = arith.constant 4 : i32
  %five = arith.constant 5 : i32
  %r = "some.op"(%four) ({
  ^bb0(%x: i32):
    %s = arith.addi %four, %five : i32
    "some.end"(%s, %x) : (i32, i32) -> ()
  }) : (i32) -> i32
  return %r : i32
}

// A hook that only sorts operands leaves the op as it was: that is no constant, and no change.
// CHECK-LABEL: func.func @in_place
// CHECK: %[[S:.*]] = arith.addi %{{c.*}}, %arg0
// CHECK: return %[[S]]
func.func @in_place(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %s = arith.addi %c, %x : i32
  return %s : i32
}
