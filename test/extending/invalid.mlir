// What the dialect of docs/extending.md refuses, by its table and by its hooks.
// RUN: sat-opt %s --split-input-file --verify-diagnostics

func.func @float(%a: f32) {
  // expected-error @below {{'sat.add' op operand #0 must be signless integer, but got 'f32'}}
  %0 = sat.add %a, %a : f32
  return
}

// -----

func.func @empty_range(%a: i8) {
  // expected-error @below {{'sat.clamp' op has an empty range: 10 is above -10}}
  // expected-note @below {{write the lower end first}}
  %0 = sat.clamp %a to [10, -10] : i8
  return
}

// -----

func.func @range_too_wide(%a: i8) {
  // expected-error @below {{'sat.clamp' op has a range that 'i8' does not hold}}
  %0 = sat.clamp %a to [0, 200] : i8
  return
}

// -----

func.func @integer_too_wide(%a: i64) {
  // expected-error @below {{'sat.clamp' op takes integers of at most 63 bits, but got 'i64'}}
  %0 = sat.clamp %a to [0, 1] : i64
  return
}

// -----

func.func @too_many_bits(%a: i8) {
  // expected-error @below {{'sat.widen' op makes 72 bits, and at most 63 are allowed}}
  %0 = sat.widen %a by 64 : i8
  return
}

// -----

func.func @no_operands() {
  // expected-error @below {{'sat.sum' op has no operands, and needs at least one}}
  %0 = "sat.sum"() : () -> i8
  return
}

// -----

func.func @other_types(%a: i8, %b: i16) {
  // expected-error @below {{'sat.sum' op requires the same type for all operands and results}}
  %0 = "sat.sum"(%a, %b) : (i8, i16) -> i8
  return
}

// -----

func.func @fragment_too_long(%a: vector<4xi8>, %b: vector<4xi8>) {
  // expected-error @below {{'sat.mma' op has 'vector<4xi8>' for sat.mma, A, of which a lane has 2 elements}}
  %0 = sat.mma %a, %b : vector<4xi8>, vector<4xi8> -> vector<4xi32>
  return
}
