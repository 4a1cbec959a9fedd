// async.func as a coroutine: what upstream's passes give.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime | diff -b - %t.0.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime --async-to-async-runtime > %t.1.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime --async-to-async-runtime | diff -b - %t.1.ours

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
