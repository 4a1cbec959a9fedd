// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-collapse-reduction-dimensions | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-flow-collapse-reduction-dims | FileCheck %s

// Reduction loops side by side become one; the reshape costs nothing.

// CHECK-DAG: #[[$IN:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$OUT:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @two
// CHECK-SAME: (%[[X:.+]]: tensor<2x64x?xf32>, %[[INIT:.+]]: tensor<2xf32>)
// CHECK: %[[ROWS:.+]] = tensor.collapse_shape %[[X]] {{\[}}[0], [1, 2]] : tensor<2x64x?xf32> into tensor<2x?xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["parallel", "reduction"]} ins(%[[ROWS]] : tensor<2x?xf32>) outs(%[[INIT]] : tensor<2xf32>)
func.func @two(%x: tensor<2x64x?xf32>, %init: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : tensor<2x64x?xf32>) outs(%init : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// A parallel loop between them in the order of loops is no obstacle, as long as the dims lie side by side.

// CHECK-DAG: #[[$IN:.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$OUT:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @order
// CHECK: tensor.collapse_shape %{{.+}} {{\[}}[0], [1, 2]] : tensor<5x3x4xf32> into tensor<5x12xf32>
// CHECK: indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["reduction", "parallel"]
func.func @order(%x: tensor<5x3x4xf32>, %init: tensor<5xf32>) -> tensor<5xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%x : tensor<5x3x4xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// Left alone: dims that do not lie side by side in an operand, operands that have one of them only, bodies that ask for the
// position, and ops in dispatches.

// CHECK-LABEL: func.func @kept
// CHECK-NOT: tensor.collapse_shape
func.func @kept(%x: tensor<3x5x4xf32>, %y: tensor<4xf32>, %init: tensor<5xf32>, %z: tensor<5x3x4xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : tensor<3x5x4xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%z, %y : tensor<5x3x4xf32>, tensor<4xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %m = arith.mulf %a, %c : f32
    %s = arith.addf %b, %m : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%z : tensor<5x3x4xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i32
    %f = arith.sitofp %n : i32 to f32
    %s = arith.addf %b, %f : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %3 = flow.dispatch.region -> (tensor<5xf32>) {
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%z : tensor<5x3x4xf32>) outs(%init : tensor<5xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %b, %a : f32
      linalg.yield %s : f32
    } -> tensor<5xf32>
    flow.return %4 : tensor<5xf32>
  }
  return %0, %1, %2, %3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}
