// Extractions and insertions of known parts: what upstream folds.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --canonicalize > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | diff -b - %t.0.ours

func.func @chain(%v: vector<2x3x4xf32>, %a: vector<3x4xf32>, %b: vector<4xf32>, %s: f32) -> (vector<4xf32>, vector<4xf32>, f32, vector<3x4xf32>, f32) {
  %0 = vector.insert %a, %v [1] : vector<3x4xf32> into vector<2x3x4xf32>
  %1 = vector.insert %b, %0 [0, 2] : vector<4xf32> into vector<2x3x4xf32>
  %2 = vector.extract %1[1, 2] : vector<4xf32> from vector<2x3x4xf32>
  %3 = vector.extract %1[0, 2] : vector<4xf32> from vector<2x3x4xf32>
  %4 = vector.extract %1[0, 2, 3] : f32 from vector<2x3x4xf32>
  %5 = vector.extract %1[0] : vector<3x4xf32> from vector<2x3x4xf32>
  %6 = vector.extract %1[0, 1, 1] : f32 from vector<2x3x4xf32>
  return %2, %3, %4, %5, %6 : vector<4xf32>, vector<4xf32>, f32, vector<3x4xf32>, f32
}

// -----

func.func @transposed(%v: vector<2x3xf32>, %a: vector<3xf32>) -> (f32, vector<2xf32>) {
  %0 = vector.insert %a, %v [1] : vector<3xf32> into vector<2x3xf32>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %2 = vector.extract %1[2, 1] : f32 from vector<3x2xf32>
  %3 = vector.extract %1[2] : vector<2xf32> from vector<3x2xf32>
  return %2, %3 : f32, vector<2xf32>
}

// -----

func.func @dynamic(%v: vector<2x3xf32>, %a: vector<3xf32>, %i: index) -> (f32, f32, f32) {
  %0 = vector.insert %a, %v [%i] : vector<3xf32> into vector<2x3xf32>
  %1 = vector.extract %0[1, 1] : f32 from vector<2x3xf32>
  %2 = vector.extract %v[1] : vector<3xf32> from vector<2x3xf32>
  %3 = vector.extract %2[%i] : f32 from vector<3xf32>
  %4 = vector.extract %2[2] : f32 from vector<3xf32>
  return %1, %3, %4 : f32, f32, f32
}

// -----

func.func @broadcasts(%a: vector<1x4xf32>, %b: vector<4xf32>) -> (vector<4xf32>, f32, f32) {
  %0 = vector.broadcast %a : vector<1x4xf32> to vector<3x4xf32>
  %1 = vector.extract %0[2] : vector<4xf32> from vector<3x4xf32>
  %2 = vector.extract %0[2, 1] : f32 from vector<3x4xf32>
  %3 = vector.broadcast %b : vector<4xf32> to vector<2x3x4xf32>
  %4 = vector.extract %3[1, 2, 3] : f32 from vector<2x3x4xf32>
  return %1, %2, %4 : vector<4xf32>, f32, f32
}

// -----

func.func @casts(%a: vector<2x6xf32>, %z: vector<f32>, %i: index) -> (f32, f32) {
  %0 = vector.shape_cast %a : vector<2x6xf32> to vector<4x3xf32>
  %1 = vector.extract %0[2, 1] : f32 from vector<4x3xf32>
  %2 = vector.shape_cast %z : vector<f32> to vector<1xf32>
  %3 = vector.extract %2[%i] : f32 from vector<1xf32>
  return %1, %3 : f32, f32
}

// -----

func.func @slices(%a: vector<4x8xf32>, %b: vector<2x3xf32>) -> (f32, f32, f32) {
  %0 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x8xf32> to vector<2x3xf32>
  %1 = vector.extract %0[1, 1] : f32 from vector<2x3xf32>
  %2 = vector.insert_strided_slice %b, %a {offsets = [1, 2], strides = [1, 1]} : vector<2x3xf32> into vector<4x8xf32>
  %3 = vector.extract %2[2, 3] : f32 from vector<4x8xf32>
  %4 = vector.extract %2[0, 3] : f32 from vector<4x8xf32>
  return %1, %3, %4 : f32, f32, f32
}

// -----

func.func @constants() -> (vector<2x3xi32>, vector<2x3xi1>) {
  %z = arith.constant dense<0> : vector<2x3xi32>
  %a = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %s = arith.constant 7 : i32
  %0 = vector.insert %a, %z [1] : vector<3xi32> into vector<2x3xi32>
  %1 = vector.insert %s, %0 [0, 2] : i32 into vector<2x3xi32>
  %k = arith.constant dense<false> : vector<2x3xi1>
  %t = arith.constant true
  %2 = vector.insert %t, %k [1, 0] : i1 into vector<2x3xi1>
  return %1, %2 : vector<2x3xi32>, vector<2x3xi1>
}

// -----

func.func @order_of_shapes(%a: vector<1x4x1xf32>, %b: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.transpose %a, [1, 0, 2] : vector<1x4x1xf32> to vector<4x1x1xf32>
  %1 = vector.shape_cast %0 : vector<4x1x1xf32> to vector<4xf32>
  %2 = vector.broadcast %b : vector<4xf32> to vector<1x4xf32>
  %3 = vector.shape_cast %2 : vector<1x4xf32> to vector<4xf32>
  return %1, %3 : vector<4xf32>, vector<4xf32>
}
