// Scripts that find, arrange and rewrite payload; upstream does the same.
// RUN: tern-opt --split-input-file --transform-interpreter %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt --split-input-file --transform-interpreter %s | diff -b - %t.mlir

// Handles: what is found from where, and what becomes of lists.
// CHECK-LABEL: func.func @handles
// CHECK-SAME: attributes {all = 2 : i64, first, only_functions, parent, selected}
// CHECK: linalg.matmul {by_interface, defined, matched, producer_user}
// CHECK-LABEL: func.func @second
// CHECK-SAME: attributes {all = 2 : i64, only_functions, rest, selected}
module attributes {transform.with_named_sequence} {
  func.func @handles(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
    return %r : tensor<4x16xf32>
  }
  func.func @second(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %m "matched" : !transform.any_op
    %i = transform.structured.match interface{LinalgOp} filter_result_type = tensor<4x16xf32> in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %i "by_interface" : !transform.any_op
    %p = transform.get_parent_op %m {op_name = "func.func", deduplicate} : (!transform.any_op) -> !transform.any_op
    transform.annotate %p "parent" : !transform.any_op
    %v = transform.get_result %m[all] : (!transform.any_op) -> !transform.any_value
    %d = transform.get_defining_op %v : (!transform.any_value) -> !transform.any_op
    transform.annotate %d "defined" : !transform.any_op
    %u = transform.get_consumers_of_result %m[0] : (!transform.any_op) -> !transform.any_op
    %w = transform.get_producer_of_operand %u[0] : (!transform.any_op) -> !transform.any_op
    transform.annotate %w "producer_user" : !transform.any_op
    %s:2 = transform.split_handle %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %s#0 "first" : !transform.any_op
    %o:2 = transform.split_handle %f {overflow_result = 0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %o#1 "rest" : !transform.any_op
    %n = transform.num_associations %f : (!transform.any_op) -> !transform.param<i64>
    transform.annotate %f "all" = %n : !transform.any_op, !transform.param<i64>
    %mixed = transform.merge_handles %f, %m, %f : !transform.any_op
    %sel = transform.select "func.func" in %mixed : (!transform.any_op) -> !transform.any_op
    transform.annotate %sel "selected" : !transform.any_op
    %c = transform.cast %sel : !transform.any_op to !transform.op<"func.func">
    transform.annotate %c "only_functions" : !transform.op<"func.func">
    transform.yield
  }
}

// -----

// Control: sequences, loops over handles, matchers, alternatives.
// CHECK-LABEL: func.func @control
// CHECK-SAME: attributes {after, included, second}
// CHECK: linalg.matmul {acted, collected, looped}
module attributes {transform.with_named_sequence} {
  func.func @control(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
    return %r : tensor<4x16xf32>
  }
  transform.named_sequence @mark(%x: !transform.any_op {transform.readonly}) {
    transform.annotate %x "included" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @is_matmul(%x: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %x ["linalg.fill", "linalg.matmul"] : !transform.any_op
    transform.yield %x : !transform.any_op
  }
  transform.named_sequence @act(%x: !transform.any_op {transform.readonly}) {
    transform.annotate %x "acted" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @mark failures(propagate) (%f) : (!transform.any_op) -> ()
    transform.foreach %m, %f : !transform.any_op, !transform.any_op {
    ^bb0(%x: !transform.any_op, %y: !transform.any_op):
      transform.annotate %x "looped" : !transform.any_op
    }
    %k = transform.collect_matching @is_matmul in %f : (!transform.any_op) -> !transform.any_op
    transform.annotate %k "collected" : !transform.any_op
    %u = transform.foreach_match in %f @is_matmul -> @act : (!transform.any_op) -> !transform.any_op
    transform.sequence %u : !transform.any_op failures(suppress) {
    ^bb0(%x: !transform.any_op):
      transform.match.operation_empty %x : !transform.any_op
      transform.annotate %x "after" : !transform.any_op
    }
    transform.alternatives %u : !transform.any_op {
    ^bb0(%x: !transform.any_op):
      transform.annotate %x "first" : !transform.any_op
      transform.match.operation_empty %x : !transform.any_op
    }, {
    ^bb0(%x: !transform.any_op):
      transform.annotate %x "second" : !transform.any_op
    }
    transform.yield
  }
}

// -----

// What a whole rewrite does to handles: ops that are unified or replaced by one of their kind are followed.
// CHECK-LABEL: func.func @rewrites
// CHECK-NEXT: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} {kept} : i32
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[S]], %[[S]]
// CHECK-NEXT: return %[[P]]
module attributes {transform.with_named_sequence} {
  func.func @rewrites(%a: i32, %b: i32) -> i32 {
    %0 = arith.addi %a, %b : i32
    %1 = arith.addi %a, %b : i32
    %dead = arith.subi %a, %b : i32
    %2 = arith.muli %0, %1 : i32
    return %2 : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %adds = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    %sub = transform.structured.match ops{["arith.subi"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_dce to %f : !transform.any_op
    transform.match.operation_empty %sub : !transform.any_op
    transform.apply_cse to %f : !transform.any_op
    %one = transform.merge_handles deduplicate %adds : !transform.any_op
    %n = transform.num_associations %one : (!transform.any_op) -> !transform.param<i64>
    %p = transform.param.constant 1 : i64 -> !transform.param<i64>
    transform.match.param.cmpi eq %n, %p : !transform.param<i64>
    transform.annotate %one "kept" : !transform.any_op
    transform.verify %f : !transform.any_op
    transform.yield
  }
}

// -----

// Passes and patterns.
// CHECK-LABEL: func.func @passes
// CHECK-SAME: attributes {done}
// CHECK-NEXT: %[[C:.*]] = arith.constant 7 : i32
// CHECK-NEXT: return %[[C]]
// CHECK-LABEL: func.func @loop
// CHECK: arith.addi
// CHECK-NEXT: scf.for
module attributes {transform.with_named_sequence} {
  func.func @passes() -> i32 {
    %0 = arith.constant 3 : i32
    %1 = arith.constant 4 : i32
    %2 = arith.addi %0, %1 : i32
    return %2 : i32
  }
  func.func @loop(%n: index, %a: index, %m: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.addi %a, %n : index
      memref.store %s, %m[%i] : memref<?xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %l : !transform.any_op
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "passes"} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    %top_down = transform.param.constant false -> !transform.any_param
    %g = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = 2, "top-down" = %top_down} to %f : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}
