// RUN: tern-opt %s --iree-linalg-ext-decompose-ops --verify-diagnostics

func.func @winograd(%x: tensor<1x9x9x8xf32>, %y: tensor<9x9x1x1x1x8xf32>) -> tensor<9x9x1x1x1x8xf32> {
  // expected-error@+1 {{has an output_tile_size and a kernel_size other than 2, 4 or 6 and 3}}
  %r = iree_linalg_ext.winograd.input_transform output_tile_size(5) kernel_size(5) image_dimensions([1, 2])
      ins(%x : tensor<1x9x9x8xf32>) outs(%y : tensor<9x9x1x1x1x8xf32>) -> tensor<9x9x1x1x1x8xf32>
  return %r : tensor<9x9x1x1x1x8xf32>
}
