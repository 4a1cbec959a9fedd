// Element-wise ops, reductions and movement become linalg.
// RUN: tern-opt --allow-unregistered-dialect --tosa-to-linalg %s | FileCheck %s

// CHECK-DAG: #[[$ROW:.+]] = affine_map<(d0, d1) -> (0, d1)>
// CHECK-LABEL: @f
func.func @f(%a: tensor<4x3xf32>, %b: tensor<1x3xf32>) -> (tensor<4x3xf32>, tensor<4x1xf32>, tensor<3x4xf32>) {
  // CHECK: linalg.generic {indexing_maps = [#{{.+}}, #[[$ROW]], #{{.+}}]
  // CHECK: arith.addf
  %0 = tosa.add %a, %b : (tensor<4x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
  // CHECK: tensor.expand_shape {{.*}} into tensor<4x1xf32>
  %1 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  // CHECK: linalg.transpose
  %2 = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return %0, %1, %2 : tensor<4x3xf32>, tensor<4x1xf32>, tensor<3x4xf32>
}
