// RUN: tern-opt --convert-elementwise-to-linalg %s | FileCheck %s

// CHECK-LABEL: @binary
// CHECK-SAME: %[[A:.*]]: tensor<4x?xf32>, %[[B:.*]]: tensor<4x?xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[A]], %{{.*}}
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<4x?xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]] : tensor<4x?xf32>, tensor<4x?xf32>) outs(%[[E]] : tensor<4x?xf32>)
// CHECK: %[[S:.*]] = arith.addf %{{.*}}, %{{.*}} fastmath<fast> : f32
// CHECK: linalg.yield %[[S]]
func.func @binary(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = arith.addf %a, %b fastmath<fast> : tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// Attributes and types of elements are the scalar op's.
// CHECK-LABEL: @comparison
// CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : i32
// CHECK: arith.bitcast %{{.*}} : f32 to i32
func.func @comparison(%a: tensor<4xi32>, %b: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi32>) {
  %0 = arith.cmpi slt, %a, %a : tensor<4xi32>
  %1 = arith.bitcast %b : tensor<4xf32> to tensor<4xi32>
  return %0, %1 : tensor<4xi1>, tensor<4xi32>
}

// A scalar that decides for all elements is used as it is.
// CHECK-LABEL: @scalar
// CHECK-SAME: %[[C:.*]]: i1, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] :
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : f32
func.func @scalar(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %c, %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Vectors and scalars are none of its business.
// CHECK-LABEL: @others
// CHECK-NOT: linalg.generic
func.func @others(%a: vector<4xf32>, %b: f32) -> (vector<4xf32>, f32) {
  %0 = arith.addf %a, %a : vector<4xf32>
  %1 = math.exp %b : f32
  return %0, %1 : vector<4xf32>, f32
}
