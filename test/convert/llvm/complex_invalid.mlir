// RUN: tern-opt --convert-complex-to-llvm --verify-diagnostics %s

func.func @no_arithmetic(%a : complex<f32>) -> complex<f32> {
  // expected-error @below {{failed to legalize operation 'complex.exp' that was explicitly marked illegal}}
  %0 = complex.exp %a : complex<f32>
  return %0 : complex<f32>
}
