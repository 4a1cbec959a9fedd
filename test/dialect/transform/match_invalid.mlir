// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  // expected-error@+1 {{'transform.match.structured' op expected one body argument}}
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op, %n: !transform.any_op):
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  // expected-error@+1 {{'transform.match.structured' op expected body argument to implement TransformHandleTypeInterface}}
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_value):
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  // expected-error@+1 {{'transform.match.structured' op expects nested operations to implement MatchOpInterface}}
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-note@+1 {{offending operation}}
    transform.apply_cse to %m : !transform.any_op
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  // expected-error@+1 {{'transform.match.structured.rank' op expects parent op to be 'transform.match.structured'}}
  %0 = transform.match.structured.rank %h : (!transform.any_op) -> !transform.param<i64>
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{op expected predicate to apply to the surrounding structured op}}
    transform.match.structured.body %h {elementwise} : !transform.any_op
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{op only one of {"reduction_position", "passthrough", "elementwise", "contraction"} is allowed}}
    transform.match.structured.body %m {elementwise, passthrough} : !transform.any_op
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{to contain two elements}}
    transform.match.structured.body %m {contraction = ["arith.mulf"]} : !transform.any_op
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{op cannot request the same dimension to be both parallel and reduction}}
    transform.match.structured.dim %m[0] {parallel, reduction} : !transform.any_op
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{op expected the listed values to be unique}}
    transform.match.structured.dim %m[0, 0] : !transform.any_op
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{op "permutation" and "projected_permutation" are mutually exclusive}}
    transform.match.structured.input %m[0] {permutation, projected_permutation} : !transform.any_op
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{op cannot bind multiple inputs/inits to the same value}}
    %0 = transform.match.structured.init %m[0, 1] : (!transform.any_op) -> !transform.any_value
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{op cannot request both 'all' and 'inverted' values in the list}}
    "transform.match.structured.input"(%m) <{is_all, is_inverted, raw_position_list = array<i64>}> : (!transform.any_op) -> ()
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{op expects either the any/single keyword or the type value handle result type}}
    %0 = transform.match.structured.result %m[0] any : (!transform.any_op) -> !transform.any_value
    transform.match.structured.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%h: !transform.any_op):
  transform.match.structured %h : !transform.any_op {
  ^bb1(%m: !transform.any_op):
    // expected-error@+1 {{op 'any' and 'single' are mutually exclusive}}
    %0 = transform.match.structured.result %m[0] any single : (!transform.any_op) -> !transform.any_op
    transform.match.structured.yield
  }
}
