// The runtime's ops as calls of its functions: what upstream's passes give.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm | diff -b - %t.0.ours
// RUN: tern-opt %S/async_to_async_runtime.mlir --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm > %t.1.ours
// RUN: mlir-opt %S/async_to_async_runtime.mlir --allow-unregistered-dialect --split-input-file --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm | diff -b - %t.1.ours

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
