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

func.func @parts_of_elements(%a: f32, %b: f32) -> (vector<3xf32>, vector<2xf32>) {
  %0 = vector.from_elements %a, %a, %a, %b, %b, %b : vector<2x3xf32>
  %1 = vector.extract %0[0] : vector<3xf32> from vector<2x3xf32>
  %2 = vector.from_elements %a, %b, %b, %a : vector<2x2xf32>
  %3 = vector.extract %2[1] : vector<2xf32> from vector<2x2xf32>
  return %1, %3 : vector<3xf32>, vector<2xf32>
}

func.func @elements_in_order(%v: vector<2x2x2xi8>) -> (vector<4xi8>, vector<2xi8>) {
  %0 = vector.extract %v[1, 0, 0] : i8 from vector<2x2x2xi8>
  %1 = vector.extract %v[1, 0, 1] : i8 from vector<2x2x2xi8>
  %2 = vector.extract %v[1, 1, 0] : i8 from vector<2x2x2xi8>
  %3 = vector.extract %v[1, 1, 1] : i8 from vector<2x2x2xi8>
  %4 = vector.from_elements %0, %1, %2, %3 : vector<4xi8>
  %5 = vector.from_elements %1, %0 : vector<2xi8>
  return %4, %5 : vector<4xi8>, vector<2xi8>
}

func.func @elements_of_broadcasts(%x: f32, %v: vector<1x2xf32>) -> (f32, f32, f32, f32, f32, f32) {
  %0 = vector.broadcast %x : f32 to vector<2xf32>
  %1:2 = vector.to_elements %0 : vector<2xf32>
  %2 = vector.broadcast %v : vector<1x2xf32> to vector<2x2xf32>
  %3:4 = vector.to_elements %2 : vector<2x2xf32>
  return %1#0, %1#1, %3#0, %3#1, %3#2, %3#3 : f32, f32, f32, f32, f32, f32
}

func.func @transposes(%v: vector<1xf32>, %w: vector<4x1x1x7xi8>, %a: i32, %b: i32) -> (vector<1x8xf32>, vector<3x2x4x5x6x7xi8>, vector<2x4x3x5x6x7xi8>, vector<2x2xi32>) {
  %0 = vector.broadcast %v : vector<1xf32> to vector<8x1xf32>
  %1 = vector.transpose %0, [1, 0] : vector<8x1xf32> to vector<1x8xf32>
  %2 = vector.broadcast %w : vector<4x1x1x7xi8> to vector<2x3x4x5x6x7xi8>
  %3 = vector.transpose %2, [1, 0, 2, 3, 4, 5] : vector<2x3x4x5x6x7xi8> to vector<3x2x4x5x6x7xi8>
  %4 = vector.transpose %2, [0, 2, 1, 3, 4, 5] : vector<2x3x4x5x6x7xi8> to vector<2x4x3x5x6x7xi8>
  %5 = vector.from_elements %a, %b, %b, %b : vector<2x2xi32>
  %6 = vector.transpose %5, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  return %1, %3, %4, %6 : vector<1x8xf32>, vector<3x2x4x5x6x7xi8>, vector<2x4x3x5x6x7xi8>, vector<2x2xi32>
}

func.func @lane_numbers() -> (vector<3xi1>, vector<3xi1>, vector<3xi1>) {
  %0 = vector.step : vector<3xindex>
  %c2 = arith.constant dense<2> : vector<3xindex>
  %c3 = arith.constant dense<3> : vector<3xindex>
  %1 = arith.cmpi ult, %0, %c3 : vector<3xindex>
  %2 = arith.cmpi ugt, %0, %c2 : vector<3xindex>
  %3 = arith.cmpi ult, %0, %c2 : vector<3xindex>
  return %1, %2, %3 : vector<3xi1>, vector<3xi1>, vector<3xi1>
}

func.func @poison_positions(%v: vector<4x3xf32>, %x: f32) -> (f32, vector<3xf32>, vector<4x3xf32>) {
  %0 = vector.extract %v[-1, 0] : f32 from vector<4x3xf32>
  %1 = vector.extract %v[-1] : vector<3xf32> from vector<4x3xf32>
  %2 = vector.insert %x, %v[-1, 2] : f32 into vector<4x3xf32>
  return %0, %1, %2 : f32, vector<3xf32>, vector<4x3xf32>
}
