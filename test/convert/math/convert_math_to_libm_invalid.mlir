// RUN: tern-opt %s --convert-math-to-libm --split-input-file --verify-diagnostics

func.func @two_results(%x: f32) -> (f32, f32) {
  // expected-error@+1 {{failed to legalize operation 'math.sincos' that was explicitly marked illegal}}
  %0, %1 = math.sincos %x : f32
  return %0, %1 : f32, f32
}

// -----

// The library has no function of this type.
func.func @wide(%x: f128) -> f128 {
  // expected-error@+1 {{failed to legalize operation 'math.sin' that was explicitly marked illegal}}
  %0 = math.sin %x : f128
  return %0 : f128
}

// -----

// How many calls would be needed is not known.
func.func @scalable(%x: vector<[4]xf32>) -> vector<[4]xf32> {
  // expected-error@+1 {{failed to legalize operation 'math.sin' that was explicitly marked illegal}}
  %0 = math.sin %x : vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
