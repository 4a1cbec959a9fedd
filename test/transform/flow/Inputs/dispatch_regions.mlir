// The older form, without a named sequence: a product with what comes before and behind it as one dispatch.
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  %2 = transform.structured.match ops{["linalg.generic", "linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %region = transform.iree.wrap_in_dispatch_region %0 {generateWorkload = false} : (!transform.any_op) -> !transform.any_op
  %started = transform.iree.move_preceding_op_into_dispatch_region %1 into %region : (!transform.any_op, !transform.any_op) -> !transform.any_op
  %ended = transform.iree.move_succeeding_op_into_dispatch_region %2 into %started : (!transform.any_op, !transform.any_op) -> !transform.any_op
  %dispatch = transform.iree.region_to_workgroups %ended : (!transform.any_op) -> !transform.any_op
}
