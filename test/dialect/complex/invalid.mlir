// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @one_part() {
  // expected-error@+1 {{requires 'value' to be a complex constant, represented as array of two values}}
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

func.func @no_number() {
  // expected-error@+1 {{requires attribute's elements to be float or integer attributes}}
  %0 = complex.constant ["a", "b"] : complex<f32>
  return
}

// -----

func.func @other_type() {
  // expected-error@+1 {{requires attribute's element types ('f32', 'f64') to match the element type of the op's return type ('f32')}}
  %0 = complex.constant [1.0 : f32, 2.0 : f64] : complex<f32>
  return
}

// -----

func.func @bitcast_operand(%x: vector<2xi32>) {
  // expected-error@+1 {{operand must be int/float/complex}}
  %0 = complex.bitcast %x : vector<2xi32> to complex<f32>
  return
}

// -----

func.func @bitcast_result(%x: complex<f32>) {
  // expected-error@+1 {{result must be int/float/complex}}
  %0 = complex.bitcast %x : complex<f32> to index
  return
}

// -----

func.func @bitcast_of_scalars(%x: i32) {
  // expected-error@+1 {{requires that either input or output has a complex type}}
  %0 = complex.bitcast %x : i32 to f32
  return
}

// -----

func.func @bitcast_width(%x: complex<f32>) {
  // expected-error@+1 {{casting bitwidths do not match}}
  %0 = complex.bitcast %x : complex<f32> to i32
  return
}

// -----

func.func @part(%x: complex<f32>) {
  // expected-error@+1 {{failed to verify that}}
  %0 = "complex.re"(%x) : (complex<f32>) -> f64
  return
}

// -----

func.func @create(%x: f32, %y: f64) {
  // expected-error@+1 {{failed to verify that}}
  %0 = "complex.create"(%y, %x) : (f64, f32) -> complex<f64>
  return
}

// -----

func.func @mixed(%x: complex<f32>, %y: complex<f64>) {
  // expected-error@+1 {{requires the same type for all operands and results}}
  %0 = "complex.add"(%x, %y) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}
