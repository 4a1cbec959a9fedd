// RUN: tern-opt %s --decompose-complex-values --verify-diagnostics

func.func @refuses_arithmetic(%x: f32) -> f32 {
  %z = complex.create %x, %x : complex<f32>
  // expected-error @below {{'complex.exp' op handles complex numbers, which cannot be taken apart there}}
  %w = complex.exp %z : complex<f32>
  %r = complex.re %w : complex<f32>
  return %r : f32
}
