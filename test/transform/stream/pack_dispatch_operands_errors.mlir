// RUN: not tern-opt %s --iree-stream-pack-dispatch-operands --allow-unregistered-dialect 2>&1 | FileCheck %s

stream.executable private @exe {
  stream.executable.export public @h
  builtin.module {
    // CHECK: error: 'func.func' op argument 0 cannot be passed to a device: tensor<4xf32>
    func.func @h(%a: tensor<4xf32>) {
      return
    }
  }
}
