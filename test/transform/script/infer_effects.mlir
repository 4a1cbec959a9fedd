// Arguments of named sequences are marked with what is done to them.
// RUN: tern-opt --transform-infer-effects %s | FileCheck %s
// RUN: mlir-opt --transform-infer-effects %s | FileCheck %s

module attributes {transform.with_named_sequence} {
  // CHECK: @infer(%{{.*}}: !transform.any_op {transform.consumed}, %{{.*}}: !transform.any_op {transform.readonly}, %{{.*}}: !transform.param<i64> {transform.readonly})
  transform.named_sequence @infer(%op: !transform.any_op, %other: !transform.any_op, %param: !transform.param<i64>) {
    %0 = transform.structured.generalize %op : (!transform.any_op) -> !transform.any_op
    transform.print %other : !transform.any_op
    transform.yield
  }
}
