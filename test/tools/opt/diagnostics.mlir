// What is shown with a diagnostic, and which are shown.
// RUN: not tern-opt %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not tern-opt %s --mlir-print-op-on-diagnostic 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not tern-opt %s --mlir-print-op-on-diagnostic --mlir-disable-diagnostic-notes 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not tern-opt %s --mlir-print-stacktrace-on-diagnostic 2>&1 | FileCheck %s --check-prefix=STACK
// RUN: not tern-opt %s --mlir-diagnostic-verbosity-level=errors 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not tern-opt %s --mlir-diagnostic-verbosity-level=some 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: for the --mlir-diagnostic-verbosity-level option: expected 'errors', 'warnings' or 'remarks' but got 'some'

// PLAIN: error: 'arith.addi' op requires the same type for all operands and results
// PLAIN-NOT: note:
// OP: error: 'arith.addi' op requires the same type for all operands and results
// OP: note: see current operation: %{{.*}} = "arith.addi"(%{{.*}}, %{{.*}}) <{{.*}}> : (i32, i32) -> i64
// STACK: error: 'arith.addi' op requires the same type for all operands and results
// STACK: note: diagnostic emitted with trace:
// STACK-NEXT: {{^}} #0
// STACK: {{^}} #1
func.func @single(%a: i32) {
  %0 = "arith.addi"(%a, %a) : (i32, i32) -> i64
  return
}

func.func @nested(%a: i1) {
  cf.br ^bb1(%a : i1)
^bb1(%b: i32):
  return
}

// OP: error: 'func.func' op
// OP: note: see current operation:
// OP-NEXT: "func.func"() <{{.*}}> ({
"func.func"() <{function_type = (i32) -> (), sym_name = "long"}> ({
^bb0(%a: i64):
  "func.return"() : () -> ()
}) : () -> ()

// An error without the op's name has the note too. It stands at the first place of its location, with the call sites
// that the location goes through.
// PLAIN: c.mlir:1:2: error: operand #0 does not dominate this use
// PLAIN-NEXT: d.mlir:3:4: note: called from
// PLAIN-NEXT: e.mlir:5:6: note: called from
// OP: error: operand #0 does not dominate this use
// OP: note: see current operation: "test.early"(%{{.*}}) : (i32) -> ()
func.func @early() {
  "test.early"(%0) : (i32) -> () loc(fused["g", callsite("f"("c.mlir":1:2) at callsite("d.mlir":3:4 at "e.mlir":5:6))])
  %0 = arith.constant 0 : i32
  return
}
