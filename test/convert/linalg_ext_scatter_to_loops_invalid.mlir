// RUN: tern-opt --verify-diagnostics --iree-linalg-ext-scatter-to-loops %s

func.func @f(%u: tensor<3x?xf32>, %i: tensor<3x1xi32>, %o: tensor<8x?xf32>) -> tensor<8x?xf32> {
  // expected-error@+1 {{has slices that are not known to be as large as its tensor}}
  %r = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<3x?xf32>, tensor<3x1xi32>) outs(%o : tensor<8x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}
