// Canonical forms of what is made of filled tensors, and of moved and copied ones.
// RUN: tern-opt --canonicalize --split-input-file %s | FileCheck %s

// CHECK-LABEL: @packed
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2x4x4xf32>
// CHECK-NEXT: %[[F:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E]]
// CHECK-NEXT: return %[[F]]
func.func @packed(%u: tensor<7x4xf32>, %v: f32) -> tensor<2x4x4xf32> {
  %e = tensor.empty() : tensor<2x4x4xf32>
  %0 = linalg.fill ins(%v : f32) outs(%u : tensor<7x4xf32>) -> tensor<7x4xf32>
  %1 = linalg.pack %0 padding_value(%v : f32) inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<7x4xf32> -> tensor<2x4x4xf32>
  return %1 : tensor<2x4x4xf32>
}

// -----

// CHECK-LABEL: @padded
// CHECK-SAME: (%[[T:[^:]*]]: tensor<?x4xf32>, %{{.*}}: f32, %[[N:[^:]*]]: index)
// CHECK: %[[D:.*]] = tensor.dim %[[T]], %{{.*}}
// CHECK: %[[S:.*]] = affine.apply #{{.*}}()[%[[D]], %[[N]]]
// CHECK: %[[E:.*]] = tensor.empty(%[[S]]) : tensor<?x7xf32>
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[E]]
// CHECK-NOT: tensor.pad
func.func @padded(%t: tensor<?x4xf32>, %v: f32, %n: index) -> tensor<?x7xf32> {
  %0 = linalg.fill ins(%v : f32) outs(%t : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.pad %0 low[%n, 1] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<?x7xf32>
  return %1 : tensor<?x7xf32>
}

// -----

// CHECK-LABEL: @concatenated
// CHECK: %[[C:.*]] = tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[C]]
func.func @concatenated(%a: tensor<2xf32>, %b: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %0 = linalg.fill ins(%v : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.fill ins(%v : f32) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Between the fill and the insertion of what is padded something else is inserted, elsewhere.
// CHECK-LABEL: @inserted
// CHECK-SAME: (%[[A:[^:]*]]: tensor<2x?xf32>
// CHECK: tensor.insert_slice
// CHECK: tensor.insert_slice %[[A]] into %{{.*}}[4, 2] [2, %{{.*}}] [1, 1] : tensor<2x?xf32> into tensor<8x8xf32>
func.func @inserted(%a: tensor<2x?xf32>, %b: tensor<3x8xf32>, %o: tensor<8x8xf32>, %v: f32, %n: index) -> tensor<8x8xf32> {
  %0 = linalg.fill ins(%v : f32) outs(%o : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = tensor.pad %a low[1, 2] high[2, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<2x?xf32> to tensor<5x8xf32>
  %2 = tensor.insert_slice %b into %0[0, 0] [3, 8] [1, 1] : tensor<3x8xf32> into tensor<8x8xf32>
  %3 = tensor.insert_slice %1 into %2[3, 0] [5, 8] [1, 1] : tensor<5x8xf32> into tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// -----

// The padding overwrites what was inserted before; with steps the padding lies between.
// CHECK-LABEL: @inserted_over_another
// CHECK-COUNT-2: tensor.pad
func.func @inserted_over_another(%a: tensor<2xf32>, %b: tensor<3xf32>, %o: tensor<8xf32>, %v: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.fill ins(%v : f32) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  %1 = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<2xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %b into %0[0] [3] [1] : tensor<3xf32> into tensor<8xf32>
  %3 = tensor.insert_slice %1 into %2[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %4 = tensor.pad %a low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<2xf32> to tensor<4xf32>
  %5 = tensor.insert_slice %4 into %0[0] [4] [2] : tensor<4xf32> into tensor<8xf32>
  return %3, %5 : tensor<8xf32>, tensor<8xf32>
}

// -----

// CHECK-LABEL: @copies
// CHECK-SAME: (%[[A:[^:]*]]: tensor<4xf32>, %[[B:[^:]*]]: tensor<4xf32>
// CHECK-NOT: linalg.fill
// CHECK: %[[R:.*]] = linalg.copy ins(%[[A]] : tensor<4xf32>) outs(%[[B]] : tensor<4xf32>)
// CHECK: return %[[R]], %[[A]]
func.func @copies(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.fill ins(%v : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%a : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.copy ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: @transposed_broadcast
// CHECK-SAME: (%[[A:[^:]*]]: tensor<2x?xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[A]]
// CHECK: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<?x2xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[A]] : tensor<2x?xf32>) outs(%[[E]] : tensor<?x2xf32>) permutation = [1, 0]
// CHECK: linalg.broadcast ins(%[[T]] : tensor<?x2xf32>) outs(%{{.*}} : tensor<?x3x2xf32>) dimensions = [1]
func.func @transposed_broadcast(%a: tensor<2x?xf32>, %b: tensor<3x2x?xf32>, %c: tensor<?x3x2xf32>) -> tensor<?x3x2xf32> {
  %0 = linalg.broadcast ins(%a : tensor<2x?xf32>) outs(%b : tensor<3x2x?xf32>) dimensions = [0]
  %1 = linalg.transpose ins(%0 : tensor<3x2x?xf32>) outs(%c : tensor<?x3x2xf32>) permutation = [2, 0, 1]
  return %1 : tensor<?x3x2xf32>
}

// -----

// CHECK-LABEL: @cast_result
// CHECK: %[[C:.*]] = tensor.cast %{{.*}} : tensor<?xf32> to tensor<4xf32>
// CHECK: linalg.exp ins(%{{.*}} : tensor<4xf32>) outs(%[[C]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-LABEL: @cast_to_what_it_cannot_be
// CHECK: %[[R:.*]] = linalg.exp ins(%{{.*}} : tensor<5xf32>) {{.*}} -> tensor<5xf32>
// CHECK: tensor.cast %[[R]] : tensor<5xf32> to tensor<?xf32>
// CHECK: tensor.cast %{{.*}} : tensor<?xf32> to tensor<4xf32>
func.func @cast_result(%a: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @cast_to_what_it_cannot_be(%a: tensor<5xf32>, %o: tensor<?xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%a : tensor<5xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
