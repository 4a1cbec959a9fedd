// The runtime's ops as calls of its functions: what upstream's passes give.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm | diff -b - %t.0.ours

func.func @exec(%a: f32, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %a, %m[%c0] : memref<?xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}

// -----

func.func @nested(%a: f32, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = async.execute {
    %in = async.execute {
      memref.store %a, %m[%c1] : memref<?xf32>
      async.yield
    }
    async.await %in : !async.token
    memref.store %a, %m[%c0] : memref<?xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}

// -----

func.func @dep(%a: f32, %m: memref<1xf32>) {
  %t = async.execute {
    async.yield
  }
  %t1, %v = async.execute [%t] -> !async.value<f32> {
    async.yield %a : f32
  }
  %t2, %v2 = async.execute [%t1](%v as %x: !async.value<f32>) -> !async.value<f32> {
    %s = arith.addf %x, %x : f32
    async.yield %s : f32
  }
  async.await %t2 : !async.token
  %r = async.await %v2 : !async.value<f32>
  return
}

// -----

func.func @group(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute { async.yield }
    %r = async.add_to_group %t, %g : !async.token
    scf.yield
  }
  %t2 = async.execute {
    async.await_all %g
    async.yield
  }
  async.await_all %g
  return
}

// -----

func.func @asserts(%c: i1) {
  %t2, %v = async.execute -> !async.value<f32> {
    %0 = arith.constant 1.0 : f32
    cf.assert %c, "error"
    async.yield %0 : f32
  }
  cf.assert %c, "error"
  return
}

// -----

async.func @f(%v: !async.value<i32>, %c: i1) -> (!async.token, !async.value<i32>) {
  %0 = async.await %v : !async.value<i32>
  cf.assert %c, "x"
  return %0 : i32
}
func.func @g(%v: !async.value<i32>, %c: i1) {
  %t, %r = async.call @f(%v, %c) : (!async.value<i32>, i1) -> (!async.token, !async.value<i32>)
  async.await %t : !async.token
  return
}

// -----

func.func @ops(%n: index, %t: !async.token, %v: !async.value<index>, %g: !async.group, %m: memref<?xf32>) -> (i1, i1, i1, index, index) {
  async.runtime.add_ref %t {count = 2 : i64} : !async.token
  async.runtime.drop_ref %v {count = 1 : i64} : !async.value<index>
  %0 = async.runtime.is_error %t : !async.token
  %1 = async.runtime.is_error %v : !async.value<index>
  %2 = async.runtime.is_error %g : !async.group
  %3 = async.runtime.load %v : !async.value<index>
  async.runtime.store %n, %v : !async.value<index>
  %4 = async.runtime.create : !async.value<memref<?xf32>>
  async.runtime.store %m, %4 : !async.value<memref<?xf32>>
  %5 = async.runtime.num_worker_threads : index
  %6 = async.runtime.create_group %n : !async.group
  %7 = async.runtime.add_to_group %t, %6 : !async.token
  async.runtime.set_error %v : !async.value<index>
  async.runtime.await %g : !async.group
  return %0, %1, %2, %3, %7 : i1, i1, i1, index, index
}

// -----

func.func @signature(%t: !async.token, %v: !async.value<f32>) -> (!async.group, !async.token) {
  %0, %1 = call @signature(%t, %v) : (!async.token, !async.value<f32>) -> (!async.group, !async.token)
  cf.br ^bb1(%1 : !async.token)
^bb1(%x: !async.token):
  return %0, %x : !async.group, !async.token
}
