// RUN: tern-opt %s --iree-abi-convert-streamable-ops | FileCheck %s

// CHECK: flow.func private @m.by_argument(%arg0: tensor<?xf32>, %arg1: index) -> tensor<?xf32>
util.func private @m.by_argument(%a: tensor<?xf32>, %n: index) -> (tensor<?xf32> {iree.abi.dims = [1]}) attributes {iree.abi.streamable}
// CHECK: flow.func private @m.tied(%arg0: tensor<?xf32>) -> %arg0
util.func private @m.tied(%a: tensor<?xf32>) -> (tensor<?xf32> {iree.abi.tied = 0 : i64}) attributes {iree.abi.streamable}
// CHECK: util.func private @m.size
util.func private @m.size(%a: tensor<?xf32>, %n: index) -> index
// CHECK: flow.func private @m.by_function
util.func private @m.by_function(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> attributes {iree.abi.streamable, iree.abi.result_dims = @m.size}
// CHECK: util.func private @m.other
util.func private @m.other(%a: tensor<4xf32>)

// CHECK-LABEL: util.func public @f
util.func public @f(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // CHECK: %[[D:.*]] = tensor.dim %arg0, %c0
  // CHECK: %[[A:.*]] = flow.call @m.by_argument(%arg0, %arg1) : (tensor<?xf32>{%[[D]]}, index) -> tensor<?xf32>{%arg1}
  %0 = util.call @m.by_argument(%a, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
  // CHECK: %[[B:.*]] = flow.call @m.tied(%[[A]]) : (tensor<?xf32>{%{{.*}}}) -> %[[A]]{%{{.*}}}
  %1 = util.call @m.tied(%0) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[N:.*]] = util.call @m.size(%[[B]], %arg1) : (tensor<?xf32>, index) -> index
  // CHECK: flow.call @m.by_function(%[[B]], %arg1) : (tensor<?xf32>{%{{.*}}}, index) -> tensor<?xf32>{%[[N]]}
  %2 = util.call @m.by_function(%1, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
  util.return %2 : tensor<?xf32>
}
