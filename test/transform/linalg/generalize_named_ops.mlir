// RUN: tern-opt %s --linalg-generalize-named-ops | FileCheck %s
// RUN: tern-opt %s --iree-global-opt-generalize-linalg-named-ops | FileCheck %s --check-prefix=SOME

// CHECK-LABEL: func.func @all
// CHECK-NOT: linalg.{{add|matmul|fill|transpose}}
// CHECK-COUNT-4: linalg.generic
// SOME-LABEL: func.func @all
// SOME: linalg.generic {{.*}} ["parallel", "parallel"]
// SOME: arith.addf
// SOME: linalg.fill
// SOME: linalg.matmul
// SOME: linalg.generic
// SOME-NOT: linalg.transpose
func.func @all(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %z: f32) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.add ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.transpose ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}
