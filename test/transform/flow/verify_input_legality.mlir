// RUN: tern-opt %s --iree-flow-verify-input-legality --split-input-file --verify-diagnostics
// RUN: tern-opt %s --iree-verify-input-legality --split-input-file --verify-diagnostics

// All that is left is reported.
func.func @left(%x: tensor<4xf32>) -> tensor<4xi32> {
  // expected-error@+2 {{'stablehlo.abs' op is an op of the input that was not lowered}}
  // expected-note@+1 {{the input pipelines have no rule for this op with these types and attributes}}
  %0 = stablehlo.abs %x : tensor<4xf32>
  // expected-error@+1 {{'builtin.unrealized_conversion_cast' op is left between types that the input pipelines did not bring together}}
  %1 = builtin.unrealized_conversion_cast %0 : tensor<4xf32> to tensor<4xi32>
  return %1 : tensor<4xi32>
}

// -----

func.func @fine(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
