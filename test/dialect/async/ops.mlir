// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt %t.upstream.mlir | diff %t.mlir -

func.func @tasks(%t: !async.token, %v: !async.value<f32>, %w: !async.value<i1>) -> f32 {
  %0 = async.execute {
    async.yield
  }
  %1, %r:2 = async.execute [%t, %0] (%v as %x: !async.value<f32>, %w as %y: !async.value<i1>)
      -> (!async.value<f32>, !async.value<f32>) attributes {note = 1 : i32} {
    async.await %0 : !async.token
    async.yield %x, %x : f32, f32
  }
  %2, %s = async.execute -> !async.value<!async.token> {
    async.yield %0 : !async.token
  }
  async.await %1 : !async.token
  %3 = async.await %s : !async.value<!async.token>
  async.await %3 : !async.token
  %4 = async.await %r#1 : !async.value<f32> {note}
  return %4 : f32
}

async.func @declared() -> !async.token {
  return
}
async.func private @external(i32, !async.token {test.attr}) -> (!async.value<i32>, !async.value<f64>)
async.func @called(%x: i32) -> (!async.token, !async.value<i32>) attributes {async.allowed_to_block} {
  %0 = call @declared() : () -> !async.token
  await %0 : !async.token
  return %x : i32
}
func.func @caller(%x: i32) -> i32 {
  %0, %1 = async.call @called(%x) : (i32) -> (!async.token, !async.value<i32>)
  async.await %0 : !async.token
  %2 = async.await %1 : !async.value<i32>
  return %2 : i32
}

func.func @groups(%n: index, %t: !async.token, %v: !async.value<vector<4xf32>>) -> index {
  %0 = async.create_group %n : !async.group
  %1 = async.add_to_group %t, %0 : !async.token
  %2 = async.add_to_group %v, %0 : !async.value<vector<4xf32>>
  async.await_all %0
  %3 = arith.addi %1, %2 : index
  return %3 : index
}

func.func @coroutine() {
  %0 = async.coro.id
  %1 = async.coro.begin %0
  %2 = async.coro.save %1
  async.coro.suspend %2, ^suspend, ^resume, ^cleanup
^suspend:
  async.coro.end %1
  return
^resume:
  cf.br ^cleanup
^cleanup:
  async.coro.free %0, %1
  cf.br ^suspend
}

func.func @runtime(%n: index, %h: !async.coro.handle, %x: f32) -> (f32, i1, index) {
  %0 = async.runtime.create : !async.token
  %1 = async.runtime.create : !async.value<f32>
  %2 = async.runtime.create_group %n : !async.group
  async.runtime.set_available %0 : !async.token
  async.runtime.set_error %1 : !async.value<f32>
  %3 = async.runtime.is_error %2 : !async.group
  async.runtime.await %1 : !async.value<f32>
  async.runtime.resume %h
  async.runtime.await_and_resume %2, %h : !async.group
  async.runtime.store %x, %1 : !async.value<f32>
  %4 = async.runtime.load %1 : <f32>
  %5 = async.runtime.add_to_group %0, %2 : !async.token
  async.runtime.add_ref %0 {count = 1 : i64} : !async.token
  async.runtime.drop_ref %2 {count = 2 : i64} : !async.group
  %6 = async.runtime.num_worker_threads : index
  return %4, %3, %6 : f32, i1, index
}
