// RUN: tern-opt --convert-cf-to-llvm --verify-diagnostics %s

func.func @tensors(%t : tensor<4xf32>) {
  // expected-error @below {{failed to legalize operation 'cf.br' that was explicitly marked illegal}}
  cf.br ^bb1(%t : tensor<4xf32>)
^bb1(%u : tensor<4xf32>):
  return
}
