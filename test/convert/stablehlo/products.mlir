// RUN: tern-opt %s --stablehlo-legalize-to-linalg | FileCheck %s
// RUN: tern-opt %s --stablehlo-legalize-to-linalg | mlir-opt | FileCheck %s

// CHECK-DAG: #[[$MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// CHECK-LABEL: func.func @dots
// CHECK: %[[ZERO:.*]] = linalg.fill
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x6xf32>, tensor<6x5xf32>) outs(%[[ZERO]] : tensor<4x5xf32>)
// CHECK: linalg.matvec
// CHECK: linalg.vecmat
// CHECK: linalg.dot
// CHECK: linalg.batch_matmul
func.func @dots(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %v: tensor<6xf32>, %c: tensor<2x4x6xf32>, %d: tensor<2x6x5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<2x4x5xf32>) {
  %0 = stablehlo.dot %a, %b : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  %1 = stablehlo.dot %a, %v : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4xf32>
  %2 = stablehlo.dot %v, %b : (tensor<6xf32>, tensor<6x5xf32>) -> tensor<5xf32>
  %3 = stablehlo.dot %v, %v : (tensor<6xf32>, tensor<6xf32>) -> tensor<f32>
  %4 = stablehlo.dot_general %c, %d, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x6xf32>, tensor<2x6x5xf32>) -> tensor<2x4x5xf32>
  return %0, %1, %2, %3, %4 : tensor<4x5xf32>, tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<2x4x5xf32>
}

// CHECK-LABEL: func.func @transposed_rhs
// CHECK: linalg.generic {indexing_maps = [#[[$MK]], #[[$NK]], #[[$MN]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: arith.addf %{{.*}}, %[[P]]
func.func @transposed_rhs(%a: tensor<4x6xf32>, %b: tensor<5x6xf32>) -> tensor<4x5xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// linalg.matmul extends with signs: unsigned numbers are a generic op.

// CHECK-LABEL: func.func @mixed_types
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x6xi8>, tensor<6x5xi8>) outs(%{{.*}} : tensor<4x5xi32>)
// CHECK: linalg.generic
// CHECK: arith.extui %{{.*}} : i8 to i32
func.func @mixed_types(%a: tensor<4x6xi8>, %b: tensor<6x5xi8>, %c: tensor<4x6xui8>, %d: tensor<6x5xui8>) -> (tensor<4x5xi32>, tensor<4x5xui32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xi8>, tensor<6x5xi8>) -> tensor<4x5xi32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x6xui8>, tensor<6x5xui8>) -> tensor<4x5xui32>
  return %0, %1 : tensor<4x5xi32>, tensor<4x5xui32>
}

// CHECK-LABEL: func.func @convolves
// CHECK: %[[PADDED:.*]] = tensor.pad %{{.*}} low[0, 1, 1, 0] high[0, 1, 1, 0]
// CHECK: linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%[[PADDED]], %{{.*}} : {{.*}})
func.func @convolves(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}

// CHECK-LABEL: func.func @convolves_depthwise
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
func.func @convolves_depthwise(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x1x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x1x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// Groups become a dimension.

// CHECK-LABEL: func.func @convolves_in_groups
// CHECK: tensor.expand_shape %{{.*}} output_shape [1, 8, 8, 2, 2]
// CHECK: tensor.expand_shape %{{.*}} output_shape [3, 3, 2, 2, 3]
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
// CHECK: tensor.collapse_shape %{{.*}} : tensor<1x6x6x2x3xf32> into tensor<1x6x6x6xf32>
func.func @convolves_in_groups(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// CHECK-LABEL: func.func @sums_labels
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: arith.mulf
func.func @sums_labels(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.einsum %a, %b, config = "ab,bc->ca" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @sums_ellipses
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "reduction"]
func.func @sums_ellipses(%a: tensor<7x2x3xf32>, %b: tensor<3x4xf32>) -> tensor<7x2x4xf32> {
  %0 = stablehlo.einsum %a, %b, config = "...ab,bc->...ac" : (tensor<7x2x3xf32>, tensor<3x4xf32>) -> tensor<7x2x4xf32>
  return %0 : tensor<7x2x4xf32>
}

// CHECK-LABEL: func.func @normalizes
// CHECK: linalg.generic
// CHECK: math.sqrt
func.func @normalizes(%x: tensor<2x4xf32>, %f: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %f, %f, %f, %f) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @trains
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: math.sqrt
func.func @trains(%x: tensor<2x4xf32>, %f: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %f, %f) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @differentiates
// CHECK-COUNT-2: iterator_types = ["parallel", "reduction"]
func.func @differentiates(%x: tensor<2x4xf32>, %f: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %f, %f, %f, %x) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Sums of narrow floats are computed in f32 and rounded once; parts of complex numbers are widened alike.

// CHECK-LABEL: func.func @narrow_sum
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<2x512xbf16>, tensor<512x2xbf16>) outs(%{{.*}} : tensor<2x2xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @narrow_sum(%a: tensor<2x512xbf16>, %b: tensor<512x2xbf16>) -> tensor<2x2xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x512xbf16>, tensor<512x2xbf16>) -> tensor<2x2xbf16>
  return %0 : tensor<2x2xbf16>
}

// CHECK-LABEL: func.func @wider_complex
// CHECK: complex.re
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK: complex.im
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK: complex.create
// CHECK: complex.mul %{{.*}} : complex<f64>
func.func @wider_complex(%a: tensor<2x3xcomplex<f32>>, %b: tensor<3x2xcomplex<f32>>) -> tensor<2x2xcomplex<f64>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<2x2xcomplex<f64>>
  return %0 : tensor<2x2xcomplex<f64>>
}
