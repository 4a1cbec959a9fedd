// RUN: tern-opt %s --linalg-transposes-to-vectors --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --linalg-transposes-to-vectors | mlir-opt | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --linalg-transposes-to-vectors=vector-bytes=16 --canonicalize --cse | FileCheck %s --check-prefix=NARROW
// RUN: tern-opt %s --check-each --check-each-size=21 --linalg-transposes-to-vectors -o /dev/null
// RUN: tern-opt %s --check-each --check-each-size=7 --linalg-transposes-to-vectors=vector-bytes=16 -o /dev/null
// RUN: not tern-opt %s --linalg-transposes-to-vectors=vector-bytes=24 -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: error: {{.*}}option 'vector-bytes' must be a power of two from 16 to 256

// Squares of sixteen; what they do not cover is two smaller transposes: all of the last rows, the last columns of the others.

// CHECK-LABEL: func.func @transposes(
// CHECK-SAME: %[[A:.*]]: memref<50x70xf32>, %[[B:.*]]: memref<70x50xf32>)
// CHECK: scf.for %[[J:.*]] = %c0 to %c48 step %c16 {
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %c64 step %c16 {
// CHECK: %[[R0:.*]] = vector.load %[[A]][%[[J]], %[[I]]] : memref<50x70xf32>, vector<16xf32>
// CHECK-COUNT-7: vector.load %[[A]]
// CHECK: %[[R8:.*]] = vector.load %[[A]]
// CHECK-COUNT-7: vector.load %[[A]]
// CHECK-NOT: vector.load
// CHECK: vector.shuffle %[[R0]], %[[R8]] [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23]
// CHECK: vector.shuffle %[[R0]], %[[R8]] [8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31]
// CHECK-COUNT-62: vector.shuffle
// CHECK-NOT: vector.shuffle
// CHECK: vector.store %{{.*}}, %[[B]][%[[I]], %[[J]]]
// CHECK-COUNT-15: vector.store
// CHECK-NOT: vector.store
// CHECK: memref.subview %[[A]][0, 64] [48, 6]
// CHECK: memref.subview %[[B]][64, 0] [6, 48]
// CHECK: linalg.transpose
// CHECK: memref.subview %[[A]][48, 0] [2, 70]
// CHECK: memref.subview %[[B]][0, 48] [70, 2]
// CHECK: linalg.transpose
// CHECK: return
// UPSTREAM-LABEL: func.func @transposes(
// UPSTREAM-COUNT-64: vector.shuffle
// NARROW-LABEL: func.func @transposes(
// NARROW-COUNT-8: vector.shuffle {{.*}} : vector<4xf32>, vector<4xf32>
// NARROW-NOT: vector.shuffle
// NARROW: return
func.func @transposes(%a: memref<50x70xf32>, %b: memref<70x50xf32>) {
  linalg.transpose ins(%a : memref<50x70xf32>) outs(%b : memref<70x50xf32>) permutation = [1, 0]
  return
}

// Other dimensions are loops around; the sizes are known when it runs.

// CHECK-LABEL: func.func @unknown_sizes(
// CHECK: arith.remui %{{.*}}, %c8
// CHECK: arith.remui %{{.*}}, %c8
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1 {
// CHECK: vector.shuffle {{.*}} : vector<8xi64>, vector<8xi64>
// CHECK-COUNT-2: linalg.transpose
func.func @unknown_sizes(%a: memref<?x3x?xi64>, %b: memref<?x3x?xi64>) {
  linalg.transpose ins(%a : memref<?x3x?xi64>) outs(%b : memref<?x3x?xi64>) permutation = [2, 1, 0]
  return
}

// Elements of 8 bits: still sixteen.

// CHECK-LABEL: func.func @bytes(
// CHECK: vector.load {{.*}}vector<16xi8>
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @bytes(%a: memref<32x32xi8>, %b: memref<32x32xi8>) {
  linalg.transpose ins(%a : memref<32x32xi8>) outs(%b : memref<32x32xi8>) permutation = [1, 0]
  return
}

// CHECK-LABEL: func.func @leaves_same_lines(
// CHECK-NEXT: linalg.transpose
func.func @leaves_same_lines(%a: memref<32x16x64xf32>, %b: memref<16x32x64xf32>) {
  linalg.transpose ins(%a : memref<32x16x64xf32>) outs(%b : memref<16x32x64xf32>) permutation = [1, 0, 2]
  return
}

// CHECK-LABEL: func.func @leaves_few(
// CHECK-NEXT: linalg.transpose
func.func @leaves_few(%a: memref<15x64xf32>, %b: memref<64x15xf32>) {
  linalg.transpose ins(%a : memref<15x64xf32>) outs(%b : memref<64x15xf32>) permutation = [1, 0]
  return
}

// CHECK-LABEL: func.func @leaves_strides(
// CHECK-NEXT: linalg.transpose
func.func @leaves_strides(%a: memref<32x32xf32, strided<[64, 2]>>, %b: memref<32x32xf32>) {
  linalg.transpose ins(%a : memref<32x32xf32, strided<[64, 2]>>) outs(%b : memref<32x32xf32>) permutation = [1, 0]
  return
}

// CHECK-LABEL: func.func @leaves_computations(
// CHECK-NEXT: linalg.generic
#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>
func.func @leaves_computations(%a: memref<32x32xf32>, %b: memref<32x32xf32>) {
  linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<32x32xf32>) outs(%b : memref<32x32xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.negf %x : f32
    linalg.yield %z : f32
  }
  return
}
