// Slices are independent of each other; updates come in order.
// RUN: tern-opt --iree-linalg-ext-scatter-to-loops %s | FileCheck %s

// CHECK: scf.forall {{.*}} in (4)
// CHECK: scf.for
// CHECK: arith.cmpi ult
// CHECK: arith.addf
// CHECK: tensor.insert
// CHECK: tensor.parallel_insert_slice
// CHECK-NOT: iree_linalg_ext
func.func @f(%u: tensor<3x4xf32>, %i: tensor<3x1xi32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<3x1xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    iree_linalg_ext.yield %c : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
