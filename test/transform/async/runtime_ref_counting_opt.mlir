// References that are added and dropped again: what upstream's pass gives.
// RUN: tern-opt %s --split-input-file --async-runtime-ref-counting-opt > %t.0.ours
// RUN: mlir-opt %s --split-input-file --async-runtime-ref-counting-opt | diff -b - %t.0.ours

func.func private @take(!async.token)
func.func @call(%t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  call @take(%t) : (!async.token) -> ()
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}

// -----

func.func private @take(!async.token)
func.func @used_after(%t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  call @take(%t) : (!async.token) -> ()
  async.runtime.await %t : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}

// -----

func.func private @take(!async.token)
func.func @used_before(%t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.await %t : !async.token
  call @take(%t) : (!async.token) -> ()
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
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

func.func private @take(!async.token)
func.func @in_loop(%t: !async.token, %n: index) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  scf.for %i = %n to %n step %n {
    func.call @take(%t) : (!async.token) -> ()
  }
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
