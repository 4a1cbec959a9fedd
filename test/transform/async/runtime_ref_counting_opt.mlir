// References that are added and dropped again: what upstream's pass gives.
// RUN: tern-opt %s --split-input-file --async-runtime-ref-counting-opt > %t.0.ours
// RUN: mlir-opt %s --split-input-file --async-runtime-ref-counting-opt | diff -b - %t.0.ours

// A callee takes the reference that was added for it, if what follows it is only the end of the caller's own.
func.func private @keep(!async.value<f16>, i1)
func.func @given_away(%flag: i1) -> i1 {
  %v = async.runtime.create : !async.value<f16>
  %failed = async.runtime.is_error %v : !async.value<f16>
  async.runtime.add_ref %v {count = 1 : i64} : !async.value<f16>
  call @keep(%v, %flag) : (!async.value<f16>, i1) -> ()
  %other = arith.xori %flag, %failed : i1
  async.runtime.drop_ref %v {count = 1 : i64} : !async.value<f16>
  return %other : i1
}

// -----

// The caller needs its own for as long as it reads the value.
func.func private @keep(!async.value<f16>, i1)
func.func @read_later(%v: !async.value<f16>, %flag: i1) -> f16 {
  async.runtime.add_ref %v {count = 1 : i64} : !async.value<f16>
  call @keep(%v, %flag) : (!async.value<f16>, i1) -> ()
  %x = async.runtime.load %v : !async.value<f16>
  async.runtime.drop_ref %v {count = 1 : i64} : !async.value<f16>
  return %x : f16
}

// -----

func.func private @keep(!async.value<f16>, i1)
func.func @read_before(%v: !async.value<f16>) -> f16 {
  async.runtime.add_ref %v {count = 1 : i64} : !async.value<f16>
  async.runtime.await %v : !async.value<f16>
  %x = async.runtime.load %v : !async.value<f16>
  %failed = async.runtime.is_error %v : !async.value<f16>
  call @keep(%v, %failed) : (!async.value<f16>, i1) -> ()
  async.runtime.drop_ref %v {count = 1 : i64} : !async.value<f16>
  return %x : f16
}

// -----

func.func @counts(%t: !async.token) {
  async.runtime.add_ref %t {count = 2 : i64} : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  async.runtime.drop_ref %t {count = 2 : i64} : !async.token
  return
}

// -----

func.func @order(%t: !async.token) {
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  return
}

// -----

func.func @pairs(%c: i1) {
  %t = async.runtime.create : !async.token
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  scf.if %c {
    async.runtime.add_ref %t {count = 1 : i64} : !async.token
    async.runtime.await %t : !async.token
    async.runtime.drop_ref %t {count = 1 : i64} : !async.token
    async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  }
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}

// -----

func.func private @join(!async.group)
func.func @in_loop(%t: !async.group, %n: index) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.group
  scf.for %i = %n to %n step %n {
    func.call @join(%t) : (!async.group) -> ()
  }
  async.runtime.drop_ref %t {count = 1 : i64} : !async.group
  return
}
