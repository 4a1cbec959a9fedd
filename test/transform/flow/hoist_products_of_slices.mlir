// RUN: tern-opt %s --iree-flow-hoist-products-of-slices | FileCheck %s

// CHECK: #[[$X:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK: #[[$W:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK: #[[$P:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK: #[[$LEFT:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
// CHECK: #[[$RIGHT:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>

// The recurrence stays, and what comes of the inputs is computed before it: one product of all steps.
// CHECK-LABEL: func.func @recurrent
// CHECK-SAME: %[[XS:.*]]: tensor<10x4x8xf32>, %[[WS:.*]]: tensor<8x16xf32>, %[[U:.*]]: tensor<16x16xf32>
// CHECK: %[[ALL:.*]] = linalg.generic {indexing_maps = [#[[$X]], #[[$W]], #[[$P]]]
// CHECK-SAME: ins(%[[XS]], %[[WS]]
// CHECK-SAME: outs(%{{.*}} : tensor<10x4x16xf32>)
// CHECK: scf.while
// CHECK: ^bb0(%[[I:.*]]: index, %[[H:.*]]: tensor<4x16xf32>)
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[ALL]][%[[I]], 0, 0] [1, 4, 16] [1, 1, 1] : tensor<10x4x16xf32> to tensor<4x16xf32>
// CHECK-COUNT-1: linalg.matmul ins(%[[H]], %[[U]]
// CHECK-NOT: linalg.matmul
// CHECK: linalg.add ins(%[[PART]],
func.func @recurrent(%xs: tensor<10x4x8xf32>, %w: tensor<8x16xf32>, %u: tensor<16x16xf32>, %h0: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %e = tensor.empty() : tensor<4x16xf32>
  %r:2 = scf.while (%i = %c0, %h = %h0) : (index, tensor<4x16xf32>) -> (index, tensor<4x16xf32>) {
    %c = arith.cmpi slt, %i, %c10 : index
    scf.condition(%c) %i, %h : index, tensor<4x16xf32>
  } do {
  ^bb0(%i: index, %h: tensor<4x16xf32>):
    %x = tensor.extract_slice %xs[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<10x4x8xf32> to tensor<4x8xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
    %p = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
    %q = linalg.matmul ins(%h, %u : tensor<4x16xf32>, tensor<16x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
    %s = linalg.add ins(%p, %q : tensor<4x16xf32>, tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %s : index, tensor<4x16xf32>
  }
  return %r#1 : tensor<4x16xf32>
}

// Slices along another dimension, of the right factor, behind a reshape.
// CHECK-LABEL: func.func @of_columns
// CHECK: linalg.generic {indexing_maps = [#[[$LEFT]], #[[$RIGHT]], #[[$P]]]
// CHECK: scf.while
// CHECK-NOT: linalg.matmul
// CHECK: return
func.func @of_columns(%x: tensor<4x8xf32>, %ws: tensor<8x10x16xf32>, %h0: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %r:2 = scf.while (%i = %c0, %h = %h0) : (index, tensor<4x16xf32>) -> (index, tensor<4x16xf32>) {
    %c = arith.cmpi slt, %i, %c10 : index
    scf.condition(%c) %i, %h : index, tensor<4x16xf32>
  } do {
  ^bb0(%i: index, %h: tensor<4x16xf32>):
    %part = tensor.extract_slice %ws[0, %i, 0] [8, 1, 16] [1, 1, 1] : tensor<8x10x16xf32> to tensor<8x1x16xf32>
    %w = tensor.collapse_shape %part [[0, 1], [2]] : tensor<8x1x16xf32> into tensor<8x16xf32>
    %p = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
    %s = linalg.add ins(%p, %h : tensor<4x16xf32>, tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %s : index, tensor<4x16xf32>
  }
  return %r#1 : tensor<4x16xf32>
}

// A loop that ends before all slices were needed, sums that go on from others, and results that take too much memory.
// CHECK-LABEL: func.func @stay
// CHECK-NOT: linalg.generic
// CHECK-COUNT-3: linalg.matmul
// CHECK: return
func.func @stay(%xs: tensor<10x4x8xf32>, %w: tensor<8x16xf32>, %large: tensor<8x4000000xf32>, %h0: tensor<4x16xf32>, %l0: tensor<4x4000000xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x4000000xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %r:2 = scf.while (%i = %c0, %h = %h0) : (index, tensor<4x16xf32>) -> (index, tensor<4x16xf32>) {
    %c = arith.cmpi slt, %i, %c9 : index
    scf.condition(%c) %i, %h : index, tensor<4x16xf32>
  } do {
  ^bb0(%i: index, %h: tensor<4x16xf32>):
    %x = tensor.extract_slice %xs[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<10x4x8xf32> to tensor<4x8xf32>
    %p = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %p : index, tensor<4x16xf32>
  }
  %q:2 = scf.while (%i = %c0, %h = %h0) : (index, tensor<4x16xf32>) -> (index, tensor<4x16xf32>) {
    %c = arith.cmpi slt, %i, %c10 : index
    scf.condition(%c) %i, %h : index, tensor<4x16xf32>
  } do {
  ^bb0(%i: index, %h: tensor<4x16xf32>):
    %x = tensor.extract_slice %xs[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<10x4x8xf32> to tensor<4x8xf32>
    %p = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%h : tensor<4x16xf32>) -> tensor<4x16xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %p : index, tensor<4x16xf32>
  }
  %m:2 = scf.while (%i = %c0, %h = %l0) : (index, tensor<4x4000000xf32>) -> (index, tensor<4x4000000xf32>) {
    %c = arith.cmpi slt, %i, %c10 : index
    scf.condition(%c) %i, %h : index, tensor<4x4000000xf32>
  } do {
  ^bb0(%i: index, %h: tensor<4x4000000xf32>):
    %x = tensor.extract_slice %xs[%i, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<10x4x8xf32> to tensor<4x8xf32>
    %le = tensor.empty() : tensor<4x4000000xf32>
    %lf = linalg.fill ins(%zero : f32) outs(%le : tensor<4x4000000xf32>) -> tensor<4x4000000xf32>
    %p = linalg.matmul ins(%x, %large : tensor<4x8xf32>, tensor<8x4000000xf32>) outs(%lf : tensor<4x4000000xf32>) -> tensor<4x4000000xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %p : index, tensor<4x4000000xf32>
  }
  return %r#1, %q#1, %m#1 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x4000000xf32>
}
