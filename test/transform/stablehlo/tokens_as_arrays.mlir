// RUN: tern-opt %s --stablehlo-tokens-as-arrays | FileCheck %s

// CHECK-LABEL: func.func public @both(
// CHECK-SAME: %{{.*}}: tensor<0xi1>, %[[X:.*]]: tensor<2xf32>) -> (tensor<0xi1>, tensor<2xf32>)
func.func public @both(%t: !stablehlo.token, %x: tensor<2xf32>) -> (!stablehlo.token, tensor<2xf32>) {
  // CHECK: %[[T:.*]] = stablehlo.create_token
  // CHECK: %[[A:.*]] = stablehlo.after_all %[[T]]
  // CHECK: %[[N:.*]] = stablehlo.constant dense<> : tensor<0xi1>
  // CHECK: return %[[N]], %[[X]] : tensor<0xi1>, tensor<2xf32>
  %a = stablehlo.after_all %t, %t : !stablehlo.token
  return %a, %x : !stablehlo.token, tensor<2xf32>
}

// A private function has no callers outside.
// CHECK-LABEL: func.func private @inner(
// CHECK-SAME: !stablehlo.token) -> !stablehlo.token
func.func private @inner(%t: !stablehlo.token) -> !stablehlo.token {
  return %t : !stablehlo.token
}

// CHECK-LABEL: func.func public @without(
// CHECK-NEXT: %[[C:.*]] = stablehlo.create_token
// CHECK-NEXT: return %{{.*}} : tensor<2xf32>
func.func public @without(%x: tensor<2xf32>) -> tensor<2xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  return %x : tensor<2xf32>
}
