// References that are counted by last uses, and by a policy: what upstream's pass gives.
// RUN: tern-opt %s --split-input-file --async-runtime-ref-counting > %t.0.ours
// RUN: mlir-opt %s --split-input-file --async-runtime-ref-counting | diff -b - %t.0.ours
// RUN: tern-opt %s --split-input-file --async-runtime-policy-based-ref-counting > %t.1.ours
// RUN: mlir-opt %s --split-input-file --async-runtime-policy-based-ref-counting | diff -b - %t.1.ours

func.func private @take(!async.token)
func.func private @take_two(!async.token, !async.value<f32>, !async.token)

func.func @unused(%t: !async.token, %g: !async.group) {
  %0 = async.runtime.create : !async.value<f32>
  return
}

// -----

func.func private @take(!async.token)
func.func @calls(%t: !async.token) {
  call @take(%t) : (!async.token) -> ()
  async.runtime.await %t : !async.token
  call @take(%t) : (!async.token) -> ()
  return
}

// -----

func.func private @take_two(!async.token, !async.value<f32>, !async.token)
func.func @twice(%t: !async.token, %v: !async.value<f32>) {
  call @take_two(%t, %v, %t) : (!async.token, !async.value<f32>, !async.token) -> ()
  return
}

// -----

func.func @returned(%c: i1, %t: !async.token) -> !async.token {
  async.runtime.await %t : !async.token
  return %t : !async.token
}

// -----

func.func @nested(%c: i1, %t: !async.token, %g: !async.group) {
  scf.if %c {
    async.runtime.await %t : !async.token
    %v = async.runtime.create : !async.value<f32>
    async.runtime.set_available %v : !async.value<f32>
  }
  %n = async.runtime.add_to_group %t, %g : !async.token
  return
}

// -----

func.func @one_way(%c: i1) {
  %t = async.runtime.create : !async.token
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  async.runtime.await %t : !async.token
  cf.br ^bb2
^bb2:
  return
}

// -----

func.func @own_way(%c: i1, %t: !async.token, %v: !async.value<f32>) -> f32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  async.runtime.await %t : !async.token
  %0 = async.runtime.load %v : !async.value<f32>
  return %0 : f32
^bb2:
  %z = arith.constant 0.0 : f32
  return %z : f32
}

// -----

func.func @loop(%c: i1, %t: !async.token) {
  cf.br ^bb1
^bb1:
  async.runtime.await %t : !async.token
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return
}

// -----

func.func @coroutine(%t: !async.token, %v: !async.value<f32>) -> !async.token {
  %ret = async.runtime.create : !async.token
  %id = async.coro.id
  %h = async.coro.begin %id
  %s = async.coro.save %h
  async.runtime.await_and_resume %v, %h : !async.value<f32>
  async.coro.suspend %s, ^suspend, ^resume, ^cleanup
^resume:
  %0 = async.runtime.load %v : !async.value<f32>
  %e = async.runtime.is_error %t : !async.token
  async.runtime.set_available %ret : !async.token
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %h
  cf.br ^suspend
^suspend:
  async.coro.end %h
  return %ret : !async.token
}

// -----

func.func @argument(%c: i1, %t: !async.token) {
  cf.br ^bb1
^bb1:
  %0 = async.runtime.create : !async.value<index>
  %e = async.runtime.is_error %0 : !async.value<index>
  cf.cond_br %e, ^bb1, ^bb2
^bb2:
  %e2 = async.runtime.is_error %t : !async.token
  return
}
