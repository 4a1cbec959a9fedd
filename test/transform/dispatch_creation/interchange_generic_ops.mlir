// RUN: tern-opt %s --iree-dispatch-creation-interchange-generic-ops | FileCheck %s
// RUN: tern-opt %s --iree-flow-interchange-generic-ops | FileCheck %s

// Parallel loops first; reductions in the order of the input's dimensions; positions are renumbered.
// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
// CHECK-LABEL: func.func @moves_reductions
// CHECK: linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
// CHECK: linalg.index 3 : index
// CHECK: linalg.index 0 : index
func.func @moves_reductions(%x: tensor<4x8x3xindex>, %i: tensor<5x3xindex>) -> tensor<5x3xindex> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>],
      iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
      ins(%x : tensor<4x8x3xindex>) outs(%i : tensor<5x3xindex>) {
  ^bb0(%a: index, %b: index):
    %q = linalg.index 0 : index
    %r = linalg.index 1 : index
    %u = arith.addi %q, %r : index
    %s = arith.addi %a, %u : index
    linalg.yield %s : index
  } -> tensor<5x3xindex>
  return %0 : tensor<5x3xindex>
}

// CHECK-LABEL: func.func @keeps_order
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @keeps_order(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
