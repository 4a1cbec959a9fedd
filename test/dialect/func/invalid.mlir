// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @return_count() -> i32 {
  // expected-error@+1 {{has 0 operands, but enclosing function (@return_count) returns 1}}
  return
}

// -----

func.func @return_type(%x: f32) -> i32 {
  // expected-error@+1 {{type of return operand 0 ('f32') doesn't match function result type ('i32') in function @return_type}}
  return %x : f32
}

// -----

func.func @unknown_callee() {
  // expected-error@+1 {{'func.call' op 'missing' does not reference a valid function}}
  call @missing() : () -> ()
  return
}

// -----

func.func private @callee(i32) -> i32
func.func @operand_count() {
  // expected-error@+1 {{incorrect number of operands for callee}}
  %0 = call @callee() : () -> i32
  return
}

// -----

func.func private @callee(i32) -> i32
func.func @operand_type(%x: f32) {
  // expected-error@+1 {{operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  %0 = call @callee(%x) : (f32) -> i32
  return
}

// -----

func.func private @callee(i32) -> i32
func.func @result_count(%x: i32) {
  // expected-error@+1 {{incorrect number of results for callee}}
  call @callee(%x) : (i32) -> ()
  return
}

// -----

func.func private @callee() -> i32
func.func @result_type() {
  // expected-error@+3 {{result type mismatch at index 0}}
  // expected-note@+2 {{op result type}}
  // expected-note@+1 {{function result type}}
  %0 = call @callee() : () -> f32
  return
}

// -----

func.func @undefined_constant() {
  // expected-error@+1 {{reference to undefined function 'missing'}}
  %0 = constant @missing : () -> ()
  return
}

// -----

func.func @mismatched_constant() {
  // expected-error@+1 {{reference to function with mismatched type}}
  %0 = constant @mismatched_constant : (i32) -> ()
  return
}

// -----

func.func @indirect_operands(%f: (i32) -> (), %x: f32) {
  // expected-error@+1 {{failed to verify that callee input types match argument types}}
  "func.call_indirect"(%f, %x) : ((i32) -> (), f32) -> ()
  return
}

// -----

func.func @indirect_results(%f: () -> i32) {
  // expected-error@+1 {{failed to verify that callee result types match result types}}
  "func.call_indirect"(%f) : (() -> i32) -> ()
  return
}

// -----

// expected-error@+1 {{entry block must have 1 arguments to match function signature}}
"func.func"() <{sym_name = "entry_count", function_type = (i32) -> ()}> ({
  func.return
}) : () -> ()

// -----

// expected-error@+1 {{type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{sym_name = "entry_type", function_type = (i32) -> ()}> ({
^bb0(%x: f32):
  func.return
}) : () -> ()

// -----

// expected-error@+1 {{expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() <{sym_name = "arg_attrs", function_type = (i32) -> (), arg_attrs = [{}, {}], sym_visibility = "private"}> ({
}) : () -> ()

// -----

// expected-error@+1 {{arguments may only have dialect attributes}}
func.func private @plain_attribute(i32 {plain})

// -----

// expected-error@+1 {{expected non-empty function body}}
func.func @body() {
}

// -----

module {
  // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
  func.return
}

// -----

func.func private @pair() -> (i32, f32)
func.func @one_result_type_of_two() {
  // expected-error@+3 {{result type mismatch at index 1}}
  // expected-note@+2 {{op result types: 'i32', 'i32'}}
  // expected-note@+1 {{function result types: 'i32', 'f32'}}
  %0:2 = call @pair() : () -> (i32, i32)
  return
}
