// Copies before and behind, for regions that stay.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["tensor.empty", "linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %region = transform.iree.wrap_in_dispatch_region %0 : (!transform.any_op) -> !transform.any_op
    %before = transform.iree.clone_preceding_op_into_dispatch_region %1 into %region : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %behind = transform.iree.clone_succeeding_op_into_dispatch_region %2 into %region : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.annotate %before "before" : !transform.any_op
    transform.annotate %behind "behind" : !transform.any_op
    transform.yield
  }
}
