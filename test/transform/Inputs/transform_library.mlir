module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @mark failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @mark(%f: !transform.any_op {transform.readonly}) {
    transform.annotate %f "marked" : !transform.any_op
    transform.yield
  }
}
