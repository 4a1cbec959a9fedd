// RUN: tern-opt %s --split-input-file --iree-global-opt-convert-1x1-filter-conv2d-to-matmul | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-flow-convert-1x1-filter-conv2d-to-matmul | FileCheck %s

// CHECK-DAG: #[[$IMAGE:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
// CHECK-DAG: #[[$FILTER:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d4, d3)>
// CHECK-DAG: #[[$RESULT:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// CHECK-LABEL: @nhwc_hwcf
// CHECK-SAME: (%[[X:.+]]: tensor<2x?x8x16xf32>, %[[F:.+]]: tensor<1x1x16x32xf32>, %[[INIT:.+]]: tensor<2x?x8x32xf32>)
// CHECK: %[[F2:.+]] = tensor.collapse_shape %[[F]] {{\[}}[0, 1, 2], [3]] : tensor<1x1x16x32xf32> into tensor<16x32xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$IMAGE]], #[[$FILTER]], #[[$RESULT]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%[[X]], %[[F2]] : tensor<2x?x8x16xf32>, tensor<16x32xf32>) outs(%[[INIT]] : tensor<2x?x8x32xf32>)
// CHECK: arith.mulf
// CHECK: arith.addf
func.func @nhwc_hwcf(%x: tensor<2x?x8x16xf32>, %f: tensor<1x1x16x32xf32>, %init: tensor<2x?x8x32xf32>) -> tensor<2x?x8x32xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<3> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %f : tensor<2x?x8x16xf32>, tensor<1x1x16x32xf32>) outs(%init : tensor<2x?x8x32xf32>) -> tensor<2x?x8x32xf32>
  return %0 : tensor<2x?x8x32xf32>
}

// -----

// CHECK-DAG: #[[$FILTER:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>
// CHECK-LABEL: @nhwc_fhwc
// CHECK: tensor.collapse_shape %{{.+}} {{\[}}[0], [1, 2, 3]] : tensor<32x1x1x16xi8> into tensor<32x16xi8>
// CHECK: linalg.generic {indexing_maps = [#{{.+}}, #[[$FILTER]], #{{.+}}]
// CHECK: arith.extsi
func.func @nhwc_fhwc(%x: tensor<2x8x8x16xi8>, %f: tensor<32x1x1x16xi8>, %init: tensor<2x8x8x32xi32>) -> tensor<2x8x8x32xi32> {
  %0 = linalg.conv_2d_nhwc_fhwc ins(%x, %f : tensor<2x8x8x16xi8>, tensor<32x1x1x16xi8>) outs(%init : tensor<2x8x8x32xi32>) -> tensor<2x8x8x32xi32>
  return %0 : tensor<2x8x8x32xi32>
}

// -----

// CHECK-DAG: #[[$IMAGE:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
// CHECK-DAG: #[[$RESULT:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d2)>
// CHECK-LABEL: @nchw_fchw
// CHECK: tensor.collapse_shape %{{.+}} {{\[}}[0], [1, 2, 3]] : tensor<32x16x1x1xf32> into tensor<32x16xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$IMAGE]], #{{.+}}, #[[$RESULT]]]
func.func @nchw_fchw(%x: tensor<2x16x8x8xf32>, %f: tensor<32x16x1x1xf32>, %init: tensor<2x32x8x8xf32>) -> tensor<2x32x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<2x16x8x8xf32>, tensor<32x16x1x1xf32>) outs(%init : tensor<2x32x8x8xf32>) -> tensor<2x32x8x8xf32>
  return %0 : tensor<2x32x8x8xf32>
}

// -----

// Steps of two, and windows of more elements, are no products.

// CHECK-LABEL: @kept
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @kept(%x: tensor<1x8x8x16xf32>, %f: tensor<1x1x16x32xf32>, %i: tensor<1x4x4x32xf32>, %g: tensor<3x1x16x32xf32>, %j: tensor<1x6x8x32xf32>) -> (tensor<1x4x4x32xf32>, tensor<1x6x8x32xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %f : tensor<1x8x8x16xf32>, tensor<1x1x16x32xf32>) outs(%i : tensor<1x4x4x32xf32>) -> tensor<1x4x4x32xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%x, %g : tensor<1x8x8x16xf32>, tensor<3x1x16x32xf32>) outs(%j : tensor<1x6x8x32xf32>) -> tensor<1x6x8x32xf32>
  return %0, %1 : tensor<1x4x4x32xf32>, tensor<1x6x8x32xf32>
}
