// RUN: tern-opt %s --convert-complex-to-libm --verify-diagnostics

func.func @half(%x: complex<f16>) -> f16 {
  // expected-error@+1 {{failed to legalize operation 'complex.abs' that was explicitly marked illegal}}
  %0 = complex.abs %x : complex<f16>
  return %0 : f16
}
