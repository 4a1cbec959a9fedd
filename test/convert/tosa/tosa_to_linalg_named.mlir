// Convolutions, products and pooling become named ops.
// RUN: tern-opt --tosa-to-linalg-named %s | FileCheck %s
// RUN: tern-opt --pass-pipeline='builtin.module(tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf})' %s | FileCheck %s --check-prefix=HWCF

// CHECK: linalg.conv_2d_nhwc_fhwc
// HWCF: linalg.transpose
// HWCF: linalg.conv_2d_nhwc_hwcf
func.func @conv(%x: tensor<1x4x4x3xf32>, %w: tensor<5x2x2x3xf32>, %b: tensor<5xf32>) -> tensor<1x3x3x5xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x5xf32>
  return %r : tensor<1x3x3x5xf32>
}

// CHECK-LABEL: @products
// CHECK: linalg.batch_matmul
// CHECK: linalg.quantized_batch_matmul
func.func @products(%a: tensor<1x4x8xf32>, %b: tensor<1x8x3xf32>, %q: tensor<1x4x4xi8>) -> (tensor<1x4x3xf32>, tensor<1x4x4xi32>) {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %n = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.matmul %a, %b, %z, %z : (tensor<1x4x8xf32>, tensor<1x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3xf32>
  %s = tosa.matmul %q, %q, %n, %n : (tensor<1x4x4xi8>, tensor<1x4x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4xi32>
  return %r, %s : tensor<1x4x3xf32>, tensor<1x4x4xi32>
}

// CHECK-LABEL: @pools
// CHECK: linalg.pooling_nhwc_max
// CHECK: linalg.pooling_nhwc_sum
func.func @pools(%x: tensor<1x4x4x3xf32>) -> (tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>) {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xf32>) -> tensor<1x2x2x3xf32>
  %s = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x3xf32>
  return %r, %s : tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>
}

// A window whose size is not known: turned over by its own size, over an image that is padded by it.
// CHECK-LABEL: @transpose_conv2d_of_any_window
// CHECK: %[[W:.*]] = tensor.dim %arg1, %c1
// CHECK: tensor.pad %arg0 low[0, %{{.*}}, 1, 0] high[0, %{{.*}}, 1, 0]
// CHECK: linalg.generic
// CHECK: arith.subi
// CHECK: tensor.extract %arg1
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @transpose_conv2d_of_any_window(%x: tensor<1x4x4x3xf32>, %w: tensor<5x?x2x3xf32>, %b: tensor<5xf32>, %z: tensor<1xf32>) -> tensor<1x?x5x5xf32> {
  %r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x?x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x5x5xf32>
  return %r : tensor<1x?x5x5xf32>
}
