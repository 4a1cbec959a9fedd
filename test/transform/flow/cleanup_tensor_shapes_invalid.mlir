// RUN: tern-opt %s --iree-flow-cleanup-tensor-shapes --verify-diagnostics

// expected-note@+1 {{the tensor is made here; sizes come from arguments of the program}}
func.func @unknown(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'tensor.dim' op asks for a size that is not known where it is needed}}
  %0 = tensor.dim %x, %c0 : tensor<?xf32>
  return %0 : index
}
