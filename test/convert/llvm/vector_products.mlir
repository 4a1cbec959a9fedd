// Contractions, outer products and transposes in each of the ways that can be asked for: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm | diff -b - %t.0.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-contract-lowering=outerproduct' > %t.1.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-contract-lowering=outerproduct' | diff -b - %t.1.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-contract-lowering=parallelarith' > %t.2.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-contract-lowering=parallelarith' | diff -b - %t.2.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-contract-lowering=llvmintr' > %t.3.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-contract-lowering=llvmintr' | diff -b - %t.3.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-transpose-lowering=llvmintr' > %t.4.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-transpose-lowering=llvmintr' | diff -b - %t.4.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-transpose-lowering=shuffle1d' > %t.5.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-transpose-lowering=shuffle1d' | diff -b - %t.5.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-transpose-lowering=shuffle16x16' > %t.6.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='vector-transpose-lowering=shuffle16x16' | diff -b - %t.6.ours

func.func @contract1(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

func.func @contract_kinds(%a: vector<2x3xi32>, %b: vector<3xi32>, %c: vector<2xi32>) -> vector<2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxsi>} %a, %b, %c : vector<2x3xi32>, vector<3xi32> into vector<2xi32>
  return %0 : vector<2xi32>
}

// -----

func.func @contract_dot(%a: vector<3xf32>, %b: vector<3xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %a, %b, %c : vector<3xf32>, vector<3xf32> into f32
  return %0 : f32
}

// -----

func.func @contract_batch(%a: vector<2x2x3xi32>, %b: vector<2x3x2xi32>, %c: vector<2x2x2xi32>) -> vector<2x2x2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x2x3xi32>, vector<2x3x2xi32> into vector<2x2x2xi32>
  return %0 : vector<2x2x2xi32>
}

// -----

func.func @contract_matvec(%a: vector<2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

func.func @contract_tt(%a: vector<3x2xf32>, %b: vector<2x3xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<3x2xf32>, vector<2x3xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

func.func @contract_2red(%a: vector<2x3xf32>, %b: vector<2x3xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> ()>], iterator_types = ["reduction", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<2x3xf32> into f32
  return %0 : f32
}

// -----

func.func @contract_mixed(%a: vector<2x3xf16>, %b: vector<3x2xf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf16>, vector<3x2xf16> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

func.func @contract_masked(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>, %m: vector<2x2x3xi1>) -> vector<2x2xf32> {
  %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32> } : vector<2x2x3xi1> -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

func.func @contract_elementwise(%a: vector<1x2xf32>, %b: vector<1x3xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<1x2xf32>, vector<1x3xf32> into vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// -----

func.func @transpose(%a: vector<2x3xf32>) -> vector<3x2xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %0 : vector<3x2xf32>
}

// -----

func.func @transpose3(%a: vector<2x3x4xf32>) -> vector<3x2x4xf32> {
  %0 = vector.transpose %a, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  return %0 : vector<3x2x4xf32>
}

// -----

func.func @transpose3b(%a: vector<2x3x4xf32>) -> vector<4x3x2xf32> {
  %0 = vector.transpose %a, [2, 1, 0] : vector<2x3x4xf32> to vector<4x3x2xf32>
  return %0 : vector<4x3x2xf32>
}

// -----

func.func @transpose_slice(%a: vector<1x4x1x8xf32>) -> vector<1x8x1x4xf32> {
  %0 = vector.transpose %a, [0, 3, 2, 1] : vector<1x4x1x8xf32> to vector<1x8x1x4xf32>
  return %0 : vector<1x8x1x4xf32>
}

// -----

func.func @transpose16(%a: vector<16x16xf32>) -> vector<16x16xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
  return %0 : vector<16x16xf32>
}

// -----

func.func @transpose_unit(%a: vector<4x1xf32>, %b: vector<1x[4]xf32>) -> (vector<1x4xf32>, vector<[4]x1xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<4x1xf32> to vector<1x4xf32>
  %1 = vector.transpose %b, [1, 0] : vector<1x[4]xf32> to vector<[4]x1xf32>
  return %0, %1 : vector<1x4xf32>, vector<[4]x1xf32>
}

// -----

func.func @transpose_0d(%a: vector<f32>) -> vector<f32> {
  %0 = vector.transpose %a, [] : vector<f32> to vector<f32>
  return %0 : vector<f32>
}

// -----

func.func @outer(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>, %m: vector<2x3xi1>, %s: f32, %m1: vector<2xi1>) -> (vector<2x3xf32>, vector<2x3xf32>, vector<2xf32>) {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<2xf32>, vector<3xf32>
  %1 = vector.mask %m { vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<2xf32>, vector<3xf32> } : vector<2x3xi1> -> vector<2x3xf32>
  %2 = vector.mask %m1 { vector.outerproduct %a, %s, %a {kind = #vector.kind<add>} : vector<2xf32>, f32 } : vector<2xi1> -> vector<2xf32>
  return %0, %1, %2 : vector<2x3xf32>, vector<2x3xf32>, vector<2xf32>
}

// -----

func.func @outer_scalable(%a: vector<[2]xf32>, %b: vector<[3]xf32>, %c: vector<[2]x[3]xf32>) -> vector<[2]x[3]xf32> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<[2]xf32>, vector<[3]xf32>
  return %0 : vector<[2]x[3]xf32>
}
