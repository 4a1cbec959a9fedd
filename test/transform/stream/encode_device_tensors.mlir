// RUN: tern-opt %s --split-input-file --iree-stream-encode-device-tensors --verify-diagnostics

// Bindings stay as they are if their elements have a layout.

stream.executable private @fine {
  stream.executable.export public @f
  builtin.module {
    func.func @f(%b: !stream.binding) {
      %c0 = arith.constant 0 : index
      %0 = stream.binding.subspan %b[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xi4>>
      return
    }
  }
}

// -----

stream.executable private @element {
  stream.executable.export public @f
  builtin.module {
    func.func @f(%b: !stream.binding) {
      %c0 = arith.constant 0 : index
      // expected-error@+1 {{has elements of type i256, which have no layout in memory}}
      %0 = stream.binding.subspan %b[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xi256>>
      return
    }
  }
}

// -----

stream.executable private @encoding {
  stream.executable.export public @f
  builtin.module {
    func.func @f(%b: !stream.binding) {
      %c0 = arith.constant 0 : index
      // expected-error@+1 {{has a value with the encoding 1 : i32, which no target lays out}}
      %0 = stream.binding.subspan %b[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32, 1 : i32>>
      return
    }
  }
}
