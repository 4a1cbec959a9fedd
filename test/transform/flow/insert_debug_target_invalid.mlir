// RUN: tern-opt %s --split-input-file --iree-flow-insert-debug-target-at-symbol=break-debug-target=e --verify-diagnostics

flow.executable private @x {
  flow.executable.export public @e
}
util.func public @f(%t: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = scf.if %c -> (tensor<4xf32>) {
    // expected-error@+1 {{cannot be broken at: it is inside of control flow}}
    %1 = flow.dispatch @x::@e(%t) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %t : tensor<4xf32>
  }
  util.return %0 : tensor<4xf32>
}

// -----

flow.executable private @x {
  flow.executable.export public @e
}
util.func private @g(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot be broken at: the function around it is called by others}}
  %0 = flow.dispatch @x::@e(%t) : (tensor<4xf32>) -> tensor<4xf32>
  util.return %0 : tensor<4xf32>
}
util.func public @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = util.call @g(%t) : (tensor<4xf32>) -> tensor<4xf32>
  util.return %0 : tensor<4xf32>
}
