// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @branch_count(%x: i32) {
  // expected-error@+1 {{branch has 0 operands for successor #0, but target block has 1}}
  cf.br ^bb1
^bb1(%y: i32):
  return
}

// -----

func.func @branch_type(%x: i32) {
  // expected-error@+1 {{type mismatch for bb argument #0 of successor #0}}
  cf.br ^bb1(%x : i32)
^bb1(%y: f32):
  return
}

// -----

func.func @conditional_count(%c: i1, %x: i32) {
  // expected-error@+1 {{branch has 2 operands for successor #1, but target block has 1}}
  cf.cond_br %c, ^bb1(%x : i32), ^bb1(%x, %x : i32, i32)
^bb1(%y: i32):
  return
}

// -----

func.func @condition_type(%c: i32) {
  // expected-error@+1 {{'cf.cond_br' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.cond_br"(%c)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  return
}

// -----

func.func @flag_type(%flag: i32) {
  // expected-error@+1 {{'flag' type ('i32') should match case value type ('i64')}}
  "cf.switch"(%flag)[^bb1, ^bb1] {case_values = dense<1> : vector<1xi64>, case_operand_segments = array<i32: 0>,
      operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  return
}

// -----

func.func @case_count(%flag: i32) {
  // expected-error@+1 {{number of case values (2) should match number of case destinations (1)}}
  "cf.switch"(%flag)[^bb1, ^bb1] {case_values = dense<[1, 2]> : vector<2xi32>, case_operand_segments = array<i32: 0>,
      operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  return
}

// -----

func.func @switch_operands(%flag: i32, %x: i32) {
  // expected-error@+1 {{branch has 1 operands for successor #1, but target block has 0}}
  cf.switch %flag : i32, [
    default: ^bb1,
    1: ^bb1(%x : i32)
  ]
^bb1:
  return
}

// -----

func.func @assert_type(%c: i8) {
  // expected-error@+1 {{'cf.assert' op operand #0 must be 1-bit signless integer, but got 'i8'}}
  "cf.assert"(%c) {msg = "x"} : (i8) -> ()
  return
}

// -----

func.func @switch_without_value(%flag: i32, %x: i32) {
  cf.switch %flag : i32, [
    default: ^bb1(%x : i32),
    // expected-error@+1 {{expected integer value}}
    : ^bb1(%x : i32)
  ]
^bb1(%y: i32):
  return
}

// -----

func.func @switch_without_default(%flag: i32, %x: i32) {
  cf.switch %flag : i32, [
    // expected-error@+1 {{expected 'default'}}
    1: ^bb1(%x : i32)
  ]
^bb1(%y: i32):
  return
}

// -----

func.func @three_weights_for_two_ways(%c: i1) {
  // expected-error@+1 {{expects number of branch weights to match number of successors: 3 vs 2}}
  cf.cond_br %c weights([1, 2, 3]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @no_way_is_ever_taken(%c: i1) {
  // expected-error@+1 {{branch weights cannot all be zero}}
  cf.cond_br %c weights([0, 0]), ^bb1, ^bb1
^bb1:
  return
}
