// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func @all(%a: complex<f32>, %b: complex<f32>, %x: f32, %i: i32, %d: complex<f64>) {
  %abs = complex.abs %a : complex<f32>
  %angle = complex.angle %a : complex<f32>
  %conj = complex.conj %a : complex<f32>
  %cos = complex.cos %a : complex<f32>
  %exp = complex.exp %a : complex<f32>
  %expm1 = complex.expm1 %a : complex<f32>
  %im = complex.im %a : complex<f32>
  %log = complex.log %a : complex<f32>
  %log1p = complex.log1p %a : complex<f32>
  %neg = complex.neg %a : complex<f32>
  %re = complex.re %a : complex<f32>
  %rsqrt = complex.rsqrt %a : complex<f32>
  %sign = complex.sign %a : complex<f32>
  %sin = complex.sin %a : complex<f32>
  %sqrt = complex.sqrt %a : complex<f32>
  %tan = complex.tan %a : complex<f32>
  %tanh = complex.tanh %a : complex<f32>
  %add = complex.add %a, %b : complex<f32>
  %atan2 = complex.atan2 %a, %b : complex<f32>
  %div = complex.div %a, %b : complex<f32>
  %eq = complex.eq %a, %b : complex<f32>
  %mul = complex.mul %a, %b : complex<f32>
  %neq = complex.neq %a, %b : complex<f32>
  %pow = complex.pow %a, %b : complex<f32>
  %sub = complex.sub %a, %b : complex<f32>
  %0 = complex.create %x, %x : complex<f32>
  %1 = complex.constant [1.0 : f32, -2.5 : f32] : complex<f32>
  %2 = complex.constant [1 : i32, 2 : i32] : complex<i32>
  %3 = complex.bitcast %a : complex<f32> to i64
  %4 = complex.bitcast %3 : i64 to complex<f32>
  %5 = complex.powi %a, %i : complex<f32>, i32
  %6 = complex.powi %a, %i fastmath<fast> : complex<f32>, i32
  %7 = complex.exp %d fastmath<nnan> : complex<f64>
  %8 = complex.mul %a, %b fastmath<fast> {test.note} : complex<f32>
  %9 = complex.abs %d fastmath<contract> : complex<f64>
  "test.use"() {a = #complex.number<:f32 1.0, 2.0>, b = #complex.number<:f64 -0.5, 1.0e+10> : complex<f64>} : () -> ()
  return
}
