// A program for the small runtime: kernels that call the C library, and helpers for half floats.
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.power %x, %x : tensor<8xf32>
  %1 = chlo.lgamma %0 : tensor<8xf32> -> tensor<8xf32>
  %2 = stablehlo.convert %1 : (tensor<8xf32>) -> tensor<8xf16>
  %3 = stablehlo.cosine %2 : tensor<8xf16>
  %4 = stablehlo.convert %3 : (tensor<8xf16>) -> tensor<8xf32>
  %5 = stablehlo.atan2 %4, %x : tensor<8xf32>
  return %5 : tensor<8xf32>
}
