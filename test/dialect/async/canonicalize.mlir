// A group that nothing is added to goes, with those who wait for it.
// RUN: tern-opt --canonicalize %s > %t.mlir
// RUN: mlir-opt --canonicalize %s | diff - %t.mlir

func.func @unused(%n: index) {
  %0 = async.create_group %n : !async.group
  async.await_all %0
  async.await_all %0
  return
}

func.func @used(%n: index, %t: !async.token) {
  %0 = async.create_group %n : !async.group
  %1 = async.add_to_group %t, %0 : !async.token
  async.await_all %0
  return
}

func.func @task(%x: f32, %t: !async.token) {
  %0 = async.execute [%t] {
    %1 = arith.addf %x, %x : f32
    async.yield
  }
  async.await %0 : !async.token
  return
}
