// Operands get the rank of the result.
// RUN: tern-opt --allow-unregistered-dialect --tosa-make-broadcastable %s | FileCheck %s

// CHECK: %[[S:.+]] = tosa.const_shape {values = dense<[1, 3]> : tensor<2xindex>}
// CHECK: %[[R:.+]] = tosa.reshape %arg1, %[[S]] : (tensor<3xf32>, !tosa.shape<2>) -> tensor<1x3xf32>
// CHECK: tosa.add %arg0, %[[R]]
func.func @f(%a: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<4x3xf32> {
  %0 = tosa.add %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
