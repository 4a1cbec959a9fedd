// RUN: tern-opt %s --split-input-file --iree-stream-verify-lowering-to-async-resources --verify-diagnostics
// RUN: tern-opt %s --split-input-file --iree-stream-verify-lowering-to-async --verify-diagnostics

util.func private @tensor_op() {
  // expected-error@+1 {{is left after the encoding of tensors}}
  %0 = stream.tensor.sizeof tensor<4xf32> : index
  util.return
}
