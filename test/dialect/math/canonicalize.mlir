// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --canonicalize --allow-unregistered-dialect %s | diff - %t.mlir

func.func @unary_f32() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %a = arith.constant 0.3 : f32
  %b = arith.constant 2.5 : f32
  %0 = math.absf %a : f32
  %1 = math.acos %a : f32
  %2 = math.acosh %b : f32
  %3 = math.asin %a : f32
  %4 = math.asinh %a : f32
  %5 = math.atan %a : f32
  %6 = math.atanh %a : f32
  %7 = math.cbrt %a : f32
  %8 = math.ceil %a : f32
  %9 = math.cos %a : f32
  %10 = math.cosh %a : f32
  %11 = math.erf %a : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

func.func @more_unary_f32() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %a = arith.constant 0.3 : f32
  %b = arith.constant -2.5 : f32
  %0 = math.erfc %a : f32
  %1 = math.exp %a : f32
  %2 = math.exp2 %a : f32
  %3 = math.expm1 %a : f32
  %4 = math.floor %b : f32
  %5 = math.log %a : f32
  %6 = math.log10 %a : f32
  %7 = math.log1p %a : f32
  %8 = math.log2 %a : f32
  %9 = math.round %b : f32
  %10 = math.roundeven %b : f32
  %11 = math.rsqrt %a : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

func.func @last_unary_f32() -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %a = arith.constant 0.3 : f32
  %b = arith.constant -2.5 : f32
  %0 = math.sin %a : f32
  %1 = math.sinh %a : f32
  %2 = math.sqrt %a : f32
  %3 = math.tan %a : f32
  %4 = math.tanh %a : f32
  %5 = math.trunc %b : f32
  %6 = math.log %b : f32
  %7 = math.sqrt %b : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}

func.func @f64() -> (f64, f64, f64, f64, f64, f64, f64) {
  %a = arith.constant 0.7 : f64
  %b = arith.constant 1.9 : f64
  %0 = math.exp %a : f64
  %1 = math.sin %b : f64
  %2 = math.tanh %a : f64
  %3 = math.powf %a, %b : f64
  %4 = math.atan2 %a, %b : f64
  %5 = math.log1p %b : f64
  %6 = math.erf %b : f64
  return %0, %1, %2, %3, %4, %5, %6 : f64, f64, f64, f64, f64, f64, f64
}

func.func @binary() -> (f32, f32, f32) {
  %a = arith.constant 1.5 : f32
  %b = arith.constant -0.7 : f32
  %0 = math.atan2 %a, %b : f32
  %1 = math.copysign %a, %b : f32
  %2 = math.powf %a, %b : f32
  return %0, %1, %2 : f32, f32, f32
}

func.func @classes() -> (i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 1.5 : f32
  %inf = arith.constant 0x7F800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %sub = arith.constant 1.0e-40 : f32
  %0 = math.isfinite %a : f32
  %1 = math.isfinite %inf : f32
  %2 = math.isinf %inf : f32
  %3 = math.isnan %nan : f32
  %4 = math.isnormal %a : f32
  %5 = math.isnormal %sub : f32
  %6 = math.isnan %a : f32
  return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, i1, i1, i1, i1
}

func.func @integers() -> (i8, i32, i32, i32, i8, i8, i8, i8, i8) {
  %a = arith.constant -5 : i8
  %b = arith.constant 40 : i32
  %z = arith.constant 0 : i8
  %p3 = arith.constant 3 : i8
  %m3 = arith.constant -3 : i8
  %one = arith.constant -1 : i8
  %0 = math.absi %a : i8
  %1 = math.ctlz %b : i32
  %2 = math.cttz %b : i32
  %3 = math.ctpop %b : i32
  %4 = math.ctlz %z : i8
  %5 = math.ipowi %a, %p3 : i8
  %6 = math.ipowi %a, %m3 : i8
  %7 = math.ipowi %one, %m3 : i8
  %8 = math.ipowi %z, %m3 : i8
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i32, i32, i32, i8, i8, i8, i8, i8
}

func.func @vectors() -> (vector<4xf32>, vector<4xi32>, vector<2xf32>) {
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %b = arith.constant dense<7> : vector<4xi32>
  %c = arith.constant dense<[0.25, 0.5]> : vector<2xf32>
  %0 = math.sqrt %a : vector<4xf32>
  %1 = math.ctpop %b : vector<4xi32>
  %2 = math.exp2 %c : vector<2xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xi32>, vector<2xf32>
}
