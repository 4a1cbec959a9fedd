// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions=fuse-other-types=true | FileCheck %s
// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions | FileCheck %s --check-prefix=APART

// The sums of a product are of another type than what is made of them: one dispatch, where that is asked for.

// CHECK-LABEL: func.func @product
// CHECK: flow.dispatch.region
// CHECK: linalg.matmul
// CHECK: arith.truncf
// CHECK: flow.return %{{.+}} : tensor<64x64xf16>
// CHECK-NOT: flow.dispatch.region

// APART-LABEL: func.func @product
// APART: flow.dispatch.region
// APART: flow.return %{{.+}} : tensor<64x64xf32>
// APART: flow.dispatch.region
// APART: flow.return %{{.+}} : tensor<64x64xf16>
func.func @product(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = tensor.empty() : tensor<64x64xf16>
  %4 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<64x64xf32>) outs(%3 : tensor<64x64xf16>) {
  ^bb0(%x: f32, %old: f16):
    %y = arith.truncf %x : f32 to f16
    linalg.yield %y : f16
  } -> tensor<64x64xf16>
  return %4 : tensor<64x64xf16>
}

// A convolution is a product as well, where each feature of its result has products of its own.

// CHECK-LABEL: func.func @convolution
// CHECK: flow.dispatch.region
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: arith.truncf
// CHECK: flow.return %{{.+}} : tensor<1x8x8x16xf16>
// CHECK-NOT: flow.dispatch.region

// APART-LABEL: func.func @convolution
// APART: flow.return %{{.+}} : tensor<1x8x8x16xf32>
// APART: flow.return %{{.+}} : tensor<1x8x8x16xf16>
func.func @convolution(%x: tensor<1x10x10x4xf16>, %w: tensor<3x3x4x16xf16>) -> tensor<1x8x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x8x8x16xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x10x10x4xf16>, tensor<3x3x4x16xf16>) outs(%1 : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %3 = tensor.empty() : tensor<1x8x8x16xf16>
  %4 = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x8x8x16xf32>) outs(%3 : tensor<1x8x8x16xf16>) {
  ^bb0(%s: f32, %old: f16):
    %y = arith.truncf %s : f32 to f16
    linalg.yield %y : f16
  } -> tensor<1x8x8x16xf16>
  return %4 : tensor<1x8x8x16xf16>
}

// CHECK-LABEL: func.func @depthwise
// CHECK: flow.return %{{.+}} : tensor<1x8x8x16xf32>
// CHECK: flow.return %{{.+}} : tensor<1x8x8x16xf16>
func.func @depthwise(%x: tensor<1x10x10x16xf16>, %w: tensor<3x3x16xf16>) -> tensor<1x8x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x8x8x16xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %2 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x10x10x16xf16>, tensor<3x3x16xf16>) outs(%1 : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %3 = tensor.empty() : tensor<1x8x8x16xf16>
  %4 = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x8x8x16xf32>) outs(%3 : tensor<1x8x8x16xf16>) {
  ^bb0(%s: f32, %old: f16):
    %y = arith.truncf %s : f32 to f16
    linalg.yield %y : f16
  } -> tensor<1x8x8x16xf16>
  return %4 : tensor<1x8x8x16xf16>
}

// A reduction that is no product keeps to its own type.

// CHECK-LABEL: func.func @sums
// CHECK: flow.dispatch.region
// CHECK: flow.return %{{.+}} : tensor<4x64xf32>
// CHECK: flow.dispatch.region
// CHECK: flow.return %{{.+}} : tensor<4x64xf16>
func.func @sums(%a: tensor<4x9x64xf32>) -> tensor<4x64xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4x64xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4x64xf32>) -> tensor<4x64xf32>
  %2 = linalg.reduce ins(%a : tensor<4x9x64xf32>) outs(%1 : tensor<4x64xf32>) dimensions = [1]
    (%in: f32, %init: f32) {
      %s = arith.addf %in, %init : f32
      linalg.yield %s : f32
    }
  %3 = tensor.empty() : tensor<4x64xf16>
  %4 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<4x64xf32>) outs(%3 : tensor<4x64xf16>) {
  ^bb0(%x: f32, %old: f16):
    %y = arith.truncf %x : f32 to f16
    linalg.yield %y : f16
  } -> tensor<4x64xf16>
  return %4 : tensor<4x64xf16>
}

// What is made of the sums is inserted into a larger tensor by a dispatch of its own: the sums of all elements would need memory.

// CHECK-LABEL: func.func @inserted
// CHECK: flow.dispatch.region {{.*}} "its accumulators have another type than the tensor that its result is inserted into"
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: flow.return %{{.+}} : tensor<1x8x8x16xf16>
// CHECK: flow.dispatch.region
// CHECK: tensor.insert_slice
// CHECK: flow.return %{{.+}} : tensor<1x10x10x16xf16>
func.func @inserted(%x: tensor<1x10x10x4xf16>, %w: tensor<3x3x4x16xf16>, %into: tensor<1x10x10x16xf16>) -> tensor<1x10x10x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x8x8x16xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x10x10x4xf16>, tensor<3x3x4x16xf16>) outs(%1 : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %3 = tensor.empty() : tensor<1x8x8x16xf16>
  %4 = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x8x8x16xf32>) outs(%3 : tensor<1x8x8x16xf16>) {
  ^bb0(%s: f32, %old: f16):
    %y = arith.truncf %s : f32 to f16
    linalg.yield %y : f16
  } -> tensor<1x8x8x16xf16>
  %5 = tensor.insert_slice %4 into %into[0, 1, 1, 0] [1, 8, 8, 16] [1, 1, 1, 1] : tensor<1x8x8x16xf16> into tensor<1x10x10x16xf16>
  return %5 : tensor<1x10x10x16xf16>
}
