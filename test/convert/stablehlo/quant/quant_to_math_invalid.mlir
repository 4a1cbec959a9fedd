// What is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics --allow-unregistered-dialect --stablehlo-legalize-quant-to-math %s

!q = !quant.uniform<i8:f32, 0.5:3>

func.func @unknown(%a: tensor<4x!q>) -> tensor<4x!q> {
  // expected-error@+2 {{'test.op' op has quantized types, which are not lowered for it}}
  // expected-error@+1 {{failed to legalize operation 'test.op'}}
  %0 = "test.op"(%a) : (tensor<4x!q>) -> tensor<4x!q>
  return %0 : tensor<4x!q>
}

// -----

!q = !quant.uniform<i8:f32, 0.5:3>

func.func @trace(%a: tensor<4x!q>) {
  // expected-error@+2 {{'mhlo.trace' op has quantized types, which are not lowered for it}}
  // expected-error@+1 {{failed to legalize operation 'mhlo.trace'}}
  mhlo.trace %a, "here" : tensor<4x!q>
  return
}
