// RUN: tern-opt %s --iree-stablehlo-legalize-chlo | FileCheck %s
// RUN: tern-opt %s --chlo-legalize-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @broadcasts
// CHECK-SAME: %[[A:[^:]*]]: tensor<4xf32>, %[[B:[^:]*]]: tensor<2x4xf32>
// CHECK: %[[W:.*]] = stablehlo.broadcast_in_dim %[[A]], dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
// CHECK: stablehlo.add %[[W]], %[[B]] : tensor<2x4xf32>
func.func @broadcasts(%a: tensor<4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @broadcasts_as_told
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
func.func @broadcasts_as_told(%a: tensor<2xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = chlo.broadcast_subtract %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Of two unknown sizes one may be 1.

// CHECK-LABEL: func.func @broadcasts_unknown
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %[[N:.*]], %{{.*}} : index
// CHECK: %[[SIZE:.*]] = arith.select %[[ONE]], %{{.*}}, %[[N]] : index
// CHECK: %[[SHAPE:.*]] = tensor.from_elements %[[SIZE]] : tensor<1xindex>
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[SHAPE]], dims = [0]
// CHECK: stablehlo.multiply
func.func @broadcasts_unknown(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @special_functions_stay
// CHECK: stablehlo.broadcast_in_dim
// CHECK: chlo.zeta
func.func @special_functions_stay(%a: tensor<f32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.broadcast_zeta %a, %b : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @compositions
// CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK: stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK: %[[A:.*]] = stablehlo.abs
// CHECK: %[[INF:.*]] = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
// CHECK: stablehlo.compare EQ, %[[A]], %[[INF]]
// CHECK: stablehlo.multiply %[[X:.*]], %[[X]]
// CHECK: stablehlo.tan
// CHECK: stablehlo.negate
// CHECK: stablehlo.complex
func.func @compositions(%x: tensor<4xf32>, %z: tensor<4xcomplex<f32>>) -> (tensor<2xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>) {
  %0 = chlo.constant dense<1.0> : tensor<2xf32>
  %1 = "chlo.constant_like"(%x) <{value = 2.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  %3 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  %4 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.conj %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5 : tensor<2xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>
}
