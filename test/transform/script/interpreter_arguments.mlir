// What further arguments of the entry point are bound to, and which entry point it is: the one right inside of the root, if deeper
// ones come before it.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --transform-interpreter="debug-bind-trailing-args=^test.two,#1;2"
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --transform-interpreter="debug-bind-trailing-args=^test.two,#1;2"

module attributes {transform.with_named_sequence} {
// expected-remark @below {{bound}}
// expected-note @below {{value handle points to an op result #0}}
// expected-note @below {{value handle points to an op result #1}}
%0:2 = "test.two"() : () -> (i32, i64)

module attributes {transform.with_named_sequence} {
  module @inner attributes {transform.with_named_sequence} {
    transform.named_sequence @__transform_main(%root: !transform.any_op) {
      transform.yield
    }
  }
}
transform.named_sequence @__transform_main(%root: !transform.any_op, %v: !transform.any_value, %p: !transform.param<i64>) {
  transform.debug.emit_remark_at %v, "bound" : !transform.any_value
  // expected-remark @below {{1 : i64, 2 : i64}}
  transform.debug.emit_param_as_remark %p : !transform.param<i64>
  transform.yield
}
}

// -----

%0:2 = "test.two"() : () -> (i32, i64)
module attributes {transform.with_named_sequence} {
  // expected-error @below {{wrong kind of value provided for top-level operation handle}}
  transform.named_sequence @__transform_main(%root: !transform.any_op, %v: !transform.any_op, %p: !transform.param<i64>) {
    transform.yield
  }
}

// -----

%0:2 = "test.two"() : () -> (i32, i64)
module attributes {transform.with_named_sequence} {
  // expected-error @below {{wrong kind of value provided for top-level parameter}}
  transform.named_sequence @__transform_main(%root: !transform.any_op, %v: !transform.param<i64>, %p: !transform.param<i64>) {
    transform.yield
  }
}

// -----

%0:2 = "test.two"() : () -> (i32, i64)
module attributes {transform.with_named_sequence} {
  // expected-error @below {{wrong kind of value provided for the top-level value handle}}
  transform.named_sequence @__transform_main(%root: !transform.any_op, %v: !transform.any_value, %p: !transform.any_value) {
    transform.yield
  }
}

// -----

func.func @f(%a: i32) {
  cf.br ^bb1(%a, %a : i32, i32)
// expected-remark @below {{bound}}
// expected-note @below {{value handle points to a block argument #1 in block #1 in region #0}}
^bb1(%b: i32, %c: i32):
  "test.use"(%c) : (i32) -> ()
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op, %v: !transform.any_value, %p: !transform.param<i64>) {
    %use = transform.structured.match ops{["test.use"]} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.get_operand %use[0] : (!transform.any_op) -> !transform.any_value
    transform.debug.emit_remark_at %c, "bound" : !transform.any_value
    transform.yield
  }
}
