// RUN: tern-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Loops and branches of scf in a conversion that changes types, as upstream's tool has them.

// CHECK: scf.for {{.+}} -> (i32, i64) : i64 {
// CHECK: scf.while (%{{.+}} = %{{.+}}) : (i32) -> (i32, i64)
// CHECK: scf.index_switch %{{.+}} -> i32
// CHECK: scf.execute_region -> !nvgpu.device.async.token

func.func @a(%lb: index, %tok: !nvgpu.device.async.token, %c: i1, %x: index) {
  %0:2 = scf.for %i = %lb to %lb step %lb iter_args(%t = %tok, %y = %x) -> (!nvgpu.device.async.token, index) {
    nvgpu.device_async_wait %t
    %z = arith.addi %y, %i : index
    scf.yield %t, %z : !nvgpu.device.async.token, index
  }
  %2 = scf.for %i = %lb to %lb step %lb iter_args(%y = %x) -> (index) {
    scf.yield %i : index
  } {foo = 1}
  scf.for %i = %lb to %lb step %lb {
    "test.use"(%2) : (index) -> ()
  }
  %q:2 = scf.while (%t = %tok) : (!nvgpu.device.async.token) -> (!nvgpu.device.async.token, index) {
    scf.condition(%c) %t, %x : !nvgpu.device.async.token, index
  } do {
  ^bb0(%u: !nvgpu.device.async.token, %w: index):
    scf.yield %u : !nvgpu.device.async.token
  }
  %r = scf.index_switch %x -> !nvgpu.device.async.token case 1 { scf.yield %tok : !nvgpu.device.async.token } default { scf.yield %q#0 : !nvgpu.device.async.token }
  nvgpu.device_async_wait %r
  %e = scf.execute_region -> !nvgpu.device.async.token { scf.yield %tok : !nvgpu.device.async.token }
  nvgpu.device_async_wait %e
  %f = scf.if %c -> f32 { %k = arith.constant 1.0 : f32 scf.yield %k : f32 } else { %k = arith.constant 1.0 : f32 scf.yield %k : f32 }
  return
}
