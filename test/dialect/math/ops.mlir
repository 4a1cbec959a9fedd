// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

func.func @floats(%x: f32, %y: f32, %v: vector<4xf16>, %t: tensor<?xf64>) {
  %absf = math.absf %x : f32
  %acos = math.acos %x : f32
  %acosh = math.acosh %x : f32
  %asin = math.asin %x : f32
  %asinh = math.asinh %x : f32
  %atan = math.atan %x : f32
  %atanh = math.atanh %x : f32
  %cbrt = math.cbrt %x : f32
  %ceil = math.ceil %x : f32
  %cos = math.cos %x : f32
  %cosh = math.cosh %x : f32
  %erf = math.erf %x : f32
  %erfc = math.erfc %x : f32
  %exp = math.exp %x : f32
  %exp2 = math.exp2 %x : f32
  %expm1 = math.expm1 %x : f32
  %floor = math.floor %x : f32
  %log = math.log %x : f32
  %log10 = math.log10 %x : f32
  %log1p = math.log1p %x : f32
  %log2 = math.log2 %x : f32
  %round = math.round %x : f32
  %roundeven = math.roundeven %x : f32
  %rsqrt = math.rsqrt %x : f32
  %sin = math.sin %x : f32
  %sinh = math.sinh %x : f32
  %sqrt = math.sqrt %x : f32
  %tan = math.tan %x : f32
  %tanh = math.tanh %x : f32
  %trunc = math.trunc %x : f32
  %0 = math.exp %v fastmath<fast> : vector<4xf16>
  %1 = math.tanh %t {test.note} : tensor<?xf64>
  %2 = math.atan2 %x, %y : f32
  %3 = math.copysign %v, %v : vector<4xf16>
  %4 = math.powf %x, %y fastmath<afn> : f32
  %5 = math.fma %x, %y, %x : f32
  %6 = math.clampf %x to [%x, %y] : f32
  %7 = math.clampf %v to [%v, %v] fastmath<nnan> : vector<4xf16>
  %8, %9 = math.sincos %x : f32
  %10:2 = math.sincos %t fastmath<contract> : tensor<?xf64>
  %11 = math.isfinite %x : f32
  %12 = math.isinf %v : vector<4xf16>
  %13 = math.isnan %x : f32
  %14 = math.isnormal %t : tensor<?xf64>
  %15 = "math.isnan"(%x) {fastmath = #arith.fastmath<fast>} : (f32) -> i1
  return
}

func.func @integers(%i: i32, %x: f32, %v: vector<4xi8>, %w: vector<4xf32>, %n: index) {
  %0 = math.absi %i : i32
  %1 = math.ctlz %v : vector<4xi8>
  %2 = math.cttz %i : i32
  %3 = math.ctpop %n : index
  %4 = math.ipowi %i, %i : i32
  %5 = math.fpowi %x, %i : f32, i32
  %6 = math.fpowi %w, %v fastmath<fast> : vector<4xf32>, vector<4xi8>
  return
}
