// RUN: tern-opt %s --split-input-file --iree-stream-verify-input --verify-diagnostics

util.func public @computation(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{is left after the lowering to flow}}
  // expected-note@+1 {{iree-flow-transformation-pipeline moves computation into dispatches}}
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  util.return %0 : tensor<4xf32>
}

// -----

util.func public @tensor_op(%x: tensor<4xf32>, %i: index) -> f32 {
  // expected-error@+2 {{is left after the lowering to flow}}
  // expected-note@+1 {{iree-flow-transformation-pipeline}}
  %0 = tensor.extract %x[%i] : tensor<4xf32>
  util.return %0 : f32
}
