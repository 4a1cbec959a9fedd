// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --canonicalize --allow-unregistered-dialect %s | diff - %t.mlir

func.func @complex_folds(%a: complex<f32>, %b: complex<f32>, %x: f32, %y: f32) -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %s = complex.sub %a, %b : complex<f32>
  %0 = complex.add %s, %b : complex<f32>
  %1 = complex.add %a, %zero : complex<f32>
  %t = complex.add %a, %b : complex<f32>
  %2 = complex.sub %t, %b : complex<f32>
  %3 = complex.mul %a, %one : complex<f32>
  %4 = complex.div %a, %one : complex<f32>
  %n = complex.neg %a : complex<f32>
  %5 = complex.neg %n : complex<f32>
  %c = complex.conj %a : complex<f32>
  %6 = complex.conj %c : complex<f32>
  %e = complex.exp %a : complex<f32>
  %7 = complex.log %e : complex<f32>
  %re = complex.re %a : complex<f32>
  %im = complex.im %a : complex<f32>
  %8 = complex.create %re, %im : complex<f32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>
}

func.func @complex_parts(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %c = complex.create %x, %y : complex<f32>
  %0 = complex.im %c : complex<f32>
  %k = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %1 = complex.re %k : complex<f32>
  %n = complex.neg %c : complex<f32>
  %2 = complex.re %n : complex<f32>
  %3 = complex.im %n : complex<f32>
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

func.func @complex_bitcasts(%a: complex<f32>, %i: i64) -> (complex<f32>, f64, complex<f32>) {
  %0 = complex.bitcast %a : complex<f32> to complex<f32>
  %1 = complex.bitcast %a : complex<f32> to i64
  %2 = arith.bitcast %i : i64 to f64
  %3 = complex.bitcast %2 : f64 to complex<f32>
  %4 = complex.bitcast %3 : complex<f32> to f64
  %5 = complex.bitcast %1 : i64 to complex<f32>
  return %0, %4, %5 : complex<f32>, f64, complex<f32>
}

func.func @complex_ones_of_wide_types(%a: complex<f80>, %b: complex<f128>) -> (complex<f80>, complex<f80>, complex<f128>) {
  %one = complex.constant [1.0 : f80, 0.0 : f80] : complex<f80>
  %one128 = complex.constant [1.0 : f128, 0.0 : f128] : complex<f128>
  %0 = complex.mul %a, %one : complex<f80>
  %1 = complex.div %0, %one : complex<f80>
  %2 = complex.add %a, %one : complex<f80>
  %3 = complex.div %b, %one128 : complex<f128>
  return %1, %2, %3 : complex<f80>, complex<f80>, complex<f128>
}

func.func @complex_bits_as_other_scalar(%a: complex<f32>) -> (i64, f64) {
  %0 = complex.bitcast %a : complex<f32> to i64
  %1 = arith.bitcast %0 : i64 to f64
  return %0, %1 : i64, f64
}
