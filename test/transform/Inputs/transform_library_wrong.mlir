module attributes {transform.with_named_sequence} {
  transform.named_sequence @s(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.generalize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
