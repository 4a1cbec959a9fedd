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

// Which of the sizes is 1, if one is, shows at run time.
// CHECK-LABEL: @open
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[B:[a-z0-9]+]]: tensor<?xf32>
func.func @open(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[M:.+]] = tensor.dim %[[A]]
  // CHECK-DAG: %[[N:.+]] = tensor.dim %[[B]]
  // CHECK: %[[SIZE:.+]] = arith.maxsi %[[M]], %[[N]]
  // CHECK: scf.if {{.*}} -> (tensor<?xf32>) {
  // CHECK: tensor.extract %[[A]]
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %[[A]]
  // CHECK: scf.if {{.*}} -> (tensor<?xf32>) {
  // CHECK: tensor.extract %[[B]]
  // CHECK: tensor.empty(%[[SIZE]])
  // CHECK: arith.addf
  %0 = tosa.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Sizes that come from the same dimension are the same.
// CHECK-LABEL: @same_origin
// CHECK-NOT: scf.if
func.func @same_origin(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tosa.exp %a : (tensor<?xf32>) -> tensor<?xf32>
  %1 = tosa.add %a, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// What is known decides.
// CHECK-LABEL: @half_known
// CHECK: scf.if {{.*}} -> (tensor<4xf32>)
// CHECK-NOT: scf.if
// CHECK: return
func.func @half_known(%a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.add %a, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The least number of a format without infinity.
// CHECK-LABEL: @least
// CHECK: arith.constant -4.480000e+02 : f8E4M3FN
func.func @least(%a: tensor<3x4xf8E4M3FN>) -> tensor<3xi32> {
  %0 = tosa.argmax %a {axis = 1 : i32} : (tensor<3x4xf8E4M3FN>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: @unsigned_cast
// CHECK: arith.extui {{.*}} : i8 to i32
func.func @unsigned_cast(%a: tensor<3xi8>) -> tensor<3xi32> {
  %0 = tosa.cast %a {input_unsigned = true} : (tensor<3xi8>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: @scale
// CHECK: linalg.generic
// CHECK: tosa.apply_scale {{.*}} : (i32, i32, i8) -> i32
func.func @scale(%a: tensor<3xi32>, %s: tensor<3xi8>) -> tensor<3xi32> {
  %0 = tosa.apply_scale %a, %a, %s {rounding_mode = SINGLE_ROUND} : (tensor<3xi32>, tensor<3xi32>, tensor<3xi8>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
