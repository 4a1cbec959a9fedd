// RUN: tern-opt %s --linalg-detensorize | FileCheck %s

// The counter is a scalar; what the loop computes is not.
// CHECK-LABEL: func.func @count
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<i32>
func.func @count(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<4xf32>) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
  // CHECK: %[[W:.*]]:2 = scf.while (%[[I:.*]] = %[[C0]], %[[A:.*]] = %[[X]]) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
  // CHECK: %[[M:.*]] = tensor.extract %[[N]][]
  // CHECK: %[[P:.*]] = arith.cmpi slt, %[[I]], %[[M]] : i32
  // CHECK: scf.condition(%[[P]]) %[[I]], %[[A]] : i32, tensor<4xf32>
  // CHECK: ^bb0(%[[J:.*]]: i32, %[[B:.*]]: tensor<4xf32>):
  // CHECK: linalg.generic
  // CHECK: %[[K:.*]] = arith.addi %[[J]], %[[C1]]
  // CHECK: scf.yield %[[K]],
  // CHECK: %[[T:.*]] = tensor.from_elements %[[W]]#0 : tensor<i32>
  // CHECK: return %[[T]], %[[W]]#1
  %zero = arith.constant dense<0> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  %r:2 = scf.while (%i = %zero, %a = %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<i1>
    %p = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%i, %n : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
    ^bb0(%u: i32, %v: i32, %w: i1):
      %c = arith.cmpi slt, %u, %v : i32
      linalg.yield %c : i1
    } -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %i, %a : tensor<i32>, tensor<4xf32>
  } do {
  ^bb0(%j: tensor<i32>, %b: tensor<4xf32>):
    %e = tensor.empty() : tensor<4xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%u: f32, %w: f32):
      %s = arith.addf %u, %u : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    %f = tensor.empty() : tensor<i32>
    %k = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%j, %one : tensor<i32>, tensor<i32>) outs(%f : tensor<i32>) {
    ^bb0(%u: i32, %v: i32, %w: i32):
      %s = arith.addi %u, %v : i32
      linalg.yield %s : i32
    } -> tensor<i32>
    scf.yield %k, %y : tensor<i32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<4xf32>
}

// Floating-point values stay where they are computed.
// CHECK-LABEL: func.func @until_small
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<f32>) -> tensor<f32>
// CHECK: linalg.generic
// CHECK: tensor.extract
// CHECK: linalg.generic
func.func @until_small(%x: tensor<f32>) -> tensor<f32> {
  %r = scf.while (%i = %x) : (tensor<f32>) -> tensor<f32> {
    %e = tensor.empty() : tensor<i1>
    %p = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%i : tensor<f32>) outs(%e : tensor<i1>) {
    ^bb0(%u: f32, %w: i1):
      %eps = arith.constant 0.001 : f32
      %c = arith.cmpf ogt, %u, %eps : f32
      linalg.yield %c : i1
    } -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %i : tensor<f32>
  } do {
  ^bb0(%j: tensor<f32>):
    %e = tensor.empty() : tensor<f32>
    %y = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%j : tensor<f32>) outs(%e : tensor<f32>) {
    ^bb0(%u: f32, %w: f32):
      %s = arith.mulf %u, %u : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    scf.yield %y : tensor<f32>
  }
  return %r : tensor<f32>
}

// Conditions and places of slices that a scalar decides.
// CHECK-LABEL: func.func @branch
// CHECK-SAME: %[[C:.*]]: i1
func.func @branch(%c: i1, %x: tensor<8xf32>) -> tensor<2xf32> {
  // CHECK: %[[R:.*]] = arith.select %[[C]], %{{.*}}, %{{.*}} : i32
  // CHECK: arith.index_cast %[[R]]
  %a = arith.constant dense<1> : tensor<i32>
  %b = arith.constant dense<4> : tensor<i32>
  %r = scf.if %c -> (tensor<i32>) {
    scf.yield %a : tensor<i32>
  } else {
    scf.yield %b : tensor<i32>
  }
  %i = tensor.extract %r[] : tensor<i32>
  %k = arith.index_cast %i : i32 to index
  %s = tensor.extract_slice %x[%k] [2] [1] : tensor<8xf32> to tensor<2xf32>
  return %s : tensor<2xf32>
}
