// Functions, returns and calls have what is stored.
// RUN: tern-opt --allow-unregistered-dialect --strip-func-quant-types %s | FileCheck %s

!q = !quant.uniform<i8:f32, 2.0>

// CHECK-LABEL: func.func private @callee(tensor<3xi8>) -> i8
func.func private @callee(tensor<3x!q>) -> !q

// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<3xi8>, %[[B:[a-z0-9]+]]: f32) -> (i8, f32)
func.func @caller(%a: tensor<3x!q>, %b: f32) -> (!q, f32) {
  // CHECK: %[[Q:.*]] = quant.scast %[[A]] : tensor<3xi8> to tensor<3x!quant.uniform<i8:f32, 2.000000e+00>>
  // CHECK: "test.use"(%[[Q]])
  "test.use"(%a) : (tensor<3x!q>) -> ()
  // CHECK: %[[S:.*]] = quant.scast %[[Q]]
  // CHECK: %[[R:.*]] = call @callee(%[[S]]) : (tensor<3xi8>) -> i8
  // CHECK: %[[RQ:.*]] = quant.scast %[[R]] : i8 to !quant.uniform
  %0 = call @callee(%a) : (tensor<3x!q>) -> !q
  // CHECK: %[[RS:.*]] = quant.scast %[[RQ]]
  // CHECK: return %[[RS]], %[[B]] : i8, f32
  return %0, %b : !q, f32
}
