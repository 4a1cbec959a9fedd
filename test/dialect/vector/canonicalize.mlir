// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize %s > %t.mlir
// RUN: mlir-opt --canonicalize %s | diff - %t.mlir

func.func @casts(%v: vector<4xf32>, %x: f32, %w: vector<2x4xf32>) -> (vector<4xf32>, vector<4xi32>, vector<8xf32>, vector<2x4xf32>, vector<4x2xf32>, vector<2x4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  %1 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
  %2 = vector.bitcast %1 : vector<8xi16> to vector<4xi32>
  %3 = vector.shape_cast %w : vector<2x4xf32> to vector<4x2xf32>
  %4 = vector.shape_cast %3 : vector<4x2xf32> to vector<8xf32>
  %5 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %6 = vector.transpose %5, [1, 0] : vector<4x2xf32> to vector<2x4xf32>
  %7 = vector.broadcast %x : f32 to vector<2x4xf32>
  %8 = vector.transpose %7, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %9 = vector.broadcast %x : f32 to vector<4xf32>
  %10 = vector.broadcast %9 : vector<4xf32> to vector<2x4xf32>
  return %0, %2, %4, %6, %8, %10 : vector<4xf32>, vector<4xi32>, vector<8xf32>, vector<2x4xf32>, vector<4x2xf32>, vector<2x4xf32>
}

func.func @constants() -> (vector<4xf32>, f32, vector<2x4xi32>, vector<4x2xi32>, vector<2x2xi32>, i32, vector<3xi32>) {
  %c = arith.constant 1.0 : f32
  %0 = vector.broadcast %c : f32 to vector<4xf32>
  %d = arith.constant dense<2.0> : vector<4xf32>
  %1 = vector.extract %d[2] : f32 from vector<4xf32>
  %e = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : vector<8xi32>
  %2 = vector.shape_cast %e : vector<8xi32> to vector<2x4xi32>
  %s = arith.constant dense<7> : vector<2x4xi32>
  %3 = vector.transpose %s, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
  %4 = vector.extract_strided_slice %s {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
  %5 = vector.extract %e[3] : i32 from vector<8xi32>
  %i1 = arith.constant dense<[1, 2]> : vector<2xi32>
  %i2 = arith.constant dense<[3, 4]> : vector<2xi32>
  %6 = vector.shuffle %i1, %i2 [3, 0, 2] : vector<2xi32>, vector<2xi32>
  return %0, %1, %2, %3, %4, %5, %6 : vector<4xf32>, f32, vector<2x4xi32>, vector<4x2xi32>, vector<2x2xi32>, i32, vector<3xi32>
}

func.func @positions(%v: vector<2x4xf32>, %x: f32, %y: f32, %r: vector<4xf32>, %i: index) -> (f32, f32, f32, vector<4xf32>, f32, f32, vector<2x4xf32>) {
  %c1 = arith.constant 1 : index
  %0 = vector.extract %v[0] : vector<4xf32> from vector<2x4xf32>
  %1 = vector.extract %0[%c1] : f32 from vector<4xf32>
  %2 = vector.insert %x, %v [0, 1] : f32 into vector<2x4xf32>
  %3 = vector.insert %y, %2 [1, 1] : f32 into vector<2x4xf32>
  %4 = vector.extract %3[0, 1] : f32 from vector<2x4xf32>
  %5 = vector.extract %3[%i, 1] : f32 from vector<2x4xf32>
  %b = vector.broadcast %r : vector<4xf32> to vector<2x4xf32>
  %6 = vector.extract %b[1] : vector<4xf32> from vector<2x4xf32>
  %f = vector.from_elements %x, %y, %x, %y : vector<4xf32>
  %7 = vector.extract %f[3] : f32 from vector<4xf32>
  %8:4 = vector.to_elements %f : vector<4xf32>
  %9 = vector.insert %r, %v [%c1] : vector<4xf32> into vector<2x4xf32>
  return %1, %4, %5, %6, %7, %8#2, %9 : f32, f32, f32, vector<4xf32>, f32, f32, vector<2x4xf32>
}

func.func @masks(%m: memref<8xf32>, %i: index, %p: vector<4xf32>, %n: index) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %0 = vector.create_mask %c3 : vector<4xi1>
  %all = vector.create_mask %c4 : vector<4xi1>
  %none = vector.create_mask %c0 : vector<4xi1>
  %1 = vector.maskedload %m[%i], %all, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.maskedload %m[%i], %none, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %3 = vector.maskedload %m[%i], %0, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %all, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %none, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %0, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return %0, %all, %none, %1, %2, %3 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

func.func @others(%v: vector<4xf32>, %x: f32, %m: memref<8x8xf32>, %i: index, %w: vector<2xf32>) -> (vector<4xf32>, vector<3xf32>, vector<4xf32>, vector<4xf32>, vector<2xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.shuffle %v, %v [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  %1 = vector.from_elements %x, %x, %x : vector<3xf32>
  %2 = vector.transfer_read %m[%i, %c0], %x : memref<8x8xf32>, vector<4xf32>
  %3:4 = vector.to_elements %v : vector<4xf32>
  %4 = vector.from_elements %3#0, %3#1, %3#2, %3#3 : vector<4xf32>
  %5 = vector.insert_strided_slice %w, %w {offsets = [0], strides = [1]} : vector<2xf32> into vector<2xf32>
  vector.transfer_write %v, %m[%i, %c0] : vector<4xf32>, memref<8x8xf32>
  return %0, %1, %2, %4, %5 : vector<4xf32>, vector<3xf32>, vector<4xf32>, vector<4xf32>, vector<2xf32>
}
