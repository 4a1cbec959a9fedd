// Reductions of more elements than one workgroup goes through, on a target without subgroup arithmetic. Mesa's lavapipe ends
// loops after 65535 iterations, which 128 invocations reach at 8388480 elements.
// REQUIRES: lavapipe
// RUN: %lavapipe tern-run --check %s --device=vulkan --vulkan-target=vulkan1.1 | FileCheck %s
// CHECK: 4 passed, 0 failed

func.func @sum() {
  %c = stablehlo.constant dense<1.0> : tensor<16777216xf32>
  %x = util.optimization_barrier %c : tensor<16777216xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16777216xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const(%r, dense<16777216.0> : tensor<f32>) : tensor<f32>
  return
}
func.func @sum_odd() {
  %c = stablehlo.constant dense<1> : tensor<16777259xi32>
  %x = util.optimization_barrier %c : tensor<16777259xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16777259xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const(%r, dense<16777259> : tensor<i32>) : tensor<i32>
  return
}
func.func @sum_2d() {
  %c = stablehlo.constant dense<1> : tensor<5003x4001xi32>
  %x = util.optimization_barrier %c : tensor<5003x4001xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<5003x4001xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const(%r, dense<20017003> : tensor<i32>) : tensor<i32>
  return
}
func.func @max_rows() {
  %c = stablehlo.constant dense<3.0> : tensor<3x9000000xf32>
  %x = util.optimization_barrier %c : tensor<3x9000000xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<3x9000000xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const(%r, dense<3.0> : tensor<3xf32>) : tensor<3xf32>
  return
}
