// RUN: tern-opt %s --linalg-fold-into-elementwise | FileCheck %s
// RUN: mlir-opt %s --linalg-fold-into-elementwise | FileCheck %s

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$TURN:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: @folds
// CHECK-SAME: %[[A:.*]]: tensor<8x4xf32>, %[[B:.*]]: tensor<4x8xf32>
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [#[[$TURN]], #[[$ID]], #[[$ID]]] ins(%[[A]], %[[B]] :
func.func @folds(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %t = linalg.transpose ins(%a : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%t, %b : tensor<4x8xf32>, tensor<4x8xf32>)
      outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
