// The core of the transform dialect is read and written as upstream does, but for spaces at the ends of lines and between a split
// point and attributes; the generic form means the same to both.
// RUN: tern-opt %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt %s | diff -b - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt %t.generic.mlir | diff -b - %t.mlir

// CHECK: transform.named_sequence @ext(!transform.any_op {transform.readonly}) -> !transform.any_op
// CHECK: %tiled_linalg_op, %loops:2 = transform.structured.tile_using_for %{{.*}} tile_sizes [%{{.*}}, 0, [4]] interchange = [0, 1, 2]
// CHECK: transform.get_result %{{.*}}[except(0, -1)]
// CHECK: print %{{.*}} {name = "x", skip_regions} : !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @ext(!transform.any_op {transform.readonly}) -> !transform.any_op
  transform.named_sequence @m(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %arg0 ["linalg.matmul", "func.func"] : !transform.any_op
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @m3(%arg0: !transform.any_op {transform.readonly}, %arg1: !transform.param<i64> {transform.readonly}) -> !transform.any_op {
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @m2(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @a(%arg0: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %arg0, "hi" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}, %v: !transform.any_value {transform.readonly}, %pp: !transform.any_param {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} interface{LinalgOp} attributes{a = 1 : i32} filter_result_type = f32 filter_operand_types = [f32, i32] in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    %t, %l:2 = transform.structured.tile_using_for %0 tile_sizes [%p, 0, [4]] interchange = [0, 1, 2] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t2, %f = transform.structured.tile_using_forall %t tile_sizes [4, %p] (mapping = [#gpu.block<x>]) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %t3, %f3 = transform.structured.tile_using_forall %t2 num_threads *(%pp) : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    %a = transform.get_operand %t3[all] : (!transform.any_op) -> !transform.any_value
    %b = transform.get_result %t3[0, 1] : (!transform.any_op) -> !transform.any_value
    %c = transform.get_result %t3[except(0, -1)] : (!transform.any_op) -> !transform.any_value
    %d = transform.get_type elemental %c : (!transform.any_value) -> !transform.type
    transform.foreach %t3, %f3 with_zip_shortest : !transform.any_op, !transform.any_op -> !transform.any_op {
    ^bb0(%x: !transform.any_op, %y: !transform.any_op):
      transform.yield %x : !transform.any_op
    }
    transform.foreach %t3 : !transform.any_op {
    ^bb0(%x: !transform.any_op):
    }
    %u, %w = transform.foreach_match restrict_root flatten_results in %root, %p @m3 -> @ext : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %u2 = transform.foreach_match in %w @m -> @a, @m2 -> @a : (!transform.any_op) -> !transform.any_op
    %cm = transform.collect_matching @m in %u2 : (!transform.any_op) -> !transform.any_op
    transform.sequence %u2, %v, %pp : !transform.any_op, !transform.any_value, !transform.any_param failures(suppress) {
    ^bb0(%x: !transform.any_op, %y: !transform.any_value, %z: !transform.any_param):
      transform.print %x {name = "x", skip_regions} : !transform.any_op
      transform.print
    }
    %sq = transform.sequence %u2 : !transform.any_op -> !transform.any_op failures(propagate) {
    ^bb0(%x: !transform.any_op):
      yield %x : !transform.any_op
    }
    %al = transform.alternatives %u : !transform.any_op -> !transform.any_op {
    ^bb0(%x: !transform.any_op):
      transform.yield %x : !transform.any_op
    }, {
    ^bb0(%x: !transform.any_op):
      transform.yield %x : !transform.any_op
    }
    transform.alternatives %al : !transform.any_op {
    ^bb0(%x: !transform.any_op):
    }
    transform.include @a failures(propagate) (%cm) : (!transform.any_op) -> ()
    %h:2 = transform.split_handle %sq {overflow_result = 1, fail_on_payload_too_small = false} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %m = transform.merge_handles deduplicate %h#0, %h#1 : !transform.any_op
    %r:2 = transform.replicate num(%m) %h#0, %p : !transform.any_op, !transform.any_op, !transform.param<i64>
    transform.match.param.cmpi eq %p, %p : !transform.param<i64>
    transform.match.operation_empty %m : !transform.any_op
    transform.annotate %m "attr" = %p : !transform.any_op, !transform.param<i64>
    transform.annotate %m "attr" : !transform.any_op
    transform.apply_patterns to %m {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
      transform.apply_patterns.tensor.rewrite_as_constant aggressive
      transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true}
    } {apply_cse} : !transform.any_op
    transform.apply_cse to %m : !transform.any_op
    transform.apply_dce to %m : !transform.any_op
    transform.apply_licm to %m : !transform.any_op
    %ops = transform.param.constant "max-iterations=10" -> !transform.any_param
    %rp = transform.apply_registered_pass "canonicalize" with options = {"a" = 1 : i64, "b" = %ops, "c" = [%ops, "x"], "top-down" = false} to %m : (!transform.any_op, !transform.any_param, !transform.any_param) -> !transform.any_op
    %rp2 = transform.apply_registered_pass "canonicalize" to %rp : (!transform.any_op) -> !transform.any_op
    %cst = transform.cast %rp2 : !transform.any_op to !transform.op<"func.func">
    %n = transform.num_associations %cst : (!transform.op<"func.func">) -> !transform.param<i64>
    transform.debug.emit_param_as_remark %n, "msg" at %cst : !transform.param<i64>, !transform.op<"func.func">
    transform.debug.emit_param_as_remark %n : !transform.param<i64>
    %sel = transform.select "linalg.matmul" in %cst : (!transform.op<"func.func">) -> !transform.any_op
    %par = transform.get_parent_op %sel {isolated_from_above, nth_parent = 2 : i64} : (!transform.any_op) -> !transform.any_op
    %pr = transform.get_producer_of_operand %sel[0] : (!transform.any_op) -> !transform.any_op
    %cr = transform.get_consumers_of_result %sel[0] : (!transform.any_op) -> !transform.any_op
    %sp = transform.structured.split %sel after 16 {dimension = 1, k} : !transform.any_op
    %sp2 = transform.structured.split %sp after %p {dimension = 1} : !transform.any_op, !transform.param<i64>
    %mt:3 = transform.structured.multitile_sizes %sp2 {dimension = 0, target_size = 10} : (!transform.any_op) -> !transform.any_op
    %fu, %fl:2 = transform.structured.fuse %sp2 tile_sizes [4, %p] interchange [0, 1] {apply_cleanup} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %fu2, %fl2 = transform.structured.fuse_into_containing_op %fu into %fl#0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %g = transform.structured.generalize %fu2 : (!transform.any_op) -> !transform.any_op
    %ic = transform.structured.interchange %g iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    %pad, %pp2, %cp = transform.structured.pad %ic pad_to_multiple_of [4, %p] {padding_values = [0.0 : f32], padding_dimensions = [0, 1]} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %pad vector_sizes [4, [8]] {vectorize_nd_extract} : !transform.any_op
    transform.structured.vectorize %pad : !transform.any_op
    transform.verify %sq : !transform.any_op
    transform.yield
  }
}

// What a producer is fused into is still there afterwards.
// CHECK-COUNT-2: transform.structured.fuse_into_containing_op
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op, %a: !transform.any_op, %b: !transform.any_op):
  %loop = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
  %0:2 = transform.structured.fuse_into_containing_op %a into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1:2 = transform.structured.fuse_into_containing_op %b into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
