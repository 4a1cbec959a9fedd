// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-flow-slice-behind-reshapes{chip=sm_90a})' | FileCheck %s
// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-flow-slice-behind-reshapes)' | FileCheck %s --check-prefix=NONE

#q = affine_map<(b, h, m, n, k, v) -> (b, m, h, k)>
#k = affine_map<(b, h, m, n, k, v) -> (b, n, h, k)>
#v = affine_map<(b, h, m, n, k, v) -> (b, n, h, v)>
#s = affine_map<(b, h, m, n, k, v) -> ()>
#o = affine_map<(b, h, m, n, k, v) -> (b, m, h, v)>

// Heads of queries and values are heads of what they were cut from. Keys that begin within a head are not.
// CHECK-LABEL: func.func @parts
// CHECK-SAME: %[[X:.*]]: tensor<2x256x384xf16>
// CHECK: %[[P:.*]] = tensor.extract_slice %[[X]][0, 0, 96]
// CHECK: %[[K:.*]] = tensor.expand_shape %[[P]] {{.*}} : tensor<2x256x128xf16> into tensor<2x256x2x64xf16>
// CHECK: %[[E:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1], [2, 3]] output_shape [2, 256, 6, 64]
// CHECK: %[[Q:.*]] = tensor.extract_slice %[[E]][0, 0, 0, 0] [2, 256, 2, 64] [1, 1, 1, 1] : tensor<2x256x6x64xf16> to tensor<2x256x2x64xf16>
// CHECK: %[[F:.*]] = tensor.expand_shape %[[X]]
// CHECK: %[[V:.*]] = tensor.extract_slice %[[F]][0, 0, 4, 0] [2, 256, 2, 64] [1, 1, 1, 1]
// CHECK: iree_linalg_ext.attention
// CHECK-SAME: ins(%[[Q]], %[[K]], %[[V]],
// NONE-LABEL: func.func @parts
// NONE-NOT: tensor<2x256x6x64xf16>
func.func @parts(%x: tensor<2x256x384xf16>, %scale: f32) -> tensor<2x256x2x64xf16> {
  %c = arith.constant 0.125 : f32
  %q = tensor.extract_slice %x[0, 0, 0] [2, 256, 128] [1, 1, 1] : tensor<2x256x384xf16> to tensor<2x256x128xf16>
  %k = tensor.extract_slice %x[0, 0, 96] [2, 256, 128] [1, 1, 1] : tensor<2x256x384xf16> to tensor<2x256x128xf16>
  %v = tensor.extract_slice %x[0, 0, 256] [2, 256, 128] [1, 1, 1] : tensor<2x256x384xf16> to tensor<2x256x128xf16>
  %qh = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [2, 256, 2, 64] : tensor<2x256x128xf16> into tensor<2x256x2x64xf16>
  %kh = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [2, 256, 2, 64] : tensor<2x256x128xf16> into tensor<2x256x2x64xf16>
  %vh = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [2, 256, 2, 64] : tensor<2x256x128xf16> into tensor<2x256x2x64xf16>
  %e = tensor.empty() : tensor<2x256x2x64xf16>
  %r = iree_linalg_ext.attention {indexing_maps = [#q, #k, #v, #s, #o]} ins(%qh, %kh, %vh, %c : tensor<2x256x2x64xf16>, tensor<2x256x2x64xf16>, tensor<2x256x2x64xf16>, f32) outs(%e : tensor<2x256x2x64xf16>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<2x256x2x64xf16>
  return %r : tensor<2x256x2x64xf16>
}
