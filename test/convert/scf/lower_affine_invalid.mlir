// RUN: tern-opt %s --lower-affine --split-input-file --verify-diagnostics

func.func @division(%i: index) -> index {
  // expected-error@+2 {{division by non-positive value is not supported}}
  // expected-error@+1 {{failed to legalize operation 'affine.apply' that was explicitly marked illegal}}
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv -4)>(%i)
  return %0 : index
}

// -----

func.func @modulo(%m: memref<8xf32>, %i: index) -> f32 {
  // expected-error@+2 {{modulo by non-positive value is not supported}}
  // expected-error@+1 {{failed to legalize operation 'affine.load' that was explicitly marked illegal}}
  %0 = affine.load %m[symbol(%i) mod 0] : memref<8xf32>
  return %0 : f32
}

// -----

func.func @signed(%n: index, %x: si32) {
  // expected-error@+2 {{cannot lower result #0: there is no arith op that reduces 'si32' by 'maxs'}}
  // expected-error@+1 {{failed to legalize operation 'affine.parallel' that was explicitly marked illegal}}
  %0 = affine.parallel (%i) = (0) to (%n) reduce ("maxs") -> (si32) {
    affine.yield %x : si32
  }
  return
}

// -----

func.func @assign(%n: index, %x: f32) {
  // expected-error@+2 {{cannot lower result #0: there is no arith op that reduces 'f32' by 'assign'}}
  // expected-error@+1 {{failed to legalize operation 'affine.parallel' that was explicitly marked illegal}}
  %0 = affine.parallel (%i) = (0) to (%n) reduce ("assign") -> (f32) {
    affine.yield %x : f32
  }
  return
}
