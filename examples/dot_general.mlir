// A product of matrices as JAX exports it, with a bias. docs/walk.md follows it to the matrix instructions of a GPU.

func.func @main(%x: tensor<4096x4096xf16>, %w: tensor<4096x4096xf16>, %bias: tensor<4096xf16>) -> tensor<4096x4096xf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
       : (tensor<4096x4096xf16>, tensor<4096x4096xf16>) -> tensor<4096x4096xf16>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<4096xf16>) -> tensor<4096x4096xf16>
  %2 = stablehlo.add %0, %1 : tensor<4096x4096xf16>
  return %2 : tensor<4096x4096xf16>
}
