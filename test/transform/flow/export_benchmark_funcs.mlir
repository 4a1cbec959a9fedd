// RUN: tern-opt %s --split-input-file --iree-flow-export-benchmark-funcs | FileCheck %s

// CHECK-LABEL: util.func private @main(%arg0: !hal.buffer_view, %arg1: i32) -> !hal.buffer_view
// CHECK-SAME: inlining_policy = #util.inline.never
// CHECK: util.global private @main_benchmark_arg0 <inlining_policy = #util.inline.never> : !hal.buffer_view
// CHECK: util.initializer {
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[S:.*]] = flow.tensor.splat %[[Z]] : tensor<4xf32>
// CHECK-NEXT: %[[V:.*]] = hal.tensor.export %[[S]] : tensor<4xf32> -> !hal.buffer_view
// CHECK-NEXT: %[[B:.*]] = util.optimization_barrier %[[V]]
// CHECK-NEXT: util.global.store %[[B]], @main_benchmark_arg0
// CHECK: util.global private @main_benchmark_arg1 <inlining_policy = #util.inline.never> : i32
// CHECK-LABEL: util.func public @main_benchmark() attributes {iree.abi.stub, iree.reflection = {iree.benchmark = "entry"}} {
// CHECK: %[[A0:.*]] = util.global.load @main_benchmark_arg0 : !hal.buffer_view
// CHECK: %[[A1:.*]] = util.global.load @main_benchmark_arg1 : i32
// CHECK: %[[R:.*]] = util.call @main(%[[A0]], %[[A1]])
// CHECK: util.optimization_barrier %[[R]]
// CHECK: util.return
util.func public @main(%v: !hal.buffer_view, %i: i32) -> !hal.buffer_view attributes {iree.abi.stub} {
  %t = hal.tensor.import %v "input0" : !hal.buffer_view -> tensor<4xf32>
  %r = hal.tensor.export %t "output0" : tensor<4xf32> -> !hal.buffer_view
  util.return %r : !hal.buffer_view
}

// -----

// CHECK-LABEL: util.func public @async_benchmark
// CHECK: %[[WAIT:.*]] = util.null : !hal.fence
// CHECK: %[[SIGNAL:.*]] = hal.fence.create
// CHECK: util.call @async(%[[WAIT]], %[[SIGNAL]])
// CHECK: %[[S:.*]] = hal.fence.await until([%[[SIGNAL]]])
// CHECK: util.status.check_ok %[[S]]
util.func public @async(%w: !hal.fence, %s: !hal.fence) {
  hal.fence.signal<%s : !hal.fence>
  util.return
}
