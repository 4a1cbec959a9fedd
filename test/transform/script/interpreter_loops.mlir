// Scripts that rewrite loops.
// RUN: tern-opt --split-input-file --transform-interpreter --test-transform-dialect-erase-schedule %s | FileCheck %s

// CHECK-LABEL: func.func @unroll
// CHECK: %[[C24:[a-z0-9_]+]] = arith.constant 24 : index
// CHECK: scf.for %[[I:[a-z0-9_]+]] = %{{.*}} to %[[C24]] step %{{.*}} {
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK: memref.store
// CHECK: memref.store
// CHECK-NOT: memref.store
// CHECK: scf.for %{{.*}} = %[[C24]] to
module attributes {transform.with_named_sequence} {
  func.func @unroll(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %c30 step %c4 {
      memref.store %v, %m[%i] : memref<32xf32>
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %l {factor = 3} : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @unroll_all
// CHECK-NOT: scf.for
// CHECK-COUNT-8: memref.store
// CHECK-NOT: memref.store
module attributes {transform.with_named_sequence} {
  func.func @unroll_all(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %c30 step %c4 {
      memref.store %v, %m[%i] : memref<32xf32>
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %l {factor = 8} : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @unroll_dynamic
// CHECK: %[[R:[a-z0-9_]+]] = arith.remsi %{{.*}}, %{{.*}} : index
// CHECK: scf.for
// CHECK-COUNT-2: memref.store
// CHECK: scf.for
// CHECK: memref.store
module attributes {transform.with_named_sequence} {
  func.func @unroll_dynamic(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %n step %c4 {
      memref.store %v, %m[%i] : memref<32xf32>
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %l {factor = 2} : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @peel
// CHECK: %[[C28:[a-z0-9_]+]] = arith.constant 28 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[C28]] step
// CHECK: } {main, tag}
// CHECK: scf.for %{{.*}} = %[[C28]] to
// CHECK: } {rest, tag}
module attributes {transform.with_named_sequence} {
  func.func @peel(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %c30 step %c4 {
      memref.store %v, %m[%i] : memref<32xf32>
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.cast %l : !transform.any_op to !transform.op<"scf.for">
    %p, %q = transform.loop.peel %c : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %p "main" : !transform.any_op
    transform.annotate %q "rest" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @peel_dynamic
// CHECK: %[[R:[a-z0-9_]+]] = arith.remsi
// CHECK: %[[S:[a-z0-9_]+]] = arith.subi %{{.*}}, %[[R]] : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[S]]
// CHECK: scf.for %{{.*}} = %[[S]] to
module attributes {transform.with_named_sequence} {
  func.func @peel_dynamic(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %n step %c4 {
      memref.store %v, %m[%i] : memref<32xf32>
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.cast %l : !transform.any_op to !transform.op<"scf.for">
    %p, %q = transform.loop.peel %c : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @peel_front
// CHECK: scf.for %{{.*}} = %c0{{.*}} to
// CHECK: } {first, tag}
// CHECK: scf.for
// CHECK: } {rest, tag}
module attributes {transform.with_named_sequence} {
  func.func @peel_front(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %c30 step %c4 {
      memref.store %v, %m[%i] : memref<32xf32>
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.cast %l : !transform.any_op to !transform.op<"scf.for">
    %p, %q = transform.loop.peel %c {peel_front = true} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %p "rest" : !transform.any_op
    transform.annotate %q "first" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @peel_whole
// CHECK: scf.for
// CHECK: } {main, rest, tag}
// CHECK-NOT: scf.for
module attributes {transform.with_named_sequence} {
  func.func @peel_whole(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %c8 step %c4 {
      memref.store %v, %m[%i] : memref<32xf32>
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.cast %l : !transform.any_op to !transform.op<"scf.for">
    %p, %q = transform.loop.peel %c : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %p "main" : !transform.any_op
    transform.annotate %q "rest" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @coalesce
// CHECK: scf.for %[[I:[a-z0-9_]+]] =
// CHECK: arith.remui %[[I]]
// CHECK: arith.divui %[[I]]
// CHECK: memref.store
// CHECK-NOT: scf.for
// CHECK: } {one, tag}
module attributes {transform.with_named_sequence} {
  func.func @coalesce(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        memref.store %v, %q[%i, %j] : memref<8x4xf32>
      }
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.loop.coalesce %l : (!transform.any_op) -> !transform.any_op
    transform.annotate %c "one" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @one_iteration
// CHECK-NOT: scf.for
// CHECK: memref.store %{{.*}}, %{{.*}}[%c0]
module attributes {transform.with_named_sequence} {
  func.func @one_iteration(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %c4 step %c4 {
      memref.store %v, %m[%i] : memref<32xf32>
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.promote_if_one_iteration %l : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @foo
// CHECK-SAME: attributes {outlined}
// CHECK: scf.for
// CHECK-LABEL: func.func @outline
// CHECK: call @foo(
module attributes {transform.with_named_sequence} {
  func.func @outline(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.for %i = %c0 to %c30 step %c4 {
      memref.store %v, %m[%i] : memref<32xf32>
    } {tag}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    %f, %c = transform.loop.outline %l {func_name = "foo"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %f "outlined" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @forall
// CHECK-NOT: scf.forall
// CHECK: scf.for
// CHECK: scf.for
// CHECK: } {inner}
module attributes {transform.with_named_sequence} {
  func.func @forall(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    scf.forall (%i, %j) in (8, 4) {
      memref.store %v, %q[%i, %j] : memref<8x4xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %r:2 = transform.loop.forall_to_for %a : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %r#1 "inner" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @branch
// CHECK-NOT: scf.if
// CHECK: arith.addi
// CHECK-NOT: arith.muli
module attributes {transform.with_named_sequence} {
  func.func @branch(%m: memref<32xf32>, %v: f32, %q: memref<8x4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c30 = arith.constant 30 : index
    %p = arith.cmpi eq, %n, %c4 : index
    %r = scf.if %p -> (index) {
      %s = arith.muli %n, %n : index
      scf.yield %s : index
    } else {
      %s = arith.addi %n, %n : index
      scf.yield %s : index
    }
    memref.store %v, %m[%r] : memref<32xf32>
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} attributes{tag} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.structured.match ops{["scf.if"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.scf.take_assumed_branch %a take_else_branch : (!transform.any_op) -> ()
    transform.yield
  }
}
