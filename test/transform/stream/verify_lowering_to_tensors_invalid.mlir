// RUN: tern-opt %s --split-input-file --iree-stream-verify-lowering-to-tensors --verify-diagnostics

util.func private @flow_op(%n: index) {
  // expected-error@+1 {{is left after the conversion to stream}}
  %0 = flow.tensor.empty : tensor<?xf32>{%n}
  util.return
}

// -----

// expected-error@+1 {{uses tensor<4xf32>, but the host program has no tensors by now}}
util.func private @tensor(%x: tensor<4xf32>) {
  util.return
}

// -----

util.func private @hal_op(%x: !hal.buffer_view) {
  // expected-error@+1 {{is left after the conversion to stream}}
  %0 = hal.tensor.import %x : !hal.buffer_view -> tensor<4xf32>
  util.return
}
