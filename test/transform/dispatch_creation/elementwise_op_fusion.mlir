// RUN: tern-opt %s --iree-dispatch-creation-elementwise-op-fusion --split-input-file | FileCheck %s
// RUN: tern-opt %s --iree-flow-fusion-of-tensor-ops --split-input-file | FileCheck %s
// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-dispatch-creation-elementwise-op-fusion{fuse-multi-use=false})' --split-input-file | FileCheck %s --check-prefix=SINGLE

#id = affine_map<(d0, d1) -> (d0, d1)>
// Both results leave one op; nothing is computed twice.
// CHECK-LABEL: func.func @several_users
// SINGLE-LABEL: func.func @several_users
// SINGLE-COUNT-2: linalg.generic
func.func @several_users(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: %[[F:.*]]:2 = linalg.generic
  // CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>)
  // CHECK: %[[E:.*]] = math.exp
  // CHECK: %[[S:.*]] = arith.addf %[[E]]
  // CHECK: %[[M:.*]] = arith.mulf %[[S]], %[[E]]
  // CHECK: linalg.yield %[[E]], %[[M]]
  // CHECK-NOT: linalg.generic
  // CHECK: return %[[F]]#0, %[[F]]#1
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = math.exp %a : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %3 = arith.addf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<4x8xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%2, %0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %5 = arith.mulf %a, %b : f32
    linalg.yield %5 : f32
  } -> tensor<4x8xf32>
  return %0, %4 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
// An expensive op is not repeated for each column; a cheap one is.
// CHECK-LABEL: func.func @broadcast
func.func @broadcast(%x: tensor<4xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: linalg.generic
  // CHECK: math.exp
  // CHECK: linalg.generic
  // CHECK-NOT: math.exp
  // CHECK: arith.negf
  // CHECK: return
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = math.exp %a : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %n = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.negf %a : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %y : tensor<4xf32>, tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %3 = arith.addf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<4x8xf32>
  %4 = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%n, %y : tensor<4xf32>, tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %3 = arith.mulf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<4x8xf32>
  return %2, %4 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// Into a reduction, but not into a contraction.
// CHECK-LABEL: func.func @reduce
func.func @reduce(%x: tensor<4x8xf32>, %s: tensor<4xf32>, %w: tensor<8x2xf32>, %t: tensor<4x2xf32>) -> (tensor<4xf32>, tensor<4x2xf32>) {
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "reduction"]
  // CHECK: math.exp
  // CHECK: arith.addf
  // CHECK: %[[E:.*]] = linalg.generic
  // CHECK: math.tanh
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[E]],
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = math.exp %a : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<4x8xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = math.tanh %a : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3, %w : tensor<4x8xf32>, tensor<8x2xf32>) outs(%t : tensor<4x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %5 = arith.mulf %a, %b : f32
    %6 = arith.addf %c, %5 : f32
    linalg.yield %6 : f32
  } -> tensor<4x2xf32>
  return %2, %4 : tensor<4xf32>, tensor<4x2xf32>
}

// -----

// The reshape of a single element has no loops that could be expanded: both ops stay apart.
#one = affine_map<(d0, d1) -> (d0, d1)>
func.func @single(%x: tensor<1x1xf32>) -> (tensor<f32>, tensor<i8>) {
  %e = tensor.empty() : tensor<1x1xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<1x1xf32>) outs(%e : tensor<1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<1x1xf32>
  %c = tensor.collapse_shape %0 [] : tensor<1x1xf32> into tensor<f32>
  %f = tensor.empty() : tensor<i8>
  %1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%c : tensor<f32>) outs(%f : tensor<i8>) {
  ^bb0(%a: f32, %o: i8):
    %s = arith.fptosi %a : f32 to i8
    linalg.yield %s : i8
  } -> tensor<i8>
  return %c, %1 : tensor<f32>, tensor<i8>
}

// CHECK-LABEL: func.func @single
// CHECK: %[[E:.*]] = linalg.generic
// CHECK: math.exp
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[E]] [] : tensor<1x1xf32> into tensor<f32>
// CHECK: linalg.generic {{.*}} ins(%[[C]] : tensor<f32>)

// -----

// What follows a convolution works on its dimensions, where a reshape stood between: it can share its dispatch.
// Other producers are fused before, so that no reshape stands in front of them.

// CHECK-LABEL: func.func @behind_root
// CHECK: %[[SUMS:.*]] = linalg.conv_2d_nhwc_hwcf
// CHECK: %[[NARROW:.*]] = linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel"]
// CHECK-SAME: ins(%[[SUMS]], %{{.*}} : tensor<1x8x8x16xf32>, tensor<16xf16>)
// CHECK: arith.truncf
// CHECK: arith.addf
// CHECK-NOT: linalg.generic
func.func @behind_root(%x: tensor<1x10x10x4xf16>, %w: tensor<3x3x4x16xf16>, %init: tensor<1x8x8x16xf32>, %bias: tensor<16xf16>) -> tensor<8x8x16xf16> {
  %sums = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x10x10x4xf16>, tensor<3x3x4x16xf16>) outs(%init : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %plane = tensor.collapse_shape %sums [[0, 1], [2], [3]] : tensor<1x8x8x16xf32> into tensor<8x8x16xf32>
  %empty = tensor.empty() : tensor<8x8x16xf16>
  %wide = linalg.generic {indexing_maps = [affine_map<(h, w, c) -> (c)>, affine_map<(h, w, c) -> (h, w, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%bias : tensor<16xf16>) outs(%empty : tensor<8x8x16xf16>) {
  ^bb0(%b: f16, %old: f16):
    linalg.yield %b : f16
  } -> tensor<8x8x16xf16>
  %result = linalg.generic {indexing_maps = [affine_map<(h, w, c) -> (h, w, c)>, affine_map<(h, w, c) -> (h, w, c)>, affine_map<(h, w, c) -> (h, w, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%plane, %wide : tensor<8x8x16xf32>, tensor<8x8x16xf16>) outs(%empty : tensor<8x8x16xf16>) {
  ^bb0(%s: f32, %b: f16, %old: f16):
    %narrow = arith.truncf %s : f32 to f16
    %y = arith.addf %narrow, %b : f16
    linalg.yield %y : f16
  } -> tensor<8x8x16xf16>
  return %result : tensor<8x8x16xf16>
}

// -----

// A mask of counters is made again by each of its users, though they run over the same loops: there is next to nothing to read for it.
// CHECK-LABEL: func.func @mask
// CHECK-NOT: tensor<64x64xi1>
// CHECK: linalg.generic
// CHECK: arith.cmpi
// CHECK: linalg.generic
// CHECK: arith.cmpi
// CHECK-NOT: linalg.generic
func.func @mask(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %p: tensor<index>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %m = tensor.empty() : tensor<64x64xi1>
  %mask = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<index>) outs(%m : tensor<64x64xi1>) {
  ^bb0(%a: index, %b: i1):
    %j = linalg.index 1 : index
    %c = arith.cmpi sle, %j, %a : index
    linalg.yield %c : i1
  } -> tensor<64x64xi1>
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%mask, %x : tensor<64x64xi1>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%c: i1, %a: f32, %b: f32):
    %s = arith.select %c, %a, %zero : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%mask, %y : tensor<64x64xi1>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%c: i1, %a: f32, %b: f32):
    %s = arith.select %c, %a, %zero : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}
