// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
// A product takes the only op that goes on with its elements along.
// CHECK-LABEL: func.func @epilogue
func.func @epilogue(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>, %b: tensor<32xf32>) -> tensor<8x32xf32> {
  // CHECK: linalg.fill
  // CHECK: %[[R:.*]] = flow.dispatch.region -> (tensor<8x32xf32>) attributes {iree.fusion_boundary = "its result leaves the block"} {
  // CHECK-NEXT: %[[M:.*]] = linalg.matmul
  // CHECK-NEXT: %[[G:.*]] = linalg.generic {{.*}} ins(%[[M]],
  // CHECK: flow.return %[[G]]
  // CHECK: return %[[R]]
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x32xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %b : tensor<8x32xf32>, tensor<32xf32>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
// With several users the result has to go to memory.
// CHECK-LABEL: func.func @several_users
func.func @several_users(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>) -> (tensor<8x32xf32>, tensor<8x32xf32>) {
  // CHECK: flow.dispatch.region {{.*}} "its result has several users"
  // CHECK-NEXT: linalg.matmul
  // CHECK-NEXT: flow.return
  // CHECK: flow.dispatch.region
  // CHECK-NEXT: linalg.generic
  %e = tensor.empty() : tensor<8x32xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<8x32xf32>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = math.exp %p : f32
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %0, %1 : tensor<8x32xf32>, tensor<8x32xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
// Elements at other places are not handed over.
// CHECK-LABEL: func.func @transposed
func.func @transposed(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>) -> tensor<8x8xf32> {
  // CHECK: "its user needs other elements than those at the same place"
  // CHECK-NEXT: linalg.matmul
  // CHECK-NEXT: flow.return
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = math.exp %p : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
// What is inserted into a part of a tensor that is not in one piece is written there at once; pieces are left to copies.
// CHECK-LABEL: func.func @insertion
func.func @insertion(%x: tensor<8x4xf32>, %t: tensor<8x16xf32>, %u: tensor<32x4xf32>) -> (tensor<8x16xf32>, tensor<32x4xf32>) {
  // CHECK: flow.dispatch.region {{.*}} "its result is inserted into a larger tensor"
  // CHECK: linalg.generic
  // CHECK: tensor.insert_slice {{.*}} into tensor<8x16xf32>
  // CHECK-NEXT: flow.return
  // CHECK-NEXT: }
  // CHECK-NEXT: tensor.insert_slice {{.*}} into tensor<32x4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = math.exp %p : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  %2 = tensor.insert_slice %1 into %t[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x16xf32>
  %3 = tensor.insert_slice %x into %u[8, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<32x4xf32>
  return %2, %3 : tensor<8x16xf32>, tensor<32x4xf32>
}

// -----

// Sizes are computed outside.
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[N:.*]]: index
func.func @dynamic(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // CHECK: flow.dispatch.region -> (tensor<?xf32>{%[[N]]})
  %e = tensor.empty(%n) : tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = math.exp %p : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Inside of loops too; what reads a slice of something reads it in place.
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @loop
func.func @loop(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  // CHECK: scf.for
  // CHECK: tensor.extract_slice
  // CHECK: flow.dispatch.region
  // CHECK-NEXT: linalg.generic
  // CHECK: flow.return
  // CHECK: scf.yield
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> (tensor<4xf32>) {
    %s = tensor.extract_slice %x[0, %i] [4, 1] [1, 1] : tensor<4x8xf32> to tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%s, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %y = arith.addf %p, %q : f32
      linalg.yield %y : f32
    } -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// The host cannot hold a complex number: a dispatch repeats one, but not a constant one.
// CHECK-LABEL: func.func @complex_fills
func.func @complex_fills(%x: tensor<complex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  // CHECK: %[[K:.*]] = linalg.fill ins(%{{.*}} : complex<f32>)
  // CHECK: %[[R:.*]] = flow.dispatch.region
  // CHECK-NEXT: %[[F:.*]] = linalg.fill ins(%{{.*}} : complex<f32>)
  // CHECK-NEXT: flow.return %[[F]]
  // CHECK: return %[[R]], %[[K]]
  %c = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %e = tensor.empty() : tensor<4xcomplex<f32>>
  %1 = linalg.fill ins(%c : complex<f32>) outs(%e : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %v = tensor.extract %x[] : tensor<complex<f32>>
  %0 = linalg.fill ins(%v : complex<f32>) outs(%e : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
}
