// RUN: tern-opt %s --async-to-async-runtime --verify-diagnostics

func.func @f(%t: !async.token) {
  %1 = async.execute {
    // expected-note@+1 {{lower this op to branches first}}
    %r = tensor.generate {
    ^bb0(%i: index):
      // expected-error@+1 {{'async.await' op is in a region that a coroutine cannot be suspended in}}
      async.await %t : !async.token
      %f = arith.constant 0.0 : f32
      tensor.yield %f : f32
    } : tensor<4xf32>
    async.yield
  }
  return
}
