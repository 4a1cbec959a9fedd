// Reductions of more elements than the limit are split by themselves.
// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-split-reduction-ops=long-reduction=100000 | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-split-reduction-ops | FileCheck %s --check-prefix=NONE
// NONE-NOT: tensor.expand_shape

// CHECK-LABEL: func.func @sum
// CHECK: tensor.expand_shape %{{.+}} {{\[}}[0, 1]] output_shape [64, 16384] : tensor<1048576xf32> into tensor<64x16384xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]}
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]}
func.func @sum(%x: tensor<1048576xf32>, %init: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<1048576xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// What the number of parts does not divide comes first; the rest starts from its result. (1048583 is a prime number.)

// CHECK-LABEL: func.func @prime
// CHECK-SAME: (%[[X:.+]]: tensor<1048583xi32>, %[[INIT:.+]]: tensor<i32>)
// CHECK: %[[LAST:.+]] = tensor.extract_slice %[[X]][1048576] [7] [1] : tensor<1048583xi32> to tensor<7xi32>
// CHECK: %[[FIRST:.+]] = linalg.generic {{.*}} ins(%[[LAST]] : tensor<7xi32>) outs(%[[INIT]] : tensor<i32>)
// CHECK: %[[REST:.+]] = tensor.extract_slice %[[X]][0] [1048576] [1]
// CHECK: tensor.expand_shape %[[REST]] {{\[}}[0, 1]] output_shape [64, 16384]
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]}
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]} {{.*}} outs(%[[FIRST]] : tensor<i32>)
func.func @prime(%x: tensor<1048583xi32>, %init: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<1048583xi32>) outs(%init : tensor<i32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %b, %a : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

// -----

// Of several reduction loops the longest is split; the others stay inside of the parts.

// CHECK-LABEL: func.func @planes
// CHECK: tensor.expand_shape %{{.+}} {{\[}}[0], [1, 2]] output_shape [512, 32, 32] : tensor<512x1024xf32> into tensor<512x32x32xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction", "reduction"]}
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]}
func.func @planes(%x: tensor<512x1024xf32>, %init: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<512x1024xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// A dot product is a sum; a product of matrices has tiles, and short sums stay.

// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: tensor.expand_shape {{.*}} into tensor<8x16384xf32>
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.matmul
func.func @others(%x: tensor<131072xf32>, %a: tensor<2x131072xf32>, %b: tensor<131072x2xf32>, %s: tensor<f32>, %c: tensor<2x2xf32>, %y: tensor<4x50000xf32>, %t: tensor<4xf32>) -> (tensor<f32>, tensor<2x2xf32>, tensor<4xf32>) {
  %0 = linalg.dot ins(%x, %x : tensor<131072xf32>, tensor<131072xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  %1 = linalg.matmul ins(%a, %b : tensor<2x131072xf32>, tensor<131072x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<4x50000xf32>) outs(%t : tensor<4xf32>) {
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %v, %u : f32
    linalg.yield %w : f32
  } -> tensor<4xf32>
  return %0, %1, %2 : tensor<f32>, tensor<2x2xf32>, tensor<4xf32>
}
