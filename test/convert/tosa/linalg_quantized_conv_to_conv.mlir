// A convolution with zero points is a convolution and corrections.
// RUN: tern-opt --allow-unregistered-dialect --iree-linalg-quantized-conv-to-conv %s | FileCheck %s

// Zero points of 0 need no correction.
// CHECK-LABEL: @plain
// CHECK-NEXT: arith.constant
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf
// CHECK-NEXT: return
func.func @plain(%x: tensor<1x4x4x3xi8>, %w: tensor<2x2x3x5xi8>, %o: tensor<1x3x3x5xi32>) -> tensor<1x3x3x5xi32> {
  %z = arith.constant 0 : i32
  %r = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w, %z, %z : tensor<1x4x4x3xi8>, tensor<2x2x3x5xi8>, i32, i32) outs(%o : tensor<1x3x3x5xi32>) -> tensor<1x3x3x5xi32>
  return %r : tensor<1x3x3x5xi32>
}

// CHECK-LABEL: @zero_points
// CHECK: linalg.depthwise_conv_2d_nhwc_hwcm
// CHECK: linalg.generic
// CHECK-NOT: _q
func.func @zero_points(%x: tensor<1x4x4x3xi8>, %w: tensor<2x2x3x2xi8>, %p: i32, %q: i32, %o: tensor<1x3x3x3x2xi32>) -> tensor<1x3x3x3x2xi32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w, %p, %q : tensor<1x4x4x3xi8>, tensor<2x2x3x2xi8>, i32, i32) outs(%o : tensor<1x3x3x3x2xi32>) -> tensor<1x3x3x3x2xi32>
  return %r : tensor<1x3x3x3x2xi32>
}
