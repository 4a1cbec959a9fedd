// RUN: tern-opt --iree-stream-conversion --split-input-file --verify-diagnostics %s

util.func public @computation(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{cannot be part of the host program: it works on tensor<4xf32>, which only dispatches do}}
  // expected-note @+1 {{the passes of iree-flow-transformation-pipeline move work on tensors into dispatches}}
  %0 = arith.addf %a, %a : tensor<4xf32>
  util.return %0 : tensor<4xf32>
}

// -----

util.func public @select(%c: tensor<4xi1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{selects by elements, which only dispatches do}}
  %0 = arith.select %c, %a, %a : tensor<4xi1>, tensor<4xf32>
  util.return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{has an initial value but a type of unknown size: tensor<?xf32>}}
util.global private mutable @g = #util.uninitialized : tensor<?xf32>

// -----

util.global private mutable @g : tensor<4xf32>
util.func public @indirect() {
  // expected-error @+1 {{reaches a global of a tensor through a reference; name the global instead}}
  %0 = util.global.address @g : !util.ptr<tensor<4xf32>>
  util.return
}

// -----

flow.executable private @e {
  flow.executable.export public @f
  builtin.module {
    func.func @f(%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>, %n: index) {
      // expected-error @+2 {{uses an argument of 'func.func' with dynamic dimensions whose sizes are not tied to it}}
      // expected-note @+1 {{flow.dispatch.tie_shape ties sizes to an argument}}
      %0 = iree_tensor_ext.dispatch.tensor.load %a, offsets = [0], sizes = [%n], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%n} -> tensor<?xf32>
      return
    }
  }
}

// -----

util.func public @parallel(%n: index, %t: tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{carries tensors in parallel, which only dispatches do}}
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<4xf32>) {
  }
  util.return
}
