// RUN: tern-opt %s --math-extend-to-supported-types=extra-types=f16 > %t.mlir
// RUN: mlir-opt %s --math-extend-to-supported-types=extra-types=f16 | diff - %t.mlir
// RUN: not tern-opt %s --math-extend-to-supported-types=extra-types=f7 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: not tern-opt %s --math-extend-to-supported-types=target-type=i32 2>&1 | FileCheck %s --check-prefix=TARGET

// SOURCE: could not map source type 'f7' to a known floating-point type
// TARGET: could not map target type 'i32' to a known floating-point type
func.func @scalars(%a: bf16, %b: f16, %c: f32, %n: i32) -> (bf16, f16, f32, bf16) {
  %0 = math.sin %a fastmath<nnan> : bf16
  %1 = math.exp %b : f16
  %2 = math.log %c : f32
  %3 = math.fpowi %a, %n : bf16, i32
  return %0, %1, %2, %3 : bf16, f16, f32, bf16
}

func.func @shapes(%a: vector<4xf8E5M2>, %b: tensor<?xbf16>) -> (vector<4xf8E5M2>, tensor<?xbf16>) {
  %0 = math.absf %a : vector<4xf8E5M2>
  %1 = math.powf %b, %b : tensor<?xbf16>
  return %0, %1 : vector<4xf8E5M2>, tensor<?xbf16>
}

func.func @stays(%a: bf16) -> (bf16, bf16) {
  %0 = math.fma %a, %a, %a : bf16
  %1 = arith.addf %0, %0 : bf16
  return %0, %1 : bf16, bf16
}
