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

// One of three ways reads the group, one the value, and one neither: each drops what it does not read.
func.func @three_ways(%both: i1, %either: i1, %n: index, %m: memref<i1>) {
  %g = async.runtime.create_group %n : !async.group
  %v = async.runtime.create : !async.value<i1>
  cf.cond_br %both, ^group, ^others
^others:
  cf.cond_br %either, ^value, ^end
^group:
  async.runtime.await %g : !async.group
  %failed = async.runtime.is_error %g : !async.group
  memref.store %failed, %m[] : memref<i1>
  cf.br ^end
^value:
  async.runtime.await %v : !async.value<i1>
  %x = async.runtime.load %v : !async.value<i1>
  memref.store %x, %m[] : memref<i1>
  cf.br ^end
^end:
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

// A coroutine that waits twice, in a loop, for a value that it is given and for one that it makes; the one that it returns is not its own.
func.func @coroutine(%given: !async.value<i32>, %again: i1, %n: index) -> !async.value<i32> {
  %result = async.runtime.create : !async.value<i32>
  %made = async.runtime.create : !async.value<i32>
  %id = async.coro.id
  %frame = async.coro.begin %id
  cf.br ^wait
^wait:
  %here = async.coro.save %frame
  async.runtime.await_and_resume %given, %frame : !async.value<i32>
  async.coro.suspend %here, ^away, ^first, ^free
^first:
  %x = async.runtime.load %given : !async.value<i32>
  async.runtime.store %x, %made : !async.value<i32>
  async.runtime.set_available %made : !async.value<i32>
  cf.cond_br %again, ^wait, ^second
^second:
  %there = async.coro.save %frame
  async.runtime.await_and_resume %made, %frame : !async.value<i32>
  async.coro.suspend %there, ^away, ^done, ^free
^done:
  %failed = async.runtime.is_error %made : !async.value<i32>
  cf.cond_br %failed, ^wrong, ^right
^wrong:
  async.runtime.set_error %result : !async.value<i32>
  cf.br ^free
^right:
  %y = async.runtime.load %made : !async.value<i32>
  async.runtime.store %y, %result : !async.value<i32>
  async.runtime.set_available %result : !async.value<i32>
  cf.br ^free
^free:
  async.coro.free %id, %frame
  cf.br ^away
^away:
  async.coro.end %frame
  return %result : !async.value<i32>
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
