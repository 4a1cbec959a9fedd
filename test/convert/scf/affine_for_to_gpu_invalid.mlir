// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu))" %s

func.func @two_ops(%n: index) {
  // expected-error @+1 {{expected perfectly nested loops in the body}}
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 10 step 2 {
    }
    "test.a"() : () -> ()
  }
  return
}

// -----

func.func @no_loop(%n: index) {
  affine.for %i = 0 to %n {
    // expected-error @+1 {{expected a nested loop}}
    "test.a"() : () -> ()
  }
  return
}

// -----

func.func @triangle(%n: index) {
  affine.for %i = 0 to %n {
    // expected-error @+1 {{loops with bounds depending on other mapped loops are not supported}}
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
    }
  }
  return
}

// -----

func.func @carried(%n: index, %x: f32) {
  affine.for %i = 0 to %n {
    // expected-error @+2 {{loops that carry values cannot be mapped}}
    // expected-note @+1 {{each iteration becomes a thread: keep the value in memory}}
    %r = affine.for %j = 0 to %n iter_args(%z = %x) -> f32 {
      affine.yield %z : f32
    }
  }
  return
}
