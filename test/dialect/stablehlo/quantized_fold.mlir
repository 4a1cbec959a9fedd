// Quantized constants are not folded as if what is stored were what they mean, nor is adding zero nothing.
// RUN: tern-opt --canonicalize --iree-stablehlo-canonicalize %s | FileCheck %s

!q = !quant.uniform<i8:f32, 2.0:1>

// CHECK-LABEL: func.func @constants
// CHECK: %[[C:.*]] = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}>
// CHECK: stablehlo.add %[[C]], %[[C]]
// CHECK: stablehlo.multiply %[[C]], %[[C]]
// CHECK: stablehlo.slice %[[C]]
// CHECK: stablehlo.reshape %[[C]]
func.func @constants() -> (tensor<2x!q>, tensor<2x!q>, tensor<1x!q>, tensor<2x1x!q>) {
  %c = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!q>
  %0 = stablehlo.add %c, %c : tensor<2x!q>
  %1 = stablehlo.multiply %c, %c : tensor<2x!q>
  %2 = stablehlo.slice %c [0:1] : (tensor<2x!q>) -> tensor<1x!q>
  %3 = stablehlo.reshape %c : (tensor<2x!q>) -> tensor<2x1x!q>
  return %0, %1, %2, %3 : tensor<2x!q>, tensor<2x!q>, tensor<1x!q>, tensor<2x1x!q>
}

// CHECK-LABEL: func.func @choices
// CHECK-NEXT: %[[S:.*]] = stablehlo.select
// CHECK-NEXT: return %[[S]]
func.func @choices(%p: tensor<i1>, %a: tensor<2x!q>) -> tensor<2x!quant.uniform<i8:f32, 3.0>> {
  %0 = stablehlo.select %p, %a, %a : (tensor<i1>, tensor<2x!q>, tensor<2x!q>) -> tensor<2x!quant.uniform<i8:f32, 3.0>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 3.0>>
}
