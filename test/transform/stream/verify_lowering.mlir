// RUN: tern-opt %s --split-input-file --iree-stream-verify-lowering-to-tensors --iree-stream-verify-lowering-to-async-resources --iree-stream-verify-lowering-to-async --iree-stream-verify-lowering-to-cmd | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-stream-verify-input | FileCheck %s

// What executables hold is not looked at.

// CHECK-LABEL: @f
util.func public @f(%x: !hal.buffer_view, %n: index) -> !hal.buffer_view {
  %0 = stream.tensor.import %x : !hal.buffer_view -> tensor<4xf32> in !stream.resource<external>{%n}
  %1 = stream.tensor.export %0 : tensor<4xf32> in !stream.resource<external>{%n} -> !hal.buffer_view
  util.return %1 : !hal.buffer_view
}
stream.executable private @e {
  stream.executable.export public @f
  builtin.module {
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
}
