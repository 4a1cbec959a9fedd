// A program for the small runtime: kernels that call the C library, and helpers for half floats; and parameters, one of which is
// packed when the program is loaded.
util.global private @w = #flow.parameter.named<"m"::"w"> : tensor<128x70xf32>
util.global private @b = #flow.parameter.named<"m"::"b"> : tensor<128xf32>
func.func @weighted(%x: tensor<3x70xf32>) -> tensor<3x128xf32> {
  %w = util.global.load @w : tensor<128x70xf32>
  %b = util.global.load @b : tensor<128xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<3x70xf32>, tensor<128x70xf32>) -> tensor<3x128xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<128xf32>) -> tensor<3x128xf32>
  %2 = stablehlo.add %0, %1 : tensor<3x128xf32>
  return %2 : tensor<3x128xf32>
}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.power %x, %x : tensor<8xf32>
  %1 = chlo.lgamma %0 : tensor<8xf32> -> tensor<8xf32>
  %2 = stablehlo.convert %1 : (tensor<8xf32>) -> tensor<8xf16>
  %3 = stablehlo.cosine %2 : tensor<8xf16>
  %4 = stablehlo.convert %3 : (tensor<8xf16>) -> tensor<8xf32>
  %5 = stablehlo.atan2 %4, %x : tensor<8xf32>
  return %5 : tensor<8xf32>
}
