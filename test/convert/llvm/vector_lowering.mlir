// Ops on several dimensions in terms of LLVM's vectors: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm | diff -b - %t.0.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='force-32bit-vector-indices=0' > %t.1.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm='force-32bit-vector-indices=0' | diff -b - %t.1.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-to-llvm > %t.2.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-to-llvm | diff -b - %t.2.ours

func.func @shape_cast(%a: vector<2x3xf32>) -> vector<6xf32> {
  %0 = vector.shape_cast %a : vector<2x3xf32> to vector<6xf32>
  return %0 : vector<6xf32>
}

// -----

func.func @shape_cast2(%a: vector<6xf32>) -> vector<3x2xf32> {
  %0 = vector.shape_cast %a : vector<6xf32> to vector<3x2xf32>
  return %0 : vector<3x2xf32>
}

// -----

func.func @shape_cast3(%a: vector<2x3x4xf32>) -> vector<6x4xf32> {
  %0 = vector.shape_cast %a : vector<2x3x4xf32> to vector<6x4xf32>
  return %0 : vector<6x4xf32>
}

// -----

func.func @shape_cast4(%a: vector<2x3x4xf32>) -> vector<4x6xf32> {
  %0 = vector.shape_cast %a : vector<2x3x4xf32> to vector<4x6xf32>
  return %0 : vector<4x6xf32>
}

// -----

func.func @shape_cast5(%a: vector<1x1x4xf32>, %b: vector<4xf32>, %c: vector<1xf32>, %d: vector<f32>) -> (vector<4xf32>, vector<1x1x4xf32>, vector<f32>, vector<1x1xf32>) {
  %0 = vector.shape_cast %a : vector<1x1x4xf32> to vector<4xf32>
  %1 = vector.shape_cast %b : vector<4xf32> to vector<1x1x4xf32>
  %2 = vector.shape_cast %c : vector<1xf32> to vector<f32>
  %3 = vector.shape_cast %d : vector<f32> to vector<1x1xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<1x1x4xf32>, vector<f32>, vector<1x1xf32>
}

// -----

func.func @shape_cast_scalable(%a: vector<2x1x[4]xi32>, %b: vector<[8]xi32>) -> (vector<[8]xi32>, vector<2x1x[4]xi32>) {
  %0 = vector.shape_cast %a : vector<2x1x[4]xi32> to vector<[8]xi32>
  %1 = vector.shape_cast %b : vector<[8]xi32> to vector<2x1x[4]xi32>
  return %0, %1 : vector<[8]xi32>, vector<2x1x[4]xi32>
}

// -----

func.func @shape_cast_scalable2(%a: vector<3x2x[4]xi32>, %b: vector<1x1x[4]xi32>) -> (vector<3x[8]xi32>, vector<[4]xi32>) {
  %0 = vector.shape_cast %a : vector<3x2x[4]xi32> to vector<3x[8]xi32>
  %1 = vector.shape_cast %b : vector<1x1x[4]xi32> to vector<[4]xi32>
  return %0, %1 : vector<3x[8]xi32>, vector<[4]xi32>
}

// -----

func.func @create_mask(%a: index, %b: index) -> (vector<2x3xi1>, vector<i1>, vector<2x[4]xi1>, vector<[4]xi1>) {
  %0 = vector.create_mask %a, %b : vector<2x3xi1>
  %1 = vector.create_mask %a : vector<i1>
  %2 = vector.create_mask %a, %b : vector<2x[4]xi1>
  %3 = vector.create_mask %a : vector<[4]xi1>
  return %0, %1, %2, %3 : vector<2x3xi1>, vector<i1>, vector<2x[4]xi1>, vector<[4]xi1>
}

// -----

func.func @constant_mask() -> (vector<3x4xi1>, vector<4xi1>, vector<i1>, vector<2x[4]xi1>, vector<[4]xi1>) {
  %0 = vector.constant_mask [2, 3] : vector<3x4xi1>
  %1 = vector.constant_mask [2] : vector<4xi1>
  %2 = vector.constant_mask [1] : vector<i1>
  %3 = vector.constant_mask [1, 4] : vector<2x[4]xi1>
  %4 = vector.constant_mask [4] : vector<[4]xi1>
  return %0, %1, %2, %3, %4 : vector<3x4xi1>, vector<4xi1>, vector<i1>, vector<2x[4]xi1>, vector<[4]xi1>
}

// -----

func.func @interleave(%a: vector<2x3xi8>, %b: vector<2x3xi8>, %c: vector<2x[4]xi8>) -> (vector<2x6xi8>, vector<2x[8]xi8>, vector<2x[2]xi8>, vector<2x[2]xi8>) {
  %0 = vector.interleave %a, %b : vector<2x3xi8> -> vector<2x6xi8>
  %1 = vector.interleave %c, %c : vector<2x[4]xi8> -> vector<2x[8]xi8>
  %2, %3 = vector.deinterleave %c : vector<2x[4]xi8> -> vector<2x[2]xi8>
  return %0, %1, %2, %3 : vector<2x6xi8>, vector<2x[8]xi8>, vector<2x[2]xi8>, vector<2x[2]xi8>
}

// -----

func.func @deinterleave(%c: vector<2x4xi8>, %d: vector<4xi8>) -> (vector<2x2xi8>, vector<2x2xi8>, vector<2xi8>, vector<2xi8>) {
  %2, %3 = vector.deinterleave %c : vector<2x4xi8> -> vector<2x2xi8>
  %4, %5 = vector.deinterleave %d : vector<4xi8> -> vector<2xi8>
  return %2, %3, %4, %5 : vector<2x2xi8>, vector<2x2xi8>, vector<2xi8>, vector<2xi8>
}

// -----

func.func @eslice(%a: vector<4x8xf32>, %b: vector<8xf32>) -> (vector<2x3xf32>, vector<2xf32>, vector<2x8xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x8xf32> to vector<2x3xf32>
  %1 = vector.extract_strided_slice %b {offsets = [2], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
  %2 = vector.extract_strided_slice %a {offsets = [2], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return %0, %1, %2 : vector<2x3xf32>, vector<2xf32>, vector<2x8xf32>
}

// -----

func.func @eslice_index(%a: vector<4x[8]xindex>) -> (vector<2x[8]xindex>) {
  %2 = vector.extract_strided_slice %a {offsets = [2], sizes = [2], strides = [1]} : vector<4x[8]xindex> to vector<2x[8]xindex>
  return %2 : vector<2x[8]xindex>
}

// -----

func.func @islice(%a: vector<2x3xf32>, %b: vector<4x8xf32>, %c: vector<4x4x8xf32>, %d: vector<8xf32>, %e: vector<2xf32>) -> (vector<4x8xf32>, vector<4x4x8xf32>, vector<8xf32>, vector<4x8xf32>) {
  %0 = vector.insert_strided_slice %a, %b {offsets = [1, 2], strides = [1, 1]} : vector<2x3xf32> into vector<4x8xf32>
  %1 = vector.insert_strided_slice %a, %c {offsets = [1, 1, 2], strides = [1, 1]} : vector<2x3xf32> into vector<4x4x8xf32>
  %2 = vector.insert_strided_slice %e, %d {offsets = [3], strides = [1]} : vector<2xf32> into vector<8xf32>
  %3 = vector.insert_strided_slice %e, %b {offsets = [2, 3], strides = [1]} : vector<2xf32> into vector<4x8xf32>
  return %0, %1, %2, %3 : vector<4x8xf32>, vector<4x4x8xf32>, vector<8xf32>, vector<4x8xf32>
}

// -----

func.func @islice_scalable(%a: vector<2x[4]xf32>, %b: vector<4x[4]xf32>) -> (vector<4x[4]xf32>) {
  %0 = vector.insert_strided_slice %a, %b {offsets = [1, 0], strides = [1, 1]} : vector<2x[4]xf32> into vector<4x[4]xf32>
  return %0 : vector<4x[4]xf32>
}

// -----

func.func @gather2d(%m: memref<?xf32>, %i: index, %v: vector<2x3xi32>, %k: vector<2x3xi1>, %p: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.gather %m[%i][%v], %k, %p : memref<?xf32>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// -----

func.func @scatter2d(%m: memref<?xf32>, %i: index, %v: vector<2x3xi32>, %k: vector<2x3xi1>, %p: vector<2x3xf32>) {
  vector.scatter %m[%i][%v], %k, %p : memref<?xf32>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xf32>
  return
}

// -----

func.func @gather_strided(%m: memref<100x3xf32>, %i: index, %v: vector<4xindex>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %s = memref.subview %m[0, 0] [100, 1] [1, 1] : memref<100x3xf32> to memref<100xf32, strided<[3]>>
  %0 = vector.gather %s[%i][%v], %k, %p : memref<100xf32, strided<[3]>>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @multi_reduction(%a: vector<2x3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.multi_reduction <add>, %a, %c [1] : vector<2x3xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

func.func @multi_reduction_all(%a: vector<2x3xf32>, %c: f32) -> f32 {
  %0 = vector.multi_reduction <mul>, %a, %c [0, 1] : vector<2x3xf32> to f32
  return %0 : f32
}

// -----

func.func @scan(%a: vector<2x3xi32>, %c: vector<3xi32>) -> (vector<2x3xi32>, vector<3xi32>) {
  %0:2 = vector.scan <add>, %a, %c {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xi32>, vector<3xi32>
  return %0#0, %0#1 : vector<2x3xi32>, vector<3xi32>
}

// -----

func.func @step() -> (vector<4xindex>, vector<[4]xindex>) {
  %0 = vector.step : vector<4xindex>
  %1 = vector.step : vector<[4]xindex>
  return %0, %1 : vector<4xindex>, vector<[4]xindex>
}

// -----

func.func @bcast(%a: vector<1x3xf32>, %b: vector<3xf32>, %s: f32, %d: vector<f32>, %e: vector<1xf32>, %f: vector<2x1xf32>) -> (vector<2x3xf32>, vector<2x3xf32>, vector<2x3xf32>, vector<3xf32>, vector<4xf32>, vector<2x4xf32>, vector<f32>, vector<1x[4]xf32>) {
  %0 = vector.broadcast %a : vector<1x3xf32> to vector<2x3xf32>
  %1 = vector.broadcast %b : vector<3xf32> to vector<2x3xf32>
  %2 = vector.broadcast %s : f32 to vector<2x3xf32>
  %3 = vector.broadcast %d : vector<f32> to vector<3xf32>
  %4 = vector.broadcast %e : vector<1xf32> to vector<4xf32>
  %5 = vector.broadcast %f : vector<2x1xf32> to vector<2x4xf32>
  %6 = vector.broadcast %s : f32 to vector<f32>
  %7 = vector.broadcast %s : f32 to vector<1x[4]xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : vector<2x3xf32>, vector<2x3xf32>, vector<2x3xf32>, vector<3xf32>, vector<4xf32>, vector<2x4xf32>, vector<f32>, vector<1x[4]xf32>
}

// -----

func.func @bitcast(%a: vector<2x3xf32>) -> vector<2x6xi16> {
  %0 = vector.bitcast %a : vector<2x3xf32> to vector<2x6xi16>
  return %0 : vector<2x6xi16>
}

// -----

func.func @print(%a: vector<2xf32>, %b: f32, %c: i1, %d: index, %e: bf16, %f: f16, %g: i5, %h: ui8, %i: si32, %j: i64, %k: f64) {
  vector.print %b : f32
  vector.print %c : i1
  vector.print %d : index
  vector.print %e : bf16
  vector.print %f : f16
  vector.print %g : i5
  vector.print %h : ui8
  vector.print %i : si32
  vector.print %j : i64
  vector.print %k : f64
  vector.print punctuation <comma>
  vector.print str "hello"
  vector.print %b : f32 punctuation <no_punctuation>
  return
}

// -----

func.func @print_vec(%a: vector<2xf32>) {
  vector.print %a : vector<2xf32>
  return
}

// -----

func.func @print_str() {
  vector.print str "hello"
  vector.print str "world"
  return
}

// -----

func.func @print_big(%a: i128) {
  vector.print %a : i128
  return
}

// -----

func.func @fma(%a: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.fma %a, %a, %a : vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
