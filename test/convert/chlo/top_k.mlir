// RUN: tern-opt --stablehlo-legalize-top-k %s | FileCheck %s

// CHECK-LABEL: func.func @top_k(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
func.func @top_k(%x: tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  // CHECK: %[[N:.*]] = stablehlo.iota dim = 1 : tensor<4x8xi32>
  // CHECK: %[[S:.*]]:2 = "stablehlo.sort"(%[[X]], %[[N]]) <{dimension = 1 : i64, is_stable = true}>
  // CHECK: stablehlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER
  // CHECK: tensor.extract_slice %[[S]]#0[0, 0] [4, 2] [1, 1]
  // CHECK: tensor.extract_slice %[[S]]#1[0, 0] [4, 2] [1, 1]
  %v, %i = chlo.top_k(%x, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %v, %i : tensor<4x2xf32>, tensor<4x2xi32>
}

// CHECK-LABEL: func.func @least(
func.func @least(%x: tensor<8xui8>) -> (tensor<3xui8>, tensor<3xi32>) {
  // CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, UNSIGNED
  %v, %i = mhlo.topk(%x, k = 3, largest = false) : tensor<8xui8> -> (tensor<3xui8>, tensor<3xi32>)
  return %v, %i : tensor<3xui8>, tensor<3xi32>
}

// CHECK-LABEL: func.func @custom_call(
func.func @custom_call(%x: tensor<8xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  // CHECK: stablehlo.compare GT, %{{.*}}, %{{.*}}, SIGNED
  %r:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = true}} : (tensor<8xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  return %r#0, %r#1 : tensor<3xi32>, tensor<3xi32>
}
