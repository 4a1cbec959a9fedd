// RUN: tern-opt %s --iree-stream-outline-constants | FileCheck %s

// Equal constants share a global, which is made once. Splats and constants of initializers stay.

// CHECK: util.global private @__constant_tensor_2xi32 = dense<[1, 2]> : tensor<2xi32>
// CHECK: util.global private @__constant_tensor_2xi32_0 = dense<[3, 4]> : tensor<2xi32>
// CHECK-LABEL: @f
// CHECK: %[[A:.+]] = util.global.load immutable @__constant_tensor_2xi32 : tensor<2xi32>
// CHECK: %[[B:.+]] = util.global.load immutable @__constant_tensor_2xi32 : tensor<2xi32>
// CHECK: %[[C:.+]] = util.global.load immutable @__constant_tensor_2xi32_0 : tensor<2xi32>
// CHECK: %[[D:.+]] = arith.constant dense<5> : tensor<2xi32>
// CHECK: util.return %[[A]], %[[B]], %[[C]], %[[D]], %{{.+}}
util.func public @f() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, i32) {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = flow.tensor.constant dense<[1, 2]> : tensor<2xi32>
  %2 = arith.constant dense<[3, 4]> : tensor<2xi32>
  %3 = arith.constant dense<5> : tensor<2xi32>
  %4 = arith.constant 6 : i32
  util.return %0, %1, %2, %3, %4 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, i32
}
// CHECK: util.initializer {
// CHECK-NEXT: arith.constant dense<[1, 2]>
util.global private mutable @g : tensor<2xi32>
util.initializer {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  util.global.store %0, @g : tensor<2xi32>
  util.return
}
