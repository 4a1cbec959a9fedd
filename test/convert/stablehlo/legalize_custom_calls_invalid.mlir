// RUN: tern-opt %s --iree-stablehlo-legalize-custom-calls --split-input-file --verify-diagnostics

func.func @shape(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @below {{calls an element-wise function for a result of another shape}}
  %0 = stablehlo.custom_call @mhlo.erf(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @no_comparator(%x: tensor<7xf32>, %low: tensor<f32>) -> tensor<3xf32> {
  // expected-error @below {{is no call of ApproxTopK}}
  %0 = stablehlo.custom_call @ApproxTopK(%x, %low) {mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<7xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
