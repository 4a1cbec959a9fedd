// RUN: tern-opt %s --stablehlo-assert-shapes --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @compares_once
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?x4xf32>)
// CHECK: %[[A:.*]] = tensor.dim %[[X]]
// CHECK: %[[B:.*]] = tensor.dim %[[Y]]
// CHECK: %[[E:.*]] = arith.cmpi eq, %[[A]], %[[B]] : index
// CHECK: cf.assert %[[E]], "'stablehlo.add' op has operands that do not fit each other: the sizes of dimension 0 and of dimension 0 differ"
// CHECK: stablehlo.add
// CHECK-NOT: cf.assert
func.func @compares_once(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x4xf32>
  %1 = stablehlo.exponential %0 : tensor<?x4xf32>
  %2 = stablehlo.multiply %1, %y : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// -----

// Sizes that come from one place, through a list of sizes, too.
// CHECK-LABEL: func.func @follows_sizes
// CHECK-NOT: cf.assert
func.func @follows_sizes(%x: tensor<?x4xf32>, %s: tensor<f32>) -> tensor<4x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c4 = stablehlo.constant dense<4> : tensor<1xi32>
  %l = stablehlo.concatenate %n1, %c4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %s, %l, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
  %0 = stablehlo.add %x, %b : tensor<?x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %3 = stablehlo.maximum %1, %2 : tensor<4x?xf32>
  return %3 : tensor<4x?xf32>
}

// -----

// CHECK-LABEL: func.func @products
// CHECK: cf.assert %{{.*}}, "'stablehlo.dot_general' op {{.*}} the sizes of dimension 1 and of dimension 0 differ"
// CHECK: cf.assert %{{.*}}, "'stablehlo.concatenate' op {{.*}} the sizes of dimension 1 and of dimension 1 differ"
// CHECK-NOT: cf.assert
func.func @products(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.concatenate %0, %x, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// A limit that is a scalar fits all; the other one does not.
// CHECK-LABEL: func.func @limits
// CHECK-COUNT-1: cf.assert
// CHECK-NOT: cf.assert
func.func @limits(%low: tensor<f32>, %x: tensor<?xf32>, %high: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
