// RUN: tern-opt %s --split-input-file --iree-check-to-imports --verify-diagnostics

util.func private @f(%f: tensor<4xf32>) {
  // expected-error@+1 {{calls @check.expect_close with 1 operands, expected 2}}
  stablehlo.custom_call @check.expect_close(%f) : (tensor<4xf32>) -> ()
  util.return
}

// -----

util.func private @f(%a: tensor<4xf32>) {
  stablehlo.custom_call @mine(%a) : (tensor<4xf32>) -> ()
  // expected-error@+1 {{calls @custom.mine as (!hal.buffer_view, !hal.buffer_view) -> (), but it is declared otherwise}}
  stablehlo.custom_call @mine(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> ()
  util.return
}
