// RUN: tern-opt %s --iree-flow-unroll-small-loops | FileCheck %s
// RUN: tern-opt %s --iree-flow-unroll-small-loops="max-iterations=10 max-ops=60" | FileCheck %s --check-prefix=MORE

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
  %c33 = arith.constant 33 : i32
  %r:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %p = arith.cmpi slt, %i, %c33 : i32
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

// With more iterations allowed, of six ops each at most: the loop, its condition's two and the three of its body.
// MORE-LABEL: func.func @stay
// MORE-COUNT-3: scf.while
// MORE-LABEL: func.func @ten_times
// MORE-COUNT-10: linalg.generic
// MORE-NOT: scf.while
// MORE-COUNT-10: linalg.matmul
// MORE-NOT: linalg.matmul
// MORE-LABEL: func.func @ten_times_too_large
// MORE: scf.while

// Ten iterations of element-wise ops are one dispatch in the end; ten products are not, and stay a loop.
// CHECK-LABEL: func.func @ten_times
// CHECK-COUNT-10: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: scf.while
// CHECK: linalg.matmul
// CHECK-NOT: linalg.matmul
func.func @ten_times(%x: tensor<4xf32>, %m: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %r:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %p = arith.cmpi slt, %i, %c10 : i32
    scf.condition(%p) %i, %a : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %a: tensor<4xf32>):
    %e = tensor.empty() : tensor<4xf32>
    %b = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                         iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %d = arith.mulf %in, %in : f32
      linalg.yield %d : f32
    } -> tensor<4xf32>
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %b : i32, tensor<4xf32>
  }
  %s:2 = scf.while (%i = %c0, %a = %m) : (i32, tensor<4x4xf32>) -> (i32, tensor<4x4xf32>) {
    %p = arith.cmpi slt, %i, %c10 : i32
    scf.condition(%p) %i, %a : i32, tensor<4x4xf32>
  } do {
  ^bb0(%i: i32, %a: tensor<4x4xf32>):
    %b = linalg.matmul ins(%a, %m : tensor<4x4xf32>, tensor<4x4xf32>) outs(%m : tensor<4x4xf32>) -> tensor<4x4xf32>
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %b : i32, tensor<4x4xf32>
  }
  return %r#1, %s#1 : tensor<4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func.func @ten_times_too_large
// CHECK: scf.while
func.func @ten_times_too_large(%m: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %s:2 = scf.while (%i = %c0, %a = %m) : (i32, tensor<4x4xf32>) -> (i32, tensor<4x4xf32>) {
    %p = arith.cmpi slt, %i, %c10 : i32
    scf.condition(%p) %i, %a : i32, tensor<4x4xf32>
  } do {
  ^bb0(%i: i32, %a: tensor<4x4xf32>):
    %b = linalg.matmul ins(%a, %m : tensor<4x4xf32>, tensor<4x4xf32>) outs(%m : tensor<4x4xf32>) -> tensor<4x4xf32>
    %c = linalg.matmul ins(%b, %m : tensor<4x4xf32>, tensor<4x4xf32>) outs(%m : tensor<4x4xf32>) -> tensor<4x4xf32>
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %c : i32, tensor<4x4xf32>
  }
  return %s#1 : tensor<4x4xf32>
}
