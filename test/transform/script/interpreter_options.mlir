// Where the script starts, on what, and with which further arguments.
// RUN: tern-opt --transform-interpreter="entry-point=other" %s | FileCheck %s --check-prefix=OTHER
// RUN: tern-opt --transform-interpreter="debug-payload-root-tag=here" %s | FileCheck %s --check-prefix=TAG
// RUN: tern-opt --transform-interpreter="entry-point=bound debug-bind-trailing-args=func.func,^arith.constant,#3;4" %s 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: not tern-opt --transform-interpreter="entry-point=none" %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tern-opt --transform-interpreter="debug-payload-root-tag=none" %s 2>&1 | FileCheck %s --check-prefix=NOTAG
// RUN: not tern-opt --transform-interpreter="debug-payload-root-tag=twice" %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tern-opt --transform-interpreter="entry-point=bound" %s 2>&1 | FileCheck %s --check-prefix=UNBOUND
// RUN: not tern-opt --transform-interpreter="entry-point=bound debug-bind-trailing-args=#1,^a,#1" %s 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not tern-opt --transform-interpreter="entry-point=bound debug-bind-trailing-args=a,^a,#x" %s 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not tern-opt --transform-interpreter="entry-point=external" %s 2>&1 | FileCheck %s --check-prefix=EXTERNAL
// RUN: not tern-opt --transform-interpreter="entry-point=values" %s 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: tern-opt --transform-interpreter="entry-point=printing" %s | FileCheck %s --check-prefix=PRINT
// RUN: tern-opt --transform-interpreter="entry-point=late disable-expensive-checks" %s | FileCheck %s --check-prefix=LATE

// RUN: not tern-opt --transform-interpreter="entry-point=printing" %s 2> %t.err > /dev/full
// RUN: FileCheck %s --check-prefix=FULL < %t.err
// RUN: not tern-opt --transform-interpreter="entry-point=failing" %s 2>&1 | FileCheck %s --check-prefix=FAILING

// FULL: error: cannot print: {{.+}}
// FAILING: error: no such option bar of 'cse'
// FAILING: error: pass pipeline failed: cse
// FAILING: note: target op
// NONE: error: could not find a nested named sequence with name: none
// NOTAG: error: couldn't find the root payload operation with transform.target_tag="none" attribute
// TWICE: error: repeated operation with the target tag "twice"
// TWICE: note: previously seen operation
// UNBOUND: error: operation expects 3 extra value bindings, but 0 were provided to the interpreter
// KIND: error: wrong kind of value provided for top-level operation handle
// NUMBER: error: couldn't parse parameter options: expected numbers separated by ';' behind '#', got '#x'
// EXTERNAL: error: the entry point has no body
// VALUES: error: expected the first argument of the entry point to be a handle to ops
module attributes {transform.with_named_sequence} {
  // OTHER: func.func @f() attributes {other, transform.target_tag = "twice"}
  // TAG: func.func @f() attributes {transform.target_tag = "twice"}
  // BOUND: {{.*}}: remark: number 3 : i64, 4 : i64
  // BOUND: {{.*}}: remark: constant
  // BOUND: {{.*}}: note: value handle points to an op result #0
  // BOUND: func.func @f() attributes {bound, transform.target_tag = "twice"}
  func.func @f() attributes {transform.target_tag = "twice"} {
    %c = arith.constant 1 : i32
    return
  }
  // OTHER: func.func @g() attributes {other, transform.target_tag = "here"}
  // TAG: func.func @g() attributes {main, transform.target_tag = "here"}
  func.func @g() attributes {transform.target_tag = "here"} {
    return
  }
  func.func private @h() attributes {transform.target_tag = "twice"}
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.annotate %root "main" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @other(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %0 "other" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @bound(%root: !transform.any_op {transform.readonly}, %f: !transform.op<"func.func"> {transform.readonly}, %v: !transform.any_value {transform.readonly}, %p: !transform.param<i64> {transform.readonly}) {
    transform.annotate %f "bound" : !transform.op<"func.func">
    transform.debug.emit_param_as_remark %p, "number" : !transform.param<i64>
    transform.debug.emit_remark_at %v, "constant" : !transform.any_value
    transform.yield
  }
  transform.named_sequence @failing(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.apply_registered_pass "cse" with options = {"foo" = "a b", "bar" = [1, true]} to %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @external(!transform.any_op {transform.readonly})
  transform.named_sequence @values(%root: !transform.any_value {transform.readonly}) {
    transform.yield
  }
  // PRINT: {{\[\[\[}} IR printer: first {{\]\]\]}}
  // PRINT-NEXT: func.func @g() attributes {transform.target_tag = "here"} {...}
  // PRINT: {{\[\[\[}} IR printer: top-level {{\]\]\]}}
  // PRINT-NEXT: module attributes
  transform.named_sequence @printing(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} attributes{sym_name = "g"} in %root : (!transform.any_op) -> !transform.any_op
    transform.print %0 {name = "first", skip_regions} : !transform.any_op
    transform.print
    transform.yield
  }
  // LATE: arith.constant {late} 1 : i32
  transform.named_sequence @late(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["arith.constant"]} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.apply_registered_pass "loop-invariant-code-motion" to %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "late" : !transform.any_op
    transform.yield
  }
}
