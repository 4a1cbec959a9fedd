// Handles that may be used after they were consumed.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics --transform-dialect-check-uses %s

module attributes {transform.with_named_sequence} {
  transform.named_sequence @straight(%root: !transform.any_op {transform.readonly}) {
    // expected-note@+1 {{allocated here}}
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.print %0 : !transform.any_op
    // expected-note@+1 {{freed here}}
    %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
    transform.print %1 : !transform.any_op
    // expected-warning@+1 {{operand #0 may be used after free}}
    transform.print %0 : !transform.any_op
    transform.yield
  }
}

// -----

// A body that runs again meets what it has consumed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @loop(%root: !transform.any_op {transform.readonly}) {
    // expected-note@+1 {{allocated here}}
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %root : !transform.any_op {
    ^bb0(%a: !transform.any_op):
      // expected-warning@+1 {{operand #0 may be used after free}}
      transform.print %0 : !transform.any_op
      // expected-note@+1 {{freed here}}
      %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// What is consumed in an iteration is another one's in the next.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @own(%root: !transform.any_op {transform.consumed}) {
    transform.foreach %root : !transform.any_op {
    ^bb0(%a: !transform.any_op):
      transform.print %a : !transform.any_op
      %1 = transform.structured.generalize %a : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

// -----

// An argument, and a sequence that is included.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @eat(!transform.any_op {transform.consumed})
  // expected-note@+1 {{allocated here}}
  transform.named_sequence @argument(%root: !transform.any_op {transform.consumed}) {
    // expected-note@+1 {{freed here}}
    transform.include @eat failures(propagate) (%root) : (!transform.any_op) -> ()
    // expected-warning@+1 {{operand #0 may be used after free}}
    transform.print %root : !transform.any_op
    transform.yield
  }
}
