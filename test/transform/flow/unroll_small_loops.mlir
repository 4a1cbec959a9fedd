// RUN: tern-opt %s --iree-flow-unroll-small-loops | FileCheck %s

// CHECK-LABEL: func.func @three_times
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @three_times(%x: tensor<4xf32>) -> (i32, tensor<4xf32>) {
  // CHECK-NOT: scf.while
  // CHECK: %[[A:.*]] = tensor.cast %[[X]]
  // CHECK: %[[B:.*]] = tensor.cast %[[A]]
  // CHECK: %[[C:.*]] = tensor.cast %[[B]]
  // CHECK: return %{{.*}}, %[[C]]
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %r:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %p = arith.cmpi slt, %i, %c3 : i32
    scf.condition(%p) %i, %a : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %a: tensor<4xf32>):
    %b = tensor.cast %a : tensor<4xf32> to tensor<4xf32>
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %b : i32, tensor<4xf32>
  }
  return %r#0, %r#1 : i32, tensor<4xf32>
}

// Too often, or not known how often.
// CHECK-LABEL: func.func @stay
// CHECK-COUNT-3: scf.while
func.func @stay(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c9 = arith.constant 9 : i32
  %r:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %p = arith.cmpi slt, %i, %c9 : i32
    scf.condition(%p) %i, %a : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %a: tensor<4xf32>):
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %a : i32, tensor<4xf32>
  }
  %s:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %p = arith.cmpi slt, %i, %n : i32
    scf.condition(%p) %i, %a : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %a: tensor<4xf32>):
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %a : i32, tensor<4xf32>
  }
  %t:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %p = arith.cmpi slt, %i, %c2 : i32
    scf.condition(%p) %i, %a : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %a: tensor<4xf32>):
    %j = arith.addi %i, %c2 : i32
    scf.yield %j, %a : i32, tensor<4xf32>
  }
  return %r#1, %s#1, %t#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
