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

// -----

func.func @too_large() {
  // expected-error@+1 {{'tensor.empty' op has a result of type tensor<4x2305843009213693952xf32>, which is larger than any memory}}
  %0 = tensor.empty() : tensor<4x2305843009213693952xf32>
  return
}

// -----

// expected-error@+1 {{'func.func' op has an argument of type tensor<?x1152921504606846976x2xi8>, which is larger than any memory}}
func.func @too_large_argument(%x: tensor<?x1152921504606846976x2xi8>) {
  return
}
