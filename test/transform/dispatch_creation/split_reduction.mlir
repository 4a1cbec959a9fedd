// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-split-reduction-ops | FileCheck %s --check-prefix=NONE
// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-split-reduction-ops='split-matmul-reduction=4 split-reduction=8 topk-split-reduction=10,6' | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-flow-split-reduction-ops='split-reduction=8' --iree-flow-interchange-generic-ops | FileCheck %s --check-prefix=INNER

// Without ratios nothing is split.
// NONE-NOT: tensor.expand_shape

// Partial sums start from zero and are summed up on what the op started from.

// CHECK-DAG: #[[$IN:.+]] = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-DAG: #[[$PARTIAL:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$ALL:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$REST:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[X:.+]]: tensor<16x4096xf32>, %[[INIT:.+]]: tensor<16xf32>)
// CHECK-DAG: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[PARTS:.+]] = tensor.expand_shape %[[X]] {{\[}}[0], [1, 2]] output_shape [16, 8, 512] : tensor<16x4096xf32> into tensor<16x8x512xf32>
// CHECK: %[[EMPTY:.+]] = tensor.empty() : tensor<8x16xf32>
// CHECK: %[[START:.+]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY]] : tensor<8x16xf32>)
// CHECK: %[[SUMS:.+]] = linalg.generic {indexing_maps = [#[[$IN]], #[[$PARTIAL]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[PARTS]] : tensor<16x8x512xf32>) outs(%[[START]] : tensor<8x16xf32>) attrs = {iree.partial_reduction}
// CHECK: %[[R:.+]] = linalg.generic {indexing_maps = [#[[$ALL]], #[[$REST]]], iterator_types = ["reduction", "parallel"]} ins(%[[SUMS]] : tensor<8x16xf32>) outs(%[[INIT]] : tensor<16xf32>)
// CHECK: return %[[R]]

// The interchange behind it makes the new reduction the innermost loop.
// INNER-LABEL: func.func @sum
// INNER: iterator_types = ["parallel", "parallel", "reduction"]
// INNER: iterator_types = ["parallel", "reduction"]
func.func @sum(%x: tensor<16x4096xf32>, %init: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x4096xf32>) outs(%init : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// A product has its own ratio, and its new loop is the first, as that of a batch.

// CHECK-LABEL: func.func @product
// CHECK-SAME: (%[[A:.+]]: tensor<16x64xf32>, %[[B:.+]]: tensor<64x?xf32>, %[[C:.+]]: tensor<16x?xf32>)
// CHECK-DAG: %[[A2:.+]] = tensor.expand_shape %[[A]] {{\[}}[0], [1, 2]] output_shape [16, 4, 16]
// CHECK-DAG: %[[N:.+]] = tensor.dim %[[B]], %{{.+}} : tensor<64x?xf32>
// CHECK-DAG: %[[B2:.+]] = tensor.expand_shape %[[B]] {{\[}}[0, 1], [2]] output_shape [4, 16, %[[N]]]
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[A2]], %[[B2]] : tensor<16x4x16xf32>, tensor<4x16x?xf32>) outs(%{{.+}} : tensor<4x16x?xf32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel", "parallel"]} ins(%{{.+}} : tensor<4x16x?xf32>) outs(%[[C]] : tensor<16x?xf32>)
// INNER-LABEL: func.func @product
// INNER: linalg.matmul
func.func @product(%a: tensor<16x64xf32>, %b: tensor<64x?xf32>, %c: tensor<16x?xf32>) -> tensor<16x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x64xf32>, tensor<64x?xf32>) outs(%c : tensor<16x?xf32>) -> tensor<16x?xf32>
  return %0 : tensor<16x?xf32>
}

// -----

// Partial results start from what changes nothing.

// CHECK-LABEL: func.func @neutral
// CHECK: %[[LOWEST:.+]] = arith.constant -128 : i8
// CHECK: linalg.fill ins(%[[LOWEST]] : i8)
// CHECK: %[[HIGHEST:.+]] = arith.constant 0x7F800000 : f32
// CHECK: linalg.fill ins(%[[HIGHEST]] : f32)
// CHECK: %[[NAN:.+]] = arith.constant 0x7FC00000 : f32
// CHECK: linalg.fill ins(%[[NAN]] : f32)
// CHECK: %[[ONES:.+]] = arith.constant -1 : i8
// CHECK: linalg.fill ins(%[[ONES]] : i8)
#in = affine_map<(d0) -> (d0)>
#out = affine_map<(d0) -> ()>
func.func @neutral(%x: tensor<64xi8>, %y: tensor<64xf32>, %i: tensor<i8>, %j: tensor<f32>) -> (tensor<i8>, tensor<f32>, tensor<f32>, tensor<i8>) {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%x : tensor<64xi8>) outs(%i : tensor<i8>) {
  ^bb0(%a: i8, %b: i8):
    %s = arith.maxsi %a, %b : i8
    linalg.yield %s : i8
  } -> tensor<i8>
  %1 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%y : tensor<64xf32>) outs(%j : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.minimumf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %2 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%y : tensor<64xf32>) outs(%j : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %3 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%x : tensor<64xi8>) outs(%i : tensor<i8>) {
  ^bb0(%a: i8, %b: i8):
    %s = arith.andi %a, %b : i8
    linalg.yield %s : i8
  } -> tensor<i8>
  return %0, %1, %2, %3 : tensor<i8>, tensor<f32>, tensor<f32>, tensor<i8>
}

// -----

// Left alone: extents that the ratio does not divide or that nobody knows, two reduction loops, bodies of another form, and those
// that ask for the position.

// CHECK-LABEL: func.func @kept
// CHECK-NOT: tensor.expand_shape
#in = affine_map<(d0) -> (d0)>
#out = affine_map<(d0) -> ()>
func.func @kept(%odd: tensor<63xf32>, %dynamic: tensor<?xf32>, %square: tensor<64x64xf32>, %x: tensor<64xf32>, %i: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%odd : tensor<63xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %1 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%dynamic : tensor<?xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%square : tensor<64x64xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %3 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%x : tensor<64xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %4 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%x : tensor<64xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %k = linalg.index 0 : index
    %n = arith.index_cast %k : index to i32
    %f = arith.sitofp %n : i32 to f32
    %m = arith.mulf %a, %f : f32
    %s = arith.addf %b, %m : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// topk searches parts, whose indices then count from the start of the whole, and the second ratio splits what is left.

// CHECK-LABEL: func.func @topk
// CHECK-SAME: (%[[X:.+]]: tensor<2x100xf32>, %[[V:.+]]: tensor<2x3xf32>, %[[I:.+]]: tensor<2x3xi32>)
// CHECK: %[[PARTS:.+]] = tensor.expand_shape %[[X]] {{\[}}[0], [1, 2]] output_shape [2, 10, 10]
// CHECK: %[[P:.+]]:2 = iree_linalg_ext.topk dimension(2) ins(%[[PARTS]] : tensor<2x10x10xf32>) outs(%{{.+}}, %{{.+}} : tensor<2x10x3xf32>, tensor<2x10x3xi32>)
// CHECK: %[[N:.+]] = linalg.generic {{.*}} outs(%[[P]]#1 : tensor<2x10x3xi32>)
// CHECK: linalg.index 1
// CHECK: tensor.collapse_shape %[[P]]#0 {{\[}}[0], [1, 2]] : tensor<2x10x3xf32> into tensor<2x30xf32>
// CHECK: tensor.collapse_shape %[[N]] {{\[}}[0], [1, 2]] : tensor<2x10x3xi32> into tensor<2x30xi32>
// CHECK: iree_linalg_ext.topk dimension(2) ins(%{{.+}}, %{{.+}} : tensor<2x6x5xf32>, tensor<2x6x5xi32>)
// CHECK: iree_linalg_ext.topk dimension(1) ins(%{{.+}}, %{{.+}} : tensor<2x18xf32>, tensor<2x18xi32>) outs(%[[V]], %[[I]] : tensor<2x3xf32>, tensor<2x3xi32>)
func.func @topk(%x: tensor<2x100xf32>, %v: tensor<2x3xf32>, %i: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %r:2 = iree_linalg_ext.topk dimension(1) ins(%x : tensor<2x100xf32>) outs(%v, %i : tensor<2x3xf32>, tensor<2x3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<2x3xf32>, tensor<2x3xi32>
  return %r#0, %r#1 : tensor<2x3xf32>, tensor<2x3xi32>
}
