// RUN: tern-opt %s --math-uplift-to-fma > %t.mlir
// RUN: mlir-opt %s --math-uplift-to-fma | diff - %t.mlir

func.func @both_sides(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<contract> : f32
  %2 = arith.mulf %b, %c fastmath<fast> : f32
  %3 = arith.addf %a, %2 fastmath<contract,nnan> : f32
  return %1, %3 : f32, f32
}

func.func @not_allowed(%a: vector<4xf32>, %b: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = arith.mulf %a, %b : vector<4xf32>
  %1 = arith.addf %0, %b fastmath<contract> : vector<4xf32>
  %2 = arith.mulf %a, %a fastmath<contract> : vector<4xf32>
  %3 = arith.addf %2, %b fastmath<nnan> : vector<4xf32>
  return %1, %3 : vector<4xf32>, vector<4xf32>
}
