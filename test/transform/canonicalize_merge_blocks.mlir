// RUN: tern-opt %s --canonicalize='region-simplify=aggressive' --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --canonicalize='region-simplify=aggressive' --allow-unregistered-dialect | FileCheck %s

// Where nothing differs nobody needs to know what the branches hand over.
// CHECK-LABEL: func.func @unknown_branch
// CHECK-NEXT: "t.branch"()[^bb1, ^bb1, ^bb2]
// CHECK-NEXT: ^bb1(%[[ARG:.*]]: i32):
// CHECK-NEXT: "t.use"(%[[ARG]])
// CHECK: ^bb2:
// CHECK-NEXT: "t.use"(%{{.*}})
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unknown_branch(%a: i32) {
  "t.branch"() [^one, ^other, ^third] : () -> ()
^one(%x: i32):
  "t.use"(%x) : (i32) -> ()
  return
^other(%y: i32):
  "t.use"(%y) : (i32) -> ()
  return
^third:
  "t.use"(%a) : (i32) -> ()
  return
}

// It must be known where something does.
// CHECK-LABEL: func.func @unknown_branch_differs
// CHECK: "t.branch"()[^bb1, ^bb2]
func.func @unknown_branch_differs(%a: i32, %b: i32) {
  "t.branch"() [^one, ^other] : () -> ()
^one:
  "t.use"(%a) : (i32) -> ()
  return
^other:
  "t.use"(%b) : (i32) -> ()
  return
}

// Three at once; what is the same in each of them becomes one argument.
// CHECK-LABEL: func.func @three
// CHECK-SAME: (%[[I:.*]]: i32, %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i32, %[[D:.*]]: i32)
// CHECK-NEXT: cf.switch %[[I]] : i32, [
// CHECK-NEXT: default: ^bb1(%[[A]], %[[B]] : i32, i32),
// CHECK-NEXT: 0: ^bb1(%[[B]], %[[C]] : i32, i32),
// CHECK-NEXT: 1: ^bb1(%[[C]], %[[D]] : i32, i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%[[X:.*]]: i32, %[[Y:.*]]: i32):
// CHECK-NEXT: "t.use"(%[[X]], %[[Y]])
// CHECK-NEXT: "t.use"(%[[Y]], %[[X]])
// CHECK-NEXT: return
func.func @three(%i: i32, %a: i32, %b: i32, %c: i32, %d: i32) {
  cf.switch %i : i32, [
    default: ^one,
    0: ^two,
    1: ^three
  ]
^one:
  "t.use"(%a, %b) : (i32, i32) -> ()
  "t.use"(%b, %a) : (i32, i32) -> ()
  return
^two:
  "t.use"(%b, %c) : (i32, i32) -> ()
  "t.use"(%c, %b) : (i32, i32) -> ()
  return
^three:
  "t.use"(%c, %d) : (i32, i32) -> ()
  "t.use"(%d, %c) : (i32, i32) -> ()
  return
}

// A block that branches to itself takes in the one before it.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: (%[[ENTER:.*]]: i1, %[[FIRST:.*]]: i1)
// CHECK-NEXT: %[[AGAIN:.*]] = "t.condition"
// CHECK-NEXT: cf.cond_br %[[ENTER]], ^bb1(%[[FIRST]] : i1), ^bb2
// CHECK-NEXT: ^bb1(%[[C:.*]]: i1):
// CHECK-NEXT: "t.body"
// CHECK-NEXT: cf.cond_br %[[C]], ^bb1(%[[AGAIN]] : i1), ^bb2
func.func @loop(%enter: i1, %first: i1) {
  %again = "t.condition"() : () -> i1
  cf.cond_br %enter, ^before, ^end
^loop:
  "t.body"() : () -> ()
  cf.cond_br %again, ^loop, ^end
^before:
  "t.body"() : () -> ()
  cf.cond_br %first, ^loop, ^end
^end:
  return
}

// What the branch itself makes cannot be handed over by it.
// CHECK-LABEL: llvm.func @made_by_branch
// CHECK: llvm.invoke
// CHECK-SAME: to ^bb2 unwind ^bb4
// CHECK: ^bb2:
// CHECK-NEXT: llvm.return
// CHECK: ^bb3:
// CHECK-NEXT: llvm.return
llvm.func @personality(...) -> i32
llvm.func @callee() -> i32
llvm.func @made_by_branch(%c: i1, %a: i32) -> i32 attributes {personality = @personality} {
  llvm.cond_br %c, ^call, ^other
^call:
  %made = llvm.invoke @callee() to ^one unwind ^unwind : () -> i32
^one:
  llvm.return %made : i32
^other:
  llvm.return %a : i32
^unwind:
  %pad = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  "t.unwound"() : () -> ()
  llvm.return %a : i32
}
