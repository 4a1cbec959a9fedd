// RUN: tern-opt %s --linalg-specialize-generic-ops | FileCheck %s
// RUN: mlir-opt %s --linalg-specialize-generic-ops | FileCheck %s

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#some = affine_map<(d0, d1, d2) -> (d2, d0)>

// CHECK-LABEL: @unfolds
// CHECK-SAME: %[[A:.*]]: tensor<5x3xf32>, %[[B:.*]]: tensor<3x4x5xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[A]] : tensor<5x3xf32>) outs(%{{.*}} : tensor<3x5xf32>) permutation = [1, 0]
// CHECK: %[[C:.*]] = linalg.broadcast ins(%[[T]] : tensor<3x5xf32>) outs(%{{.*}} : tensor<3x4x5xf32>) dimensions = [1]
// CHECK: linalg.mul ins(%[[C]], %[[B]] : tensor<3x4x5xf32>, tensor<3x4x5xf32>)
func.func @unfolds(%a: tensor<5x3xf32>, %b: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %0 = linalg.generic {indexing_maps = [#some, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<5x3xf32>, tensor<3x4x5xf32>) outs(%b : tensor<3x4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}
