// Casts that undo one another.
// RUN: tern-opt --canonicalize %s | FileCheck %s

!q = !quant.uniform<i8:f32, 2.0>

// CHECK-LABEL: func.func @inverse(
// CHECK-SAME: %[[F:[a-z0-9]+]]: tensor<3xf32>, %[[Q:[a-z0-9]+]]: tensor<3x!quant
func.func @inverse(%f: tensor<3xf32>, %q: tensor<3x!q>) -> (tensor<3xf32>, tensor<3x!q>, tensor<3x!q>) {
  %0 = quant.qcast %f : tensor<3xf32> to tensor<3x!q>
  %1 = quant.dcast %0 : tensor<3x!q> to tensor<3xf32>
  %2 = quant.dcast %q : tensor<3x!q> to tensor<3xf32>
  %3 = quant.qcast %2 : tensor<3xf32> to tensor<3x!q>
  %4 = quant.scast %q : tensor<3x!q> to tensor<3xi8>
  %5 = quant.scast %4 : tensor<3xi8> to tensor<3x!q>
  // CHECK-NEXT: return %[[F]], %[[Q]], %[[Q]]
  return %1, %3, %5 : tensor<3xf32>, tensor<3x!q>, tensor<3x!q>
}

// CHECK-LABEL: func.func @another_scale
func.func @another_scale(%q: tensor<3x!q>) -> tensor<3x!quant.uniform<i8:f32, 3.0>> {
  // CHECK-NEXT: quant.dcast
  // CHECK-NEXT: quant.qcast
  %0 = quant.dcast %q : tensor<3x!q> to tensor<3xf32>
  %1 = quant.qcast %0 : tensor<3xf32> to tensor<3x!quant.uniform<i8:f32, 3.0>>
  return %1 : tensor<3x!quant.uniform<i8:f32, 3.0>>
}
