// What is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics --tosa-to-tensor %s

func.func @f(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %s = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error@+1 {{expects at most one dimension that is left open}}
  %r = tosa.reshape %x, %s : (tensor<?xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
