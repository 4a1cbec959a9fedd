// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-flow-recompute-results{machine=cuda})' --split-input-file | FileCheck %s --check-prefixes=CHECK,CUDA
// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-flow-recompute-results{machine=cpu})' --split-input-file | FileCheck %s --check-prefixes=CHECK,CPU

#id = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
// Of a tanh, what is left to one and their halved sum only the first is written. Who read another one reads that instead, or once.
// CHECK-LABEL: func.func @activation
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[D:.*]]: tensor<8x4xf32>
// CHECK: %[[T:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) {
// CHECK: %[[TANH:.*]] = math.tanh
// CHECK: linalg.yield %[[TANH]] : f32
// CHECK: linalg.generic {{.*}} ins(%[[D]], %[[T]] : tensor<8x4xf32>, tensor<4x8xf32>) outs
// CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[REST:.*]] = arith.subf %{{.*}}, %[[B]]
// CHECK: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK: arith.mulf %[[P]], %[[REST]]
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<4x8xf32>)
// CHECK: ^bb0(%[[C:.*]]: f32, %[[SUM:.*]]: f32):
// CHECK: %[[ONE:.*]] = arith.addf %[[C]]
// CHECK: %[[HALF:.*]] = arith.mulf %[[ONE]]
// CHECK: arith.addf %[[SUM]], %[[HALF]]
func.func @activation(%x: tensor<4x8xf32>, %d: tensor<8x4xf32>, %s: tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<8x4xf32>
  %t:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e, %e, %e : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32, %q: f32):
    %0 = math.tanh %a : f32
    %1 = arith.subf %one, %0 : f32
    %2 = arith.addf %0, %one : f32
    %3 = arith.mulf %2, %half : f32
    linalg.yield %0, %1, %3 : f32, f32, f32
  } -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
  %g = linalg.generic {indexing_maps = [#t, #id, #id, #t], iterator_types = ["parallel", "parallel"]} ins(%d, %t#0, %t#1 : tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%f : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<8x4xf32>
  %h = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%t#2 : tensor<4x8xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %g, %h : tensor<8x4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(i) -> (i)>
// A number that is a few operations away: a GPU's memory takes longer than these, and a processor's does not.
// CHECK-LABEL: func.func @five
// CUDA: linalg.yield %{{[a-z0-9_]+}} : f32
// CPU: linalg.yield %{{.*}}, %{{.*}} : f32, f32
func.func @five(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %t:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e, %e : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %0 = math.tanh %a : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %1, %0 : f32
    %3 = arith.mulf %2, %0 : f32
    %4 = arith.addf %3, %0 : f32
    %5 = arith.mulf %4, %0 : f32
    linalg.yield %0, %5 : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  %g = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%t#1, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %t#0, %g : tensor<8xf32>, tensor<8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
// What leaves the function, what a product reads or an op that reads elements again and again, and what is made of the inputs.
// CHECK-LABEL: func.func @stay
// CHECK: linalg.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32, f32, f32
func.func @stay(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %z: tensor<2x8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x8x8xf32>, tensor<8x8xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %t:5 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%e, %e, %e, %e, %e : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32, %q: f32, %r: f32, %s: f32):
    %0 = math.tanh %a : f32
    %1 = arith.subf %one, %0 : f32
    %2 = arith.addf %one, %0 : f32
    %3 = arith.mulf %0, %0 : f32
    %4 = arith.addf %a, %one : f32
    linalg.yield %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
  } -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
  %g = linalg.matmul ins(%t#2, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) -> tensor<8x8xf32>
  %h = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (i, j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t#3 : tensor<8x8xf32>) outs(%z : tensor<2x8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<2x8x8xf32>
  %k = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t#4 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %t#0, %t#1, %g, %h, %k : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x8x8xf32>, tensor<8x8xf32>
}
