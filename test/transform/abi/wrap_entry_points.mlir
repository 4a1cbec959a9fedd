// RUN: tern-opt %s --split-input-file --iree-abi-wrap-entry-points | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-abi-wrap-entry-points=invocation-model=coarse-fences | FileCheck %s --check-prefix=ASYNC

// CHECK-LABEL: util.func public @main(%arg0: !hal.buffer_view, %arg1: i32) -> !hal.buffer_view
// CHECK-SAME: attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: tensor<?x4xf32>, %input1: i32) -> (%output0: tensor<?x4xf32>)"}}
// CHECK: %[[D:.*]] = hal.buffer_view.dim<%arg0 : !hal.buffer_view>[0] : index
// CHECK: %[[IN:.*]] = hal.tensor.import %arg0 "input0" : !hal.buffer_view -> tensor<?x4xf32>{%[[D]]}
// CHECK: %[[OUT:.*]] = util.call @_main(%[[IN]], %arg1) : (tensor<?x4xf32>, i32) -> tensor<?x4xf32>
// CHECK: %[[E:.*]] = tensor.dim %[[OUT]], %c0
// CHECK: %[[VIEW:.*]] = hal.tensor.export %[[OUT]] "output0" : tensor<?x4xf32>{%[[E]]} -> !hal.buffer_view
// CHECK: util.return %[[VIEW]]
// CHECK: util.func private @_main(%arg0: tensor<?x4xf32>, %arg1: i32) -> tensor<?x4xf32>

// ASYNC-LABEL: util.func public @main(%arg0: !hal.buffer_view, %arg1: i32, %arg2: !hal.fence, %arg3: !hal.fence) -> !hal.buffer_view
// ASYNC-SAME: iree.abi.declaration = "async func @main({{.*}}iree.abi.model = "coarse-fences"
// ASYNC: %[[IN:.*]] = hal.tensor.import wait(%arg2) => %arg0 "input0"
// ASYNC: %[[OUT:.*]] = util.call @_main(%[[IN]], %arg1)
// ASYNC: %[[READY:.*]] = hal.tensor.barrier join(%[[OUT]] : tensor<?x4xf32>) => %arg3 : !hal.fence
// ASYNC: hal.tensor.export %[[READY]] "output0"
util.func public @main(%a: tensor<?x4xf32>, %b: i32) -> tensor<?x4xf32> {
  %0 = math.absf %a : tensor<?x4xf32>
  util.return %0 : tensor<?x4xf32>
}

// -----

// Calls from inside go to the function itself.
// CHECK-LABEL: util.func private @caller
// CHECK: util.call @_callee
util.func private @caller(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = util.call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
  util.return %0 : tensor<4xf32>
}
// The declaration may be given; other entries of the reflection stay.
// CHECK-LABEL: util.func public @callee(%arg0: !hal.buffer_view {iree.abi.name = "image"})
// CHECK-SAME: iree.reflection = {iree.abi.declaration = "mine", other = "x"}
// CHECK: hal.tensor.import %arg0 "image"
util.func public @callee(%a: tensor<4xf32> {iree.abi.name = "image"}) -> tensor<4xf32>
    attributes {iree.abi.declaration = "mine", iree.reflection = {other = "x"}} {
  util.return %a : tensor<4xf32>
}

// -----

// Without tensors the fence is signaled at once; a stub stays as it is.
// CHECK-LABEL: util.func public @scalar(%arg0: i32) -> i32
// ASYNC-LABEL: util.func public @scalar(%arg0: i32, %arg1: !hal.fence, %arg2: !hal.fence) -> i32
// ASYNC: hal.fence.signal<%arg2 : !hal.fence>
util.func public @scalar(%a: i32) -> i32 {
  util.return %a : i32
}
// CHECK: util.func public @stub(%arg0: tensor<4xf32>) attributes {iree.abi.stub}
util.func public @stub(%a: tensor<4xf32>) attributes {iree.abi.stub} {
  util.return
}

// -----

// The caller's types; storage for results and for what lives between.
// CHECK-LABEL: util.func public @storage(%arg0: !hal.buffer_view, %arg1: !hal.buffer, %arg2: !hal.buffer) -> !hal.buffer_view
// CHECK: %[[IN:.*]] = hal.tensor.import %arg0 "input0" : !hal.buffer_view -> tensor<4xui8> as tensor<4xi8>
// CHECK: %[[OUT:.*]] = util.call @_storage(%[[IN]], %arg1, %arg2)
// CHECK: %[[T:.*]] = hal.tensor.transients %[[OUT]] : tensor<4xi8> from %arg2 : !hal.buffer
// CHECK: %[[A:.*]] = hal.tensor.alias %[[T]] : tensor<4xi8> to %arg1 : !hal.buffer
// CHECK: hal.tensor.export %[[A]] "output0" : tensor<4xui8> as tensor<4xi8> -> !hal.buffer_view
// ASYNC-LABEL: util.func public @storage
// ASYNC: hal.tensor.alias wait(%arg3) =>
util.func public @storage(%a: tensor<4xi8> {iree.abi.encoding = tensor<4xui8>}, %o: !hal.buffer {iree.abi.output = 0 : index},
                          %t: !hal.buffer {iree.abi.transients}) -> (tensor<4xi8> {iree.abi.encoding = tensor<4xui8>}) {
  util.return %a : tensor<4xi8>
}

// -----

// CHECK-LABEL: util.func public @consumed
// CHECK: hal.tensor.import consume %arg0 "input0"
// CHECK: hal.tensor.alias %{{.*}} : tensor<4xf32> to %arg0 : !hal.buffer_view
util.func public @consumed(%a: tensor<4xf32> {iree.abi.output = 0 : index}) -> tensor<4xf32> {
  util.return %a : tensor<4xf32>
}

// -----

// Imports are wrapped the other way round.
// CHECK: util.func private @m.f(%arg0: !hal.buffer_view, %arg1: i32) -> !hal.buffer_view attributes {iree.abi.stub}
// CHECK-LABEL: util.func private @_m.f(%arg0: tensor<?xf32>, %arg1: i32) -> tensor<?xf32>
// CHECK: %[[V:.*]] = hal.tensor.export %arg0 : tensor<?xf32>{%{{.*}}} -> !hal.buffer_view
// CHECK: %[[R:.*]] = util.call @m.f(%[[V]], %arg1) : (!hal.buffer_view, i32) -> !hal.buffer_view
// CHECK: %[[D:.*]] = hal.buffer_view.dim<%[[R]] : !hal.buffer_view>[0] : index
// CHECK: hal.tensor.import %[[R]] : !hal.buffer_view -> tensor<?xf32>{%[[D]]}
// ASYNC: util.func private @m.f(%arg0: !hal.buffer_view, %arg1: i32, %arg2: !hal.fence, %arg3: !hal.fence)
// ASYNC-LABEL: util.func private @_m.f
// ASYNC: %[[WAIT:.*]] = hal.fence.create
// ASYNC: hal.tensor.barrier join(%arg0 : tensor<?xf32>) => %[[WAIT]] : !hal.fence
// ASYNC: %[[SIGNAL:.*]] = hal.fence.create
// ASYNC: util.call @m.f(%{{.*}}, %arg1, %[[WAIT]], %[[SIGNAL]])
// ASYNC: hal.tensor.import wait(%[[SIGNAL]]) =>
util.func private @m.f(%a: tensor<?xf32>, %b: i32) -> tensor<?xf32>
// What has no tensors needs no wrapper.
// CHECK: util.func private @m.g(%arg0: i32)
util.func private @m.g(%a: i32)
// CHECK-LABEL: util.func private @use
// CHECK: util.call @_m.f
util.func private @use(%a: tensor<?xf32>, %b: i32) -> tensor<?xf32> {
  util.call @m.g(%b) : (i32) -> ()
  %0 = util.call @m.f(%a, %b) : (tensor<?xf32>, i32) -> tensor<?xf32>
  util.return %0 : tensor<?xf32>
}
