// Matchers of structured ops are read and written as upstream does.
// RUN: tern-opt %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt %s | diff -b - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt %t.generic.mlir | diff -b - %t.mlir

// CHECK: transform.match.structured failures(suppress) %{{.*}} : (!transform.any_op) -> (!transform.any_op, !transform.param<i64>)
// CHECK: transform.match.structured.dim %{{.*}}[except(0, -1)] {parallel} : !transform.any_op
transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  %0:2 = transform.match.structured failures(suppress) %h : (!transform.any_op) -> (!transform.any_op, !transform.param<i64>) {
  ^bb1(%m: !transform.any_op):
    transform.match.structured.body %m {reduction_position = 0} : !transform.any_op
    transform.match.structured.body %m {contraction = ["arith.mulf", "arith.addf"]} : !transform.any_op
    transform.match.structured.dim %m[all] : !transform.any_op
    transform.match.structured.dim %m[except(0, -1)] {parallel} : !transform.any_op
    %d = transform.match.structured.dim %m[2] {reduction} : (!transform.any_op) -> !transform.param<i64>
    transform.match.structured.input %m[all] {projected_permutation} : !transform.any_op
    %v = transform.match.structured.input %m[0] : (!transform.any_op) -> !transform.any_value
    %w = transform.match.structured.elemental_bitwidth %v : (!transform.any_value) -> !transform.param<i64>
    %a = transform.match.structured.init %m[-1] : (!transform.any_op) -> !transform.affine_map
    %n = transform.match.structured.num_inputs %m : (!transform.any_op) -> !transform.param<i64>
    %o = transform.match.structured.num_inits %m : (!transform.any_op) -> !transform.param<i64>
    %r = transform.match.structured.rank %m : (!transform.any_op) -> !transform.param<i64>
    %u = transform.match.structured.result %m[0] single : (!transform.any_op) -> !transform.any_op
    %p:4 = transform.match.structured.classify_contraction_dims %m : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
    %c:8 = transform.match.structured.classify_convolution_dims %m : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
    transform.match.structured.yield %u, %d : !transform.any_op, !transform.param<i64>
  }
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    transform.match.structured.yield
  }
}
