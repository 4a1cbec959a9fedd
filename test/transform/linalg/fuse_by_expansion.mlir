// Reshapes move out of the way of fusion.

// RUN: tern-opt %s --linalg-fusion-of-tensor-ops | FileCheck %s
// RUN: tern-opt %s --linalg-fusion-of-tensor-ops | mlir-opt | FileCheck %s

// CHECK-DAG: #[[$ID3:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[$LAST:.*]] = affine_map<(d0, d1, d2) -> (d2)>

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#column = affine_map<(d0, d1) -> (d0)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#one = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @expands_consumer_of_collapsed
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<32xf32>)
// CHECK: %[[Y:.*]] = tensor.expand_shape %[[B]] {{\[\[}}0, 1]] output_shape [4, 8]
// CHECK: %[[R:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[Y]] :
// CHECK-NEXT: ^bb0(%[[P:.*]]: f32, %[[Q:.*]]: f32,
// CHECK-NEXT: %[[S:.*]] = math.exp %[[P]]
// CHECK-NEXT: arith.addf %[[S]], %[[Q]]
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[R]] {{\[\[}}0, 1]]
// CHECK: return %[[C]]
func.func @expands_consumer_of_collapsed(%a: tensor<4x8xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<32xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %2 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%1, %b : tensor<32xf32>, tensor<32xf32>) outs(%f : tensor<32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %2 : tensor<32xf32>
}

// CHECK-LABEL: func.func @expands_producer_of_expanded
// CHECK-SAME: (%[[A:.*]]: tensor<32xf32>, %[[B:.*]]: tensor<4x8xf32>)
// CHECK: %[[X:.*]] = tensor.expand_shape %[[A]] {{\[\[}}0, 1]] output_shape [4, 8]
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[B]] :
// CHECK: %[[S:.*]] = math.exp
// CHECK-NEXT: arith.addf %[[S]],
// CHECK: return %[[R]]
func.func @expands_producer_of_expanded(%a: tensor<32xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<32xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<32xf32>) outs(%f : tensor<32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// An operand that does not run along the split loop stays as it is.

// CHECK-LABEL: func.func @expands_broadcast_operand
// CHECK-SAME: (%[[A:.*]]: tensor<2x3x4xf32>, %[[B:.*]]: tensor<4xf32>)
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[$ID3]], #[[$LAST]], #[[$ID3]]], {{.*}} ins(%[[A]], %[[B]] :
// CHECK: tensor.collapse_shape %[[R]] {{\[\[}}0, 1], [2]]
func.func @expands_broadcast_operand(%a: tensor<2x3x4xf32>, %b: tensor<4xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<2x3x4xf32>
  %f = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<2x3x4xf32>) outs(%e : tensor<2x3x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<2x3x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %b : tensor<6x4xf32>, tensor<4xf32>) outs(%f : tensor<6x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %2 : tensor<6x4xf32>
}

// Nothing could be fused behind it.

// CHECK-LABEL: func.func @keeps_collapse_of_input
// CHECK: %[[C:.*]] = tensor.collapse_shape
// CHECK: linalg.generic {{.*}} ins(%[[C]] : tensor<32xf32>)
func.func @keeps_collapse_of_input(%a: tensor<4x8xf32>) -> tensor<32xf32> {
  %f = tensor.empty() : tensor<32xf32>
  %1 = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %2 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%1 : tensor<32xf32>) outs(%f : tensor<32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %2 : tensor<32xf32>
}

// CHECK-LABEL: func.func @keeps_reduction
// CHECK: %[[C:.*]] = tensor.collapse_shape
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %[[C]] :
func.func @keeps_reduction(%a: tensor<2x4xf32>, %i: tensor<8xf32>, %m: tensor<8x4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #column, #column], iterator_types = ["parallel", "reduction"]}
      ins(%m, %1 : tensor<8x4xf32>, tensor<8xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// CHECK-LABEL: func.func @keeps_index
// CHECK: %[[C:.*]] = tensor.collapse_shape
// CHECK: linalg.generic {{.*}} ins(%[[C]] : tensor<8xindex>)
// CHECK: linalg.index 0
func.func @keeps_index(%a: tensor<2x4xindex>) -> tensor<8xindex> {
  %e = tensor.empty() : tensor<2x4xindex>
  %f = tensor.empty() : tensor<8xindex>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<2x4xindex>, tensor<2x4xindex>) outs(%e : tensor<2x4xindex>) {
  ^bb0(%x: index, %y: index, %o: index):
    %s = arith.addi %x, %y : index
    linalg.yield %s : index
  } -> tensor<2x4xindex>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x4xindex> into tensor<8xindex>
  %2 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%1 : tensor<8xindex>) outs(%f : tensor<8xindex>) {
  ^bb0(%x: index, %o: index):
    %i = linalg.index 0 : index
    %s = arith.addi %x, %i : index
    linalg.yield %s : index
  } -> tensor<8xindex>
  return %2 : tensor<8xindex>
}

// CHECK-LABEL: func.func @keeps_producer_with_other_user
// CHECK: %[[P:.*]] = linalg.generic {{.*}} : tensor<32xf32>)
// CHECK: %[[X:.*]] = tensor.expand_shape %[[P]]
// CHECK: linalg.generic {{.*}} ins(%[[X]],
func.func @keeps_producer_with_other_user(%a: tensor<32xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<32xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<32xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<32xf32>) outs(%f : tensor<32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %2, %0 : tensor<4x8xf32>, tensor<32xf32>
}
