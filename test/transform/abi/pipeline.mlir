// RUN: tern-opt %s --iree-abi-transformation-pipeline | FileCheck %s
// RUN: tern-opt %s --pass-pipeline='builtin.module(iree-abi-transformation-pipeline{invocation-model=coarse-fences})' | FileCheck %s --check-prefix=ASYNC

// One function is left for each entry point, equal imports are one, unused functions go.
// CHECK-LABEL: util.func public @main(%arg0: !hal.buffer_view) -> !hal.buffer_view
// CHECK-NEXT: %[[T:.*]] = hal.tensor.import %arg0 "input0" : !hal.buffer_view -> tensor<4xf32>
// CHECK-NEXT: %[[A:.*]] = math.absf %[[T]] : tensor<4xf32>
// CHECK-NEXT: %[[V:.*]] = hal.tensor.export %[[A]] "output0" : tensor<4xf32> -> !hal.buffer_view
// CHECK-NEXT: util.return %[[V]]
// CHECK-LABEL: util.func public @twice(%arg0: !hal.buffer_view) -> !hal.buffer_view
// CHECK-NEXT: %[[T:.*]] = hal.tensor.import %arg0 "x" : !hal.buffer_view -> tensor<4xf32>
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[T]], %[[T]] : tensor<4xf32>
// CHECK-NEXT: hal.tensor.export %[[S]]
// CHECK-NOT: util.func
// ASYNC-LABEL: util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence)
// ASYNC-LABEL: util.func public @twice
// ASYNC-NOT: util.func
util.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = util.call @abs(%a) : (tensor<4xf32>) -> tensor<4xf32>
  util.return %0 : tensor<4xf32>
}
util.func private @abs(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.absf %a : tensor<4xf32>
  util.return %0 : tensor<4xf32>
}
util.func public @twice(%a: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub} {
  %0 = hal.tensor.import %a "x" : !hal.buffer_view -> tensor<4xf32>
  %1 = hal.tensor.import %a "x" : !hal.buffer_view -> tensor<4xf32>
  %2 = arith.addf %0, %1 : tensor<4xf32>
  %3 = hal.tensor.export %2 "y" : tensor<4xf32> -> !hal.buffer_view
  util.return %3 : !hal.buffer_view
}
