// Two executables and a program that dispatches them, for the tests of passes that look at dispatches.
flow.executable private @ex0 {
  flow.executable.export public @e0
  builtin.module {
    func.func @e0(%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>, %b: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>) {
      return
    }
  }
}
flow.executable private @ex1 {
  flow.executable.export public @e1 workgroups(%n: index) -> (index, index, index) {
    flow.return %n, %n, %n : index, index, index
  }
  builtin.module {
    func.func @e1(%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>, %n: index, %b: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>) {
      return
    }
  }
}
util.func public @main(%v: !hal.buffer_view, %w: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view) attributes {iree.abi.stub} {
  %n = hal.buffer_view.dim<%v : !hal.buffer_view>[0] : index
  %t = hal.tensor.import %v "input0" : !hal.buffer_view -> tensor<?xf32>{%n}
  %u = hal.tensor.import %w "input1" : !hal.buffer_view -> tensor<4xf32>
  %0 = flow.dispatch @ex1::@e1[%n](%t, %n) : (tensor<?xf32>{%n}, index) -> tensor<?xf32>{%n}
  %1 = flow.dispatch @ex0::@e0(%u) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = flow.dispatch @ex0::@e0(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %x = hal.tensor.export %0 "output0" : tensor<?xf32>{%n} -> !hal.buffer_view
  %y = hal.tensor.export %2 "output1" : tensor<4xf32> -> !hal.buffer_view
  util.return %x, %y : !hal.buffer_view, !hal.buffer_view
}
