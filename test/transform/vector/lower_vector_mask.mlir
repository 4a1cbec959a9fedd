// vector.mask around ops that take masks: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --pass-pipeline='builtin.module(func.func(lower-vector-mask))' > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --pass-pipeline='builtin.module(func.func(lower-vector-mask))' | diff -b - %t.0.ours

func.func @transfers(%m: memref<?xf32>, %i: index, %p: f32, %k: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.mask %k { vector.transfer_read %m[%i], %p : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %k { vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  return %0 : vector<4xf32>
}

// -----

func.func @tensor(%m: tensor<?xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) -> tensor<?xf32> {
  %0 = vector.mask %k { vector.transfer_write %v, %m[%i] : vector<4xf32>, tensor<?xf32> } : vector<4xi1> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @gather(%m: memref<?xf32>, %i: index, %x: vector<4xi32>, %all: vector<4xi1>, %k: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.mask %k { vector.gather %m[%i][%x], %all, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @stays(%m: memref<?xf32>, %i: index, %p: f32, %k: vector<4xi1>, %v: vector<4xf32>) -> (vector<4xf32>, f32) {
  %0 = vector.mask %k, %v { vector.transfer_read %m[%i], %p : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %1 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0, %1 : vector<4xf32>, f32
}
