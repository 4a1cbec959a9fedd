// What is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics --lower-quant-ops %s

func.func @unranked(%x: tensor<*xf32>) -> tensor<*x!quant.uniform<i8:f32, 2.0>> {
  // expected-error@+2 {{'quant.qcast' op has unranked tensors, of which only ranked ones are lowered}}
  // expected-error@+1 {{failed to legalize operation 'quant.qcast'}}
  %0 = quant.qcast %x : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32, 2.0>>
  return %0 : tensor<*x!quant.uniform<i8:f32, 2.0>>
}
