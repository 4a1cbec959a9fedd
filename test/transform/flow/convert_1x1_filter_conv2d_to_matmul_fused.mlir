// RUN: tern-opt %s --iree-flow-transformation-pipeline | FileCheck %s

// In the pipeline it becomes the dispatch of a product, with what follows the convolution.

// CHECK: func.func @conv_dispatch_0_matmul_like_64x32x16_f32
// CHECK: tensor<64x16xf32>, tensor<16x32xf32>
// CHECK: arith.maximumf
// CHECK: util.func public @conv
// CHECK-COUNT-1: flow.dispatch @
// CHECK-NOT: flow.dispatch @
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
util.func public @conv(%x: tensor<1x8x8x16xf32>, %f: tensor<1x1x16x32xf32>) -> tensor<1x8x8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x8x8x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x8x8x32xf32>) -> tensor<1x8x8x32xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %f : tensor<1x8x8x16xf32>, tensor<1x1x16x32xf32>) outs(%init : tensor<1x8x8x32xf32>) -> tensor<1x8x8x32xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0 : tensor<1x8x8x32xf32>) outs(%empty : tensor<1x8x8x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.maximumf %in, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<1x8x8x32xf32>
  util.return %1 : tensor<1x8x8x32xf32>
}
