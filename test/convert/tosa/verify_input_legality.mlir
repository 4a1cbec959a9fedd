// RUN: tern-opt --iree-tosa-verify-compiler-input-legality --verify-diagnostics %s

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tosa.exp' op is left after the lowering of TOSA: it is not supported}}
  %r = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
