// RUN: tern-opt %s --simplify-depthwise-conv | FileCheck %s
// RUN: mlir-opt %s --simplify-depthwise-conv | FileCheck %s

// CHECK-LABEL: @one_filter
// CHECK-SAME: %[[A:.*]]: tensor<1x9x9x4xf32>, %[[K:.*]]: tensor<3x3x4x1xf32>, %[[O:.*]]: tensor<1x4x4x4x1xf32>
// CHECK-DAG: %[[L:.*]] = tensor.collapse_shape %[[K]] {{\[}}[0], [1], [2, 3]]
// CHECK-DAG: %[[P:.*]] = tensor.collapse_shape %[[O]] {{\[}}[0], [1], [2], [3, 4]]
// CHECK: %[[C:.*]] = linalg.depthwise_conv_2d_nhwc_hwc {{.*}}strides = dense<2> : tensor<2xi64>{{.*}} ins(%[[A]], %[[L]] : {{.*}}) outs(%[[P]] :
// CHECK: tensor.expand_shape %[[C]] {{\[}}[0], [1], [2], [3, 4]] output_shape [1, 4, 4, 4, 1]
func.func @one_filter(%a: tensor<1x9x9x4xf32>, %k: tensor<3x3x4x1xf32>, %o: tensor<1x4x4x4x1xf32>) -> tensor<1x4x4x4x1xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%a, %k : tensor<1x9x9x4xf32>, tensor<3x3x4x1xf32>) outs(%o : tensor<1x4x4x4x1xf32>) -> tensor<1x4x4x4x1xf32>
  return %0 : tensor<1x4x4x4x1xf32>
}

// CHECK-LABEL: @two_filters
// CHECK: linalg.depthwise_conv_2d_nhwc_hwcm
func.func @two_filters(%a: tensor<1x9x9x4xf32>, %k: tensor<3x3x4x2xf32>, %o: tensor<1x7x7x4x2xf32>) -> tensor<1x7x7x4x2xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%a, %k : tensor<1x9x9x4xf32>, tensor<3x3x4x2xf32>) outs(%o : tensor<1x7x7x4x2xf32>) -> tensor<1x7x7x4x2xf32>
  return %0 : tensor<1x7x7x4x2xf32>
}
