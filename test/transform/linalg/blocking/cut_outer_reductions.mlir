// RUN: tern-opt %s --linalg-cut-outer-reductions --split-input-file | FileCheck %s
// RUN: tern-opt %s --check-each --check-each-size=3 --linalg-cut-outer-reductions --split-input-file 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SAME
// SAME-NOT: warning

#lhs = affine_map<(m, n, e, k) -> (e, m, k)>
#rhs = affine_map<(m, n, e, k) -> (e, k, n)>
#out = affine_map<(m, n, e, k) -> (m, n)>
// CHECK-LABEL: func.func @experts(
// SAME-LABEL: func.func @experts(
// CHECK-SAME: f32, %[[A:.*]]: memref<3x4x64xf32>, %[[B:.*]]: memref<3x64x5xf32>, %[[C:.*]]: memref<4x5xf32>
// CHECK: linalg.fill
// CHECK: scf.for %[[E:.*]] = %c0 to %c3 step %c1 {
// CHECK-DAG: %[[X:.*]] = memref.subview %[[A]][%[[E]], 0, 0] [1, 4, 64]
// CHECK-DAG: %[[Y:.*]] = memref.subview %[[B]][%[[E]], 0, 0] [1, 64, 5]
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[Y]] : {{.*}}) outs(%[[C]] :
func.func @experts(%z: f32, %a: memref<3x4x64xf32>, %b: memref<3x64x5xf32>, %c: memref<4x5xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<4x5xf32>)
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<3x4x64xf32>, memref<3x64x5xf32>) outs(%c : memref<4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// The last loop is too short to load and store sums for.
#lhs = affine_map<(m, n, e, k) -> (e, m, k)>
#rhs = affine_map<(m, n, e, k) -> (e, k, n)>
#out = affine_map<(m, n, e, k) -> (m, n)>
// CHECK-LABEL: func.func @short(
// CHECK-NOT: scf.for
func.func @short(%a: memref<64x4x3xf32>, %b: memref<64x3x5xf32>, %c: memref<4x5xf32>) {
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<64x4x3xf32>, memref<64x3x5xf32>) outs(%c : memref<4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @one(
// CHECK-NOT: scf.for
func.func @one(%a: memref<4x70xf32>, %b: memref<70x5xf32>, %c: memref<4x5xf32>) {
  linalg.matmul ins(%a, %b : memref<4x70xf32>, memref<70x5xf32>) outs(%c : memref<4x5xf32>)
  return
}

// -----

// How many there are is found when it runs.
#lhs = affine_map<(m, n, e, k) -> (e, m, k)>
#rhs = affine_map<(m, n, e, k) -> (e, k, n)>
#out = affine_map<(m, n, e, k) -> (m, n)>
// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[D:.*]] = memref.dim %{{.*}}, %c0
// CHECK: scf.for %{{.*}} = %c0 to %[[D]] step %c1 {
func.func @dynamic(%a: memref<?x4x64xf32>, %b: memref<?x64x5xf32>, %c: memref<4x5xf32>) {
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<?x4x64xf32>, memref<?x64x5xf32>) outs(%c : memref<4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
