// RUN: tern-opt %s --iree-flow-outline-constants | FileCheck %s

// CHECK: util.global private @__constant_tensor_2xf32 <inlining_policy = #util.inline.never> = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK: util.global private @__constant_tensor_2xf32_0 <inlining_policy = #util.inline.never> = dense<[3.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK: util.global private @__constant_tensor_4xi8 <inlining_policy = #util.inline.never> = dense_resource<blob> : tensor<4xi8>
// CHECK-LABEL: util.func public @f
util.func public @f() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f32, tensor<4xi8>) {
  // CHECK-DAG: util.global.load immutable @__constant_tensor_2xf32 : tensor<2xf32>
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK-DAG: util.global.load immutable @__constant_tensor_2xf32_0 : tensor<2xf32>
  %1 = flow.tensor.constant dense<[3.0, 4.0]> : tensor<2xf32>
  // CHECK-DAG: arith.constant dense<1.000000e+00> : tensor<2xf32>
  %2 = arith.constant dense<1.0> : tensor<2xf32>
  // CHECK-DAG: arith.constant 1.000000e+00 : f32
  %3 = arith.constant 1.0 : f32
  %4 = arith.constant dense_resource<blob> : tensor<4xi8>
  util.return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f32, tensor<4xi8>
}

// Equal constants share a global.
// CHECK-LABEL: util.func public @g
// CHECK: util.global.load immutable @__constant_tensor_2xf32 : tensor<2xf32>
util.func public @g() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  util.return %0 : tensor<2xf32>
}

// Device code keeps its own.
// CHECK: flow.executable
// CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00]>
flow.executable private @e {
  builtin.module {
    func.func @f() -> tensor<2xf32> {
      %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
      return %0 : tensor<2xf32>
    }
  }
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001020304"
    }
  }
#-}
