// RUN: tern-opt %s --iree-flow-transpose-contraction-operands --split-input-file | FileCheck %s

// CHECK-DAG: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @strided
// CHECK-SAME: %[[X:.*]]: tensor<64x32xf32>, %[[Y:.*]]: tensor<?x64xf32>
func.func @strided(%x: tensor<64x32xf32>, %y: tensor<?x64xf32>, %o: tensor<32x?xf32>) -> tensor<32x?xf32> {
  // CHECK: %[[T:.*]] = linalg.generic {indexing_maps = [#[[$SWAP]], #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[Y]] : tensor<?x64xf32>) outs(%{{.*}} : tensor<64x?xf32>)
  // CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #{{.*}}]
  // CHECK-SAME: ins(%[[X]], %[[T]] : tensor<64x32xf32>, tensor<64x?xf32>)
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<64x32xf32>, tensor<?x64xf32>) outs(%o : tensor<32x?xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<32x?xf32>
  return %0 : tensor<32x?xf32>
}

// -----

// Both are read along k, or the result's last dim is the operand's: nothing to do.
// CHECK-LABEL: func.func @fine
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.generic
func.func @fine(%x: tensor<32x64xf32>, %y: tensor<16x64xf32>, %z: tensor<64x16xf32>, %o: tensor<32x16xf32>) -> tensor<32x16xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<32x64xf32>, tensor<16x64xf32>) outs(%o : tensor<32x16xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<32x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %z : tensor<32x64xf32>, tensor<64x16xf32>) outs(%0 : tensor<32x16xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<32x16xf32>
  return %1 : tensor<32x16xf32>
}
