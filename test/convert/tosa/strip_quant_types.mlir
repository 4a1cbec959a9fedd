// Quantized types become what is stored.
// RUN: tern-opt --tosa-strip-quant-types %s | FileCheck %s

!q = !quant.uniform<i8:f32, 0.1:3>
!u = !quant.uniform<u8:f32, 0.1:3>

// CHECK-LABEL: func.func @f(
// CHECK-SAME: tensor<4xi8>) -> tensor<4xui8>
func.func @f(%x: tensor<4x!q>) -> tensor<4x!u> {
  // CHECK: "tosa.const"() <{values = dense<[1, 2, 3, 255]> : tensor<4xui8>}> : () -> tensor<4xui8>
  %0 = "tosa.const"() {value = dense<[1, 2, 3, -1]> : tensor<4xi8>} : () -> tensor<4x!u>
  // CHECK: "tosa.const"() <{values = dense<3> : tensor<1xi8>}>
  // CHECK: "tosa.const"() <{values = dense<3> : tensor<1xi8>}>
  // CHECK: tosa.rescale {{.*}} {input_unsigned = false, output_unsigned = true, {{.*}} -> tensor<4xui8>
  %1 = "tosa.rescale"(%x) {double_round = false, input_zp = 3 : i32, multiplier = array<i32: 1073741824>, output_zp = 3 : i32, per_channel = false,
    scale32 = true, shift = array<i32: 30>} : (tensor<4x!q>) -> tensor<4x!u>
  // CHECK: tosa.maximum {{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %2 = "tosa.maximum"(%0, %1) : (tensor<4x!u>, tensor<4x!u>) -> tensor<4x!u>
  return %2 : tensor<4x!u>
}
