// Reductions of several dimensions, with masks too: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --pass-pipeline='builtin.module(func.func(lower-vector-multi-reduction{lowering-strategy=inner-parallel}))' > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --pass-pipeline='builtin.module(func.func(lower-vector-multi-reduction{lowering-strategy=inner-parallel}))' | diff -b - %t.0.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --pass-pipeline='builtin.module(func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction}))' > %t.1.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --pass-pipeline='builtin.module(func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction}))' | diff -b - %t.1.ours

func.func @a(%a: vector<2x3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.multi_reduction <add>, %a, %c [1] : vector<2x3xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

func.func @b(%a: vector<2x3xf32>, %c: f32) -> f32 {
  %0 = vector.multi_reduction <mul>, %a, %c [0, 1] : vector<2x3xf32> to f32
  return %0 : f32
}

// -----

func.func @c(%a: vector<2x3x4x5xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.multi_reduction <mul>, %a, %c [1, 3] : vector<2x3x4x5xf32> to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

func.func @d(%a: vector<8xi32>, %c: i32) -> i32 {
  %0 = vector.multi_reduction <maxsi>, %a, %c [0] : vector<8xi32> to i32
  return %0 : i32
}

// -----

func.func @m(%a: vector<2x3xf32>, %c: vector<2xf32>, %m: vector<2x3xi1>) -> vector<2xf32> {
  %0 = vector.mask %m { vector.multi_reduction <add>, %a, %c [1] : vector<2x3xf32> to vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

func.func @m2(%a: vector<2x3xf32>, %c: vector<3xf32>, %m: vector<2x3xi1>) -> vector<3xf32> {
  %0 = vector.mask %m { vector.multi_reduction <add>, %a, %c [0] : vector<2x3xf32> to vector<3xf32> } : vector<2x3xi1> -> vector<3xf32>
  return %0 : vector<3xf32>
}

// -----

func.func @m3(%a: vector<2x3x4xf32>, %c: f32, %m: vector<2x3x4xi1>) -> f32 {
  %0 = vector.mask %m { vector.multi_reduction <add>, %a, %c [0, 1, 2] : vector<2x3x4xf32> to f32 } : vector<2x3x4xi1> -> f32
  return %0 : f32
}
