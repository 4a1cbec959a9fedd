// A tiled product with what starts it as one dispatch.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %0 tile_sizes [2, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fill, %fused = transform.structured.fuse_into_containing_op %1 into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %dispatch = transform.iree.forall_to_flow %fused : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
