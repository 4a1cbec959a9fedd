// RUN: tern-opt %s --split-input-file --iree-flow-fuse-concatenations=machine=cuda | FileCheck %s
// RUN: not tern-opt %s --split-input-file --iree-flow-fuse-concatenations=machine=abacus 2>&1 | FileCheck %s --check-prefix=MACHINE

// MACHINE: error: no costs of fusion are known for the machine 'abacus'

// Two results side by side, in a tensor with one more dimension of size one: the number of the piece is a loop before that of its dimension.
// Counters of the loops behind it move by one.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$PIECE:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-DAG: #[[$WHOLE:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @halves
// CHECK: %[[F:.*]] = linalg.generic {indexing_maps = [#[[$PIECE]], #[[$ROW]], #[[$WHOLE]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8xf32>) outs(%{{.*}} : tensor<4x2x8xf32>)
// CHECK: %[[J:.*]] = linalg.index 2
// CHECK: %[[A:.*]] = arith.mulf
// CHECK: %[[B:.*]] = arith.addf
// CHECK: %[[N:.*]] = linalg.index 1
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[N]], %{{.*}} : index
// CHECK: %[[S:.*]] = arith.select %[[FIRST]], %[[A]], %[[B]] : f32
// CHECK: linalg.yield %[[S]]
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[F]] {{\[\[}}0], [1, 2]]
// CHECK: tensor.expand_shape %[[C]] {{\[\[}}0], [1, 2]] output_shape [4, 1, 16]
// CHECK-NOT: tensor.insert_slice
// CHECK: return
func.func @halves(%x: tensor<4x8xf32>, %c: tensor<8xf32>) -> tensor<4x1x16xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %c : tensor<4x8xf32>, tensor<8xf32>) outs(%e, %e : tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i32
    %f = arith.sitofp %i : i32 to f32
    %m = arith.mulf %a, %f : f32
    %s = arith.addf %a, %b : f32
    linalg.yield %m, %s : f32, f32
  } -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %w = tensor.empty() : tensor<4x1x16xf32>
  %0 = tensor.insert_slice %p#1 into %w[0, 0, 8] [4, 1, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<4x1x16xf32>
  %1 = tensor.insert_slice %p#0 into %0[0, 0, 0] [4, 1, 8] [1, 1, 1] : tensor<4x8xf32> into tensor<4x1x16xf32>
  return %1 : tensor<4x1x16xf32>
}

// -----

// Of a transposed result, dimensions of the piece are other loops.

#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
// CHECK-LABEL: func.func @transposed
// CHECK: linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]]{{.*}} outs(%{{.*}} : tensor<8x2x4xf32>)
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<8x2x4xf32> into tensor<8x8xf32>
func.func @transposed(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #tr, #tr], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e, %e : tensor<8x4xf32>, tensor<8x4xf32>) {
  ^bb0(%a: f32, %o0: f32, %o1: f32):
    %m = arith.negf %a : f32
    linalg.yield %a, %m : f32, f32
  } -> (tensor<8x4xf32>, tensor<8x4xf32>)
  %w = tensor.empty() : tensor<8x8xf32>
  %0 = tensor.insert_slice %p#0 into %w[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %p#1 into %0[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// These stay: a part of the whole that nothing is put into, pieces over each other, a piece that others need, and functions that take
// longer to compute again than pieces to be copied.

#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @gap
// CHECK-COUNT-2: tensor.insert_slice
func.func @gap(%x: tensor<4x8xf32>) -> tensor<4x24xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e, %e : tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%a: f32, %o0: f32, %o1: f32):
    %m = arith.negf %a : f32
    linalg.yield %a, %m : f32, f32
  } -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %w = tensor.empty() : tensor<4x24xf32>
  %0 = tensor.insert_slice %p#0 into %w[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x24xf32>
  %1 = tensor.insert_slice %p#1 into %0[0, 16] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x24xf32>
  return %1 : tensor<4x24xf32>
}

// CHECK-LABEL: func.func @over
// CHECK-COUNT-2: tensor.insert_slice
func.func @over(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e, %e : tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%a: f32, %o0: f32, %o1: f32):
    %m = arith.negf %a : f32
    linalg.yield %a, %m : f32, f32
  } -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %w = tensor.empty() : tensor<4x16xf32>
  %0 = tensor.insert_slice %p#0 into %w[0, 8] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %1 = tensor.insert_slice %p#1 into %0[0, 8] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @needed
// CHECK-COUNT-2: tensor.insert_slice
func.func @needed(%x: tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e, %e : tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%a: f32, %o0: f32, %o1: f32):
    %m = arith.negf %a : f32
    linalg.yield %a, %m : f32, f32
  } -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %w = tensor.empty() : tensor<4x16xf32>
  %0 = tensor.insert_slice %p#0 into %w[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  %1 = tensor.insert_slice %p#1 into %0[0, 8] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
  return %1, %p#0 : tensor<4x16xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @costly
// CHECK-COUNT-2: tensor.insert_slice
func.func @costly(%x: tensor<4096x4096xf32>) -> tensor<8192x4096xf32> {
  %e = tensor.empty() : tensor<4096x4096xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4096x4096xf32>) outs(%e, %e : tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
  ^bb0(%a: f32, %o0: f32, %o1: f32):
    %m = math.sin %a : f32
    %n = math.cos %a : f32
    %q = math.powf %m, %n : f32
    linalg.yield %m, %q : f32, f32
  } -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>)
  %w = tensor.empty() : tensor<8192x4096xf32>
  %0 = tensor.insert_slice %p#0 into %w[0, 0] [4096, 4096] [1, 1] : tensor<4096x4096xf32> into tensor<8192x4096xf32>
  %1 = tensor.insert_slice %p#1 into %0[4096, 0] [4096, 4096] [1, 1] : tensor<4096x4096xf32> into tensor<8192x4096xf32>
  return %1 : tensor<8192x4096xf32>
}
