// What upstream does not look at.
// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @f(%t: !async.token) {
  // expected-error@+1 {{expected an '!async.value' for an argument of the body, but got '!async.token'}}
  %0 = async.execute (%t as %b: !async.token) {
    async.yield
  }
  return
}

// -----

func.func @f(%v: !async.value<f32>) {
  // expected-error@+1 {{'async.await' op awaiting on a value must have one result, of type 'f32'}}
  "async.await"(%v) : (!async.value<f32>) -> ()
  return
}

// -----

// expected-error@+2 {{expected non-function type}}
// expected-error@+1 {{failed to parse async value type}}
func.func @f(%v: !async.value<>) {
  return
}
