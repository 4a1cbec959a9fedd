func.func @f(%t: tensor<?x4xf32>, %i: index) -> tensor<?xf32> {
  %s = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<4xf32>
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %e = tensor.expand_shape %c [[0, 1]] output_shape [%i, 4] : tensor<?xf32> into tensor<?x4xf32>
  %p = tensor.pad %s low[1] high[%i] { ^bb0(%k: index): %z = arith.constant 0.0 : f32 tensor.yield %z : f32 } : tensor<4xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}
