// A step that reads and writes at positions in tensors is one submission: the host reads nothing, and waits for nothing in between.
// RUN: tern-compile %s --target=cuda --compile-to=stream -o - | FileCheck %s
// CHECK: util.func public @main
// CHECK-NOT: stream.async.load
// CHECK-NOT: stream.timepoint.await
// CHECK: stream.cmd.execute
// CHECK-NOT: stream.cmd.execute
// CHECK: stream.timepoint.await

func.func @main(%cache: tensor<1x1024x4x8xf32>, %key: tensor<1x1x4x8xf32>, %pos: tensor<i32>, %w: tensor<64x8xf32>) -> (tensor<1x1024x4x8xf32>, tensor<8xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<1024> : tensor<i32>
  %lt = stablehlo.compare LT, %pos, %c0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %add = stablehlo.add %pos, %n : tensor<i32>
  %i = stablehlo.select %lt, %add, %pos : tensor<i1>, tensor<i32>
  %k = stablehlo.exponential %key : tensor<1x1x4x8xf32>
  %0 = stablehlo.dynamic_update_slice %cache, %k, %c0, %i, %c0, %c0 : (tensor<1x1024x4x8xf32>, tensor<1x1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x4x8xf32>
  %1 = stablehlo.dynamic_slice %w, %i, %c0, sizes = [1, 8] : (tensor<64x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  %2 = stablehlo.reshape %1 : (tensor<1x8xf32>) -> tensor<8xf32>
  %3 = stablehlo.tanh %2 : tensor<8xf32>
  return %0, %3 : tensor<1x1024x4x8xf32>, tensor<8xf32>
}
