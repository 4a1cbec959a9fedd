// RUN: tern-opt %s --linalg-to-vector-loops=unroll-reduction=4 --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --linalg-to-vector-loops=unroll-reduction=4 --split-input-file --check-each --check-each-size=11 -o /dev/null

// Four steps of the depth behind each other, each adding to what the one before it left: sums keep their order. What is prefetched with
// the first of them is for all.

// CHECK-LABEL: func.func @four_steps(
// CHECK: scf.for %[[K:[a-z0-9_]+]] = %c0 to %c32 step %c4 iter_args(
// CHECK: %[[B0:.*]] = vector.load %arg1[%[[K]], %c0]
// CHECK: memref.prefetch %arg3[%[[K]]]
// CHECK: %[[FIRST:.*]] = math.fma %{{.*}}, %[[B0]], %{{.*}}
// CHECK: %[[K1:.*]] = arith.addi %[[K]], %c1
// CHECK: %[[B1:.*]] = vector.load %arg1[%[[K1]], %c0]
// CHECK: math.fma %{{.*}}, %[[B1]], %[[FIRST]]
// CHECK: arith.addi %[[K]], %c2
// CHECK: arith.addi %[[K]], %c3
// CHECK-NOT: memref.prefetch
// CHECK: scf.yield
// CHECK: return
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @four_steps(%a: memref<8x32xf32>, %b: memref<32x16xf32>, %c: memref<8x16xf32>, %next: memref<32xf32>) {
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x32xf32>, memref<32x16xf32>) outs(%c : memref<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %k = linalg.index 2 : index
    memref.prefetch %next[%k], read, locality<2>, data : memref<32xf32>
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// As many as divide what the depth can be: two.

// CHECK-LABEL: func.func @two_steps(
// CHECK: scf.for %{{.*}} = %c0 to %c30 step %c2 iter_args(
// CHECK-COUNT-16: math.fma
// CHECK-NOT: math.fma
func.func @two_steps(%a: memref<8x30xf32>, %b: memref<30x16xf32>, %c: memref<8x16xf32>) {
  linalg.matmul ins(%a, %b : memref<8x30xf32>, memref<30x16xf32>) outs(%c : memref<8x16xf32>)
  return
}

// -----

// A depth that nobody knows, but a multiple of eight.

// CHECK-LABEL: func.func @steps_of_a_part(
// CHECK: %[[DEPTH:.*]] = arith.minsi
// CHECK: scf.for %{{.*}} = %c0 to %[[DEPTH]] step %c4 iter_args(
// CHECK-COUNT-32: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @steps_of_a_part(%a: memref<8x40xf32>, %b: memref<40x16xf32>, %c: memref<8x16xf32>, %n: index) {
  %c8 = arith.constant 8 : index
  %c40 = arith.constant 40 : index
  %eights = arith.muli %n, %c8 : index
  %depth = arith.minsi %eights, %c40 : index
  %left = memref.subview %a[0, 0] [8, %depth] [1, 1] : memref<8x40xf32> to memref<8x?xf32, strided<[40, 1]>>
  %right = memref.subview %b[0, 0] [%depth, 16] [1, 1] : memref<40x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  linalg.matmul ins(%left, %right : memref<8x?xf32, strided<[40, 1]>>, memref<?x16xf32, strided<[16, 1]>>)
      outs(%c : memref<8x16xf32>)
  return
}

// -----

// Three sums are few, an odd depth is divided by nothing, and of two loops only the inner one is written out.

// CHECK-LABEL: func.func @others(
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c1 iter_args(
// CHECK: scf.for %{{.*}} = %c0 to %c31 step %c1 iter_args(
// CHECK: scf.for %{{.*}} = %c0 to %c2 step %c1 iter_args(
// CHECK: scf.for %{{.*}} = %c0 to %c8 step %c4 iter_args(
func.func @others(%a: memref<3x32xf32>, %b: memref<32x16xf32>, %c: memref<3x16xf32>,
                  %d: memref<8x31xf32>, %e: memref<31x16xf32>, %f: memref<8x16xf32>,
                  %g: memref<8x2x8xf32>, %h: memref<2x8x16xf32>) {
  linalg.matmul ins(%a, %b : memref<3x32xf32>, memref<32x16xf32>) outs(%c : memref<3x16xf32>)
  linalg.matmul ins(%d, %e : memref<8x31xf32>, memref<31x16xf32>) outs(%f : memref<8x16xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, j, k) -> (m, j, k)>, affine_map<(m, n, j, k) -> (j, k, n)>,
                                   affine_map<(m, n, j, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%g, %h : memref<8x2x8xf32>, memref<2x8x16xf32>) outs(%f : memref<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  }
  return
}
