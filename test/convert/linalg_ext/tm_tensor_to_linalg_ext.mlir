// RUN: tern-opt %s --torch-iree-tm-tensor-to-linalg-ext | FileCheck %s
// RUN: tern-compile %s --input-type=tm_tensor --compile-to=input | FileCheck %s --check-prefix=INPUT
// RUN: tern-compile %s --compile-to=input | FileCheck %s --check-prefix=INPUT

// INPUT-NOT: tm_tensor
// INPUT: iree_linalg_ext.sort
// INPUT-NOT: tm_tensor

// CHECK-LABEL: func.func @same_ops
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32>, %[[S:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<8x2xi32>)
// CHECK: iree_linalg_ext.sort dimension(1) outs(%[[X]] : tensor<8x4xf32>)
// CHECK: arith.cmpf ole
// CHECK-NEXT: iree_linalg_ext.yield %{{.*}} : i1
// CHECK: iree_linalg_ext.scan dimension(0) inclusive(true) ins(%[[X]] : tensor<8x4xf32>) outs(%[[X]], %[[S]] : tensor<8x4xf32>, tensor<4xf32>)
// CHECK: iree_linalg_ext.topk dimension(1) ins(%[[X]] : tensor<8x4xf32>) outs(%{{.*}}, %[[I]] : tensor<8x2xf32>, tensor<8x2xi32>)
// CHECK-NOT: tm_tensor
func.func @same_ops(%x: tensor<8x4xf32>, %s: tensor<4xf32>, %i: tensor<8x2xi32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x2xi32>) {
  %0 = tm_tensor.sort dimension(1) outs(%x : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<8x4xf32>
  %1:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<8x4xf32>) outs(%x, %s : tensor<8x4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<8x4xf32>, tensor<4xf32>
  %v = tensor.empty() : tensor<8x2xf32>
  %2:2 = tm_tensor.topk dimension(1) ins(%x : tensor<8x4xf32>) outs(%v, %i : tensor<8x2xf32>, tensor<8x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<8x2xf32>, tensor<8x2xi32>
  return %0, %1#0, %2#1 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x2xi32>
}

// The dims of size 1 that updates have for coordinates go, also where nothing is left but their number.

// CHECK-LABEL: func.func @scatters
// CHECK-SAME: (%[[U:.*]]: tensor<?x1x4xi64>, %[[P:.*]]: tensor<?x1x1xi64>
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[U]] {{\[\[}}0, 1], [2]] : tensor<?x1x4xi64> into tensor<?x4xi64>
// CHECK: iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%[[ROWS]], %{{.*}} : tensor<?x4xi64>, tensor<?x1xi32>)
// CHECK: %[[POINTS:.*]] = tensor.collapse_shape %[[P]] {{\[\[}}0, 1, 2]] : tensor<?x1x1xi64> into tensor<?xi64>
// CHECK: iree_linalg_ext.scatter dimension_map = [1, 0] unique_indices(true) ins(%[[POINTS]], %{{.*}} : tensor<?xi64>, tensor<?x2xi32>)
func.func @scatters(%u: tensor<?x1x4xi64>, %p: tensor<?x1x1xi64>, %i: tensor<?x1xi32>, %j: tensor<?x2xi32>, %o: tensor<8x4xi64>) -> (tensor<8x4xi64>, tensor<8x4xi64>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<?x1x4xi64>, tensor<?x1xi32>) outs(%o : tensor<8x4xi64>) {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tm_tensor.yield %c : i64
  } -> tensor<8x4xi64>
  %1 = tm_tensor.scatter {dimension_map = array<i64: 1, 0>} unique_indices(true) ins(%p, %j : tensor<?x1x1xi64>, tensor<?x2xi32>) outs(%o : tensor<8x4xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<8x4xi64>
  return %0, %1 : tensor<8x4xi64>, tensor<8x4xi64>
}

// 1 / sqrt(4), or computed where the depth is not known.

// CHECK-LABEL: func.func @attention
// CHECK-SAME: (%[[Q:.*]]: tensor<2x8x4xf32>, %[[K:.*]]: tensor<2x6x4xf32>, %[[M:.*]]: tensor<2x8x6xf32>)
// CHECK: %[[HALF:.*]] = arith.constant 5.000000e-01 : f32
// CHECK: iree_linalg_ext.attention<indexing_maps = [#[[MQ:.*]], #[[MK:.*]], #[[MV:.*]], #[[NONE:.*]], #[[MASK:.*]], #[[OUT:.*]]]> ins(%[[Q]], %[[K]], %[[K]], %[[HALF]], %[[M]] : tensor<2x8x4xf32>, tensor<2x6x4xf32>, tensor<2x6x4xf32>, f32, tensor<2x8x6xf32>) outs(%[[Q]] : tensor<2x8x4xf32>)
// CHECK: ^bb0(%[[SCORE:.*]]: f32)
// CHECK: iree_linalg_ext.yield %[[SCORE]] : f32
func.func @attention(%q: tensor<2x8x4xf32>, %k: tensor<2x6x4xf32>, %m: tensor<2x8x6xf32>) -> tensor<2x8x4xf32> {
  %0 = tm_tensor.attention ins(%q, %k, %k, %m : tensor<2x8x4xf32>, tensor<2x6x4xf32>, tensor<2x6x4xf32>, tensor<2x8x6xf32>) outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}

// CHECK-LABEL: func.func @attention_of_any_depth
// CHECK: %[[DEPTH:.*]] = tensor.dim
// CHECK: %[[SCALE:.*]] = math.rsqrt
// CHECK: iree_linalg_ext.attention{{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}}, %[[SCALE]] : tensor<8x?xf16>, tensor<6x?xf16>, tensor<6x?xf16>, f16)
func.func @attention_of_any_depth(%q: tensor<8x?xf16>, %k: tensor<6x?xf16>) -> tensor<8x?xf16> {
  %0 = tm_tensor.attention ins(%q, %k, %k : tensor<8x?xf16>, tensor<6x?xf16>, tensor<6x?xf16>) outs(%q : tensor<8x?xf16>) -> tensor<8x?xf16>
  return %0 : tensor<8x?xf16>
}
