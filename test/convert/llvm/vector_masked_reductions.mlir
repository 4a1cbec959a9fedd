// Masked reductions without a predicated intrinsic, and the number of lanes of scalable vectors.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm | diff -b - %t.0.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='reassociate-fp-reductions' > %t.1.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='reassociate-fp-reductions' | diff -b - %t.1.ours

func.func @masked_reduce_maximumf_f32(%arg0: vector<16xf32>, %mask : vector<16xi1>) -> f32 {
  %0 = vector.mask %mask { vector.reduction <maximumf>, %arg0 : vector<16xf32> into f32 } : vector<16xi1> -> f32
  return %0 : f32
}
func.func @masked_reduce_minimumf_f32(%arg0: vector<16xf32>, %mask : vector<16xi1>, %a: f32) -> f32 {
  %0 = vector.mask %mask { vector.reduction <minimumf>, %arg0, %a : vector<16xf32> into f32 } : vector<16xi1> -> f32
  return %0 : f32
}

// -----

func.func @scalable(%v: vector<[8]xi32>, %k: vector<[8]xi1>, %a: i32) -> i32 {
  %0 = vector.mask %k { vector.reduction <minsi>, %v, %a : vector<[8]xi32> into i32 } : vector<[8]xi1> -> i32
  return %0 : i32
}

// -----

func.func @nan(%v: vector<8xf32>, %k: vector<8xi1>) -> (f32, f32) {
  %0 = vector.mask %k { vector.reduction <minnumf>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %1 = vector.mask %k { vector.reduction <maxnumf>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %0, %1 : f32, f32
}

// -----

func.func @narrow(%v: vector<8xf16>, %w: vector<8xf64>, %k: vector<8xi1>) -> (f16, f64) {
  %0 = vector.mask %k { vector.reduction <minimumf>, %v : vector<8xf16> into f16 } : vector<8xi1> -> f16
  %1 = vector.mask %k { vector.reduction <maximumf>, %w : vector<8xf64> into f64 } : vector<8xi1> -> f64
  return %0, %1 : f16, f64
}
