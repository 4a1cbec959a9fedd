// RUN: tern-opt %s --stablehlo-irregular-to-loops --split-input-file --verify-diagnostics

func.func @results(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // expected-error @below {{is a call of a function with 1 operands and 3 results}}
  // expected-error @below {{failed to legalize operation}}
  %0 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

func.func @integers(%a: tensor<3x3xi32>) -> tensor<3x3xi32> {
  // expected-error @below {{is no call of this function: its first operand must be matrices of floats}}
  // expected-error @below {{failed to legalize operation}}
  %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<3x3xi32>) -> (tensor<3x3xi32>, tensor<3xi32>)
  return %0#0 : tensor<3x3xi32>
}

// -----

func.func @batches(%a: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  // expected-error @below {{needs tensors of known shape, or whose shape is an operand, with the same batch dimensions}}
  // expected-error @below {{failed to legalize operation}}
  %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<4x3xf32>)
  return %0#0 : tensor<2x3x3xf32>
}
