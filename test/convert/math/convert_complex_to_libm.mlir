// Complex math as calls of the C library: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-complex-to-libm > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-complex-to-libm | diff -b - %t.0.ours

func.func @c(%a: complex<f32>, %b: complex<f64>) {
  %0 = complex.abs %a : complex<f32>
  %1 = complex.angle %b : complex<f64>
  %2 = complex.conj %a : complex<f32>
  %3 = complex.cos %a : complex<f32>
  %4 = complex.log %b : complex<f64>
  %5 = complex.pow %b, %b : complex<f64>
  %6 = complex.sin %b : complex<f64>
  %7 = complex.sqrt %b : complex<f64>
  %8 = complex.tan %b : complex<f64>
  %9 = complex.tanh %b : complex<f64>
  %10 = complex.add %b, %b : complex<f64>
  return
}
