// RUN: tern-opt %s --async-runtime-ref-counting --split-input-file --verify-diagnostics
// RUN: not tern-opt %s --async-runtime-policy-based-ref-counting --split-input-file 2>&1 | FileCheck %s

func.func @task() {
  %0 = async.execute {
    // CHECK: error: async operations must be lowered to async runtime operations
    // expected-error@+1 {{async operations must be lowered to async runtime operations}}
    async.yield
  }
  return
}

// -----

func.func @handed_on(%t: !async.token) {
  // expected-error@+1 {{async reference counting can't handle terminators that are not ReturnLike}}
  cf.br ^bb1(%t : !async.token)
^bb1(%x: !async.token):
  async.runtime.await %x : !async.token
  return
}

// -----

func.func @argument(%c: i1, %t: !async.token) {
  %n = arith.constant 0 : i32
  // expected-error@+1 {{'cf.cond_br' op successor have different `liveIn` property of the reference counted value}}
  cf.cond_br %c, ^bb1, ^bb2(%n : i32)
^bb1:
  async.runtime.await %t : !async.token
  return
^bb2(%x: i32):
  return
}
