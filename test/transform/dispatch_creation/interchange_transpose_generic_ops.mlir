// RUN: tern-opt %s --iree-flow-interchange-transpose-generic-ops | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$T:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func.func @transposed_input
// CHECK: indexing_maps = [#[[$ID]], #[[$T]]]
func.func @transposed_input(%x: tensor<8x4xf32>, %i: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#transposed, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x4xf32>) outs(%i : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The first input decides; reductions are not touched.
// CHECK-LABEL: func.func @keeps
// CHECK: indexing_maps = [#[[$ID]], #[[$T]], #[[$ID]]]
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @keeps(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>, %i: tensor<4x8xf32>, %j: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #transposed, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<4x8xf32>, tensor<8x4xf32>) outs(%i : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#transposed, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<8x4xf32>) outs(%j : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4xf32>
}
