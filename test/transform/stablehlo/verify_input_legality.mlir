// RUN: tern-opt %s --iree-stablehlo-verify-compiler-input-legality --split-input-file --verify-diagnostics

func.func @left(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.add' op has no lowering: it is left after the conversion of its dialect}}
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @left_of_chlo(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'chlo.erf_inv' op has no lowering: it is left after the conversion of its dialect}}
  %0 = chlo.erf_inv %a : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @calls_import(%a: tensor<4xf32>) {
  stablehlo.custom_call @check.expect_eq(%a, %a) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
