// Tasks as coroutines, and functions that block: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --async-to-async-runtime > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --async-to-async-runtime | diff -b - %t.0.ours

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
