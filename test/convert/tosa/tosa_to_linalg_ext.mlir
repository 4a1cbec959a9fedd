// scatter becomes iree_linalg_ext.scatter.
// RUN: tern-opt --allow-unregistered-dialect --iree-tosa-to-linalg-ext %s | FileCheck %s

// CHECK: %[[I:.+]] = linalg.generic {{.*}} ins(%arg1 : tensor<2x3xi32>) outs({{.*}} : tensor<2x3x2xi32>)
// CHECK: iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(true) ins(%arg2, %[[I]] : tensor<2x3x5xf32>, tensor<2x3x2xi32>) outs(%arg0
func.func @f(%v: tensor<2x4x5xf32>, %i: tensor<2x3xi32>, %u: tensor<2x3x5xf32>) -> tensor<2x4x5xf32> {
  %r = tosa.scatter %v, %i, %u : (tensor<2x4x5xf32>, tensor<2x3xi32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
  return %r : tensor<2x4x5xf32>
}
