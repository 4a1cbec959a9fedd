// Math as calls of the C library: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-math-to-libm > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-math-to-libm | diff -b - %t.0.ours

func.func @a(%x: f32, %d: f64, %h: f16, %v: vector<2x2xf32>, %s: vector<[4]xf32>, %b: bf16) {
  %0 = math.absf %x : f32
  %1 = math.sin %d fastmath<fast> : f64
  %2 = math.tanh %h : f16
  %3 = math.powf %v, %v : vector<2x2xf32>
  %4 = math.fma %x, %x, %x : f32
  return
}

// -----

func.func @of_absf(%x: f32, %d: f64, %h: bf16) {
  %0 = math.absf %x : f32
  %1 = math.absf %d : f64
  %2 = math.absf %h : bf16
  return
}

// -----

func.func @of_acos(%x: f32, %d: f64, %h: bf16) {
  %0 = math.acos %x : f32
  %1 = math.acos %d : f64
  %2 = math.acos %h : bf16
  return
}

// -----

func.func @of_acosh(%x: f32, %d: f64, %h: bf16) {
  %0 = math.acosh %x : f32
  %1 = math.acosh %d : f64
  %2 = math.acosh %h : bf16
  return
}

// -----

func.func @of_asin(%x: f32, %d: f64, %h: bf16) {
  %0 = math.asin %x : f32
  %1 = math.asin %d : f64
  %2 = math.asin %h : bf16
  return
}

// -----

func.func @of_asinh(%x: f32, %d: f64, %h: bf16) {
  %0 = math.asinh %x : f32
  %1 = math.asinh %d : f64
  %2 = math.asinh %h : bf16
  return
}

// -----

func.func @of_atan(%x: f32, %d: f64, %h: bf16) {
  %0 = math.atan %x : f32
  %1 = math.atan %d : f64
  %2 = math.atan %h : bf16
  return
}

// -----

func.func @of_atanh(%x: f32, %d: f64, %h: bf16) {
  %0 = math.atanh %x : f32
  %1 = math.atanh %d : f64
  %2 = math.atanh %h : bf16
  return
}

// -----

func.func @of_cbrt(%x: f32, %d: f64, %h: bf16) {
  %0 = math.cbrt %x : f32
  %1 = math.cbrt %d : f64
  %2 = math.cbrt %h : bf16
  return
}

// -----

func.func @of_ceil(%x: f32, %d: f64, %h: bf16) {
  %0 = math.ceil %x : f32
  %1 = math.ceil %d : f64
  %2 = math.ceil %h : bf16
  return
}

// -----

func.func @of_cos(%x: f32, %d: f64, %h: bf16) {
  %0 = math.cos %x : f32
  %1 = math.cos %d : f64
  %2 = math.cos %h : bf16
  return
}

// -----

func.func @of_cosh(%x: f32, %d: f64, %h: bf16) {
  %0 = math.cosh %x : f32
  %1 = math.cosh %d : f64
  %2 = math.cosh %h : bf16
  return
}

// -----

func.func @of_erf(%x: f32, %d: f64, %h: bf16) {
  %0 = math.erf %x : f32
  %1 = math.erf %d : f64
  %2 = math.erf %h : bf16
  return
}

// -----

func.func @of_erfc(%x: f32, %d: f64, %h: bf16) {
  %0 = math.erfc %x : f32
  %1 = math.erfc %d : f64
  %2 = math.erfc %h : bf16
  return
}

// -----

func.func @of_exp(%x: f32, %d: f64, %h: bf16) {
  %0 = math.exp %x : f32
  %1 = math.exp %d : f64
  %2 = math.exp %h : bf16
  return
}

// -----

func.func @of_exp2(%x: f32, %d: f64, %h: bf16) {
  %0 = math.exp2 %x : f32
  %1 = math.exp2 %d : f64
  %2 = math.exp2 %h : bf16
  return
}

// -----

func.func @of_expm1(%x: f32, %d: f64, %h: bf16) {
  %0 = math.expm1 %x : f32
  %1 = math.expm1 %d : f64
  %2 = math.expm1 %h : bf16
  return
}

// -----

func.func @of_floor(%x: f32, %d: f64, %h: bf16) {
  %0 = math.floor %x : f32
  %1 = math.floor %d : f64
  %2 = math.floor %h : bf16
  return
}

// -----

func.func @of_log(%x: f32, %d: f64, %h: bf16) {
  %0 = math.log %x : f32
  %1 = math.log %d : f64
  %2 = math.log %h : bf16
  return
}

// -----

func.func @of_log2(%x: f32, %d: f64, %h: bf16) {
  %0 = math.log2 %x : f32
  %1 = math.log2 %d : f64
  %2 = math.log2 %h : bf16
  return
}

// -----

func.func @of_log10(%x: f32, %d: f64, %h: bf16) {
  %0 = math.log10 %x : f32
  %1 = math.log10 %d : f64
  %2 = math.log10 %h : bf16
  return
}

// -----

func.func @of_log1p(%x: f32, %d: f64, %h: bf16) {
  %0 = math.log1p %x : f32
  %1 = math.log1p %d : f64
  %2 = math.log1p %h : bf16
  return
}

// -----

func.func @of_roundeven(%x: f32, %d: f64, %h: bf16) {
  %0 = math.roundeven %x : f32
  %1 = math.roundeven %d : f64
  %2 = math.roundeven %h : bf16
  return
}

// -----

func.func @of_round(%x: f32, %d: f64, %h: bf16) {
  %0 = math.round %x : f32
  %1 = math.round %d : f64
  %2 = math.round %h : bf16
  return
}

// -----

func.func @of_rsqrt(%x: f32, %d: f64, %h: bf16) {
  %0 = math.rsqrt %x : f32
  %1 = math.rsqrt %d : f64
  %2 = math.rsqrt %h : bf16
  return
}

// -----

func.func @of_sin(%x: f32, %d: f64, %h: bf16) {
  %0 = math.sin %x : f32
  %1 = math.sin %d : f64
  %2 = math.sin %h : bf16
  return
}

// -----

func.func @of_sinh(%x: f32, %d: f64, %h: bf16) {
  %0 = math.sinh %x : f32
  %1 = math.sinh %d : f64
  %2 = math.sinh %h : bf16
  return
}

// -----

func.func @of_sqrt(%x: f32, %d: f64, %h: bf16) {
  %0 = math.sqrt %x : f32
  %1 = math.sqrt %d : f64
  %2 = math.sqrt %h : bf16
  return
}

// -----

func.func @of_tan(%x: f32, %d: f64, %h: bf16) {
  %0 = math.tan %x : f32
  %1 = math.tan %d : f64
  %2 = math.tan %h : bf16
  return
}

// -----

func.func @of_tanh(%x: f32, %d: f64, %h: bf16) {
  %0 = math.tanh %x : f32
  %1 = math.tanh %d : f64
  %2 = math.tanh %h : bf16
  return
}

// -----

func.func @of_trunc(%x: f32, %d: f64, %h: bf16) {
  %0 = math.trunc %x : f32
  %1 = math.trunc %d : f64
  %2 = math.trunc %h : bf16
  return
}

// -----

func.func @of_atan2(%x: f32) -> f32 {
  %0 = math.atan2 %x, %x : f32
  return %0 : f32
}

// -----

func.func private @sinf(f32) -> f32
func.func @declared(%x: f32) -> f32 {
  %0 = math.sin %x : f32
  return %0 : f32
}
