// RUN: tern-opt %s --iree-flow-initialize-empty-tensors | FileCheck %s
// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-flow-initialize-empty-tensors{zero-fill=true})' | FileCheck %s --check-prefix=ZERO

// CHECK-LABEL: func.func @empty
// ZERO-LABEL: func.func @empty
// CHECK-SAME: %[[N:.*]]: index
func.func @empty(%n: index) -> (tensor<?x4xf32>, tensor<2xi8>, tensor<2xcomplex<f32>>) {
  // CHECK: flow.tensor.empty : tensor<?x4xf32>{%[[N]]}
  // ZERO: %[[F:.*]] = arith.constant 0.000000e+00 : f32
  // ZERO: flow.tensor.splat %[[F]] : tensor<?x4xf32>{%{{.*}}}
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  // CHECK: flow.tensor.empty : tensor<2xi8>
  // ZERO: %[[I:.*]] = arith.constant 0 : i8
  // ZERO: flow.tensor.splat %[[I]] : tensor<2xi8>
  %1 = flow.tensor.empty : tensor<2xi8>
  // CHECK: flow.tensor.empty : tensor<2xcomplex<f32>>
  // ZERO: flow.tensor.empty : tensor<2xcomplex<f32>>
  %2 = tensor.empty() : tensor<2xcomplex<f32>>
  return %0, %1, %2 : tensor<?x4xf32>, tensor<2xi8>, tensor<2xcomplex<f32>>
}
