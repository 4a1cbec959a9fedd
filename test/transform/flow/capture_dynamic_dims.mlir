// RUN: tern-opt %s --allow-unregistered-dialect --iree-flow-capture-dynamic-dims | FileCheck %s

!in = !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x?xf32>>
!out = !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>

// Sizes become arguments, those that are arguments already are not handed in twice.
// CHECK-LABEL: util.func public @captures
// CHECK: flow.dispatch.workgroups(%arg2, %arg0, %arg1) : (index, tensor<?x?xf32>{%arg1, %arg2}, index) -> tensor<?x4xf32>{%arg1} =
// CHECK-NEXT: (%[[M:.*]]: index, %[[A:.*]]: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x?xf32>>, %[[N:.*]]: index, %[[B:.*]]: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>) {
// CHECK-NEXT: %[[TA:.*]] = flow.dispatch.tie_shape %[[A]] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x?xf32>>{%[[N]], %[[M]]}
// CHECK-NEXT: %[[TB:.*]] = flow.dispatch.tie_shape %[[B]] : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x4xf32>>{%[[N]]}
// CHECK-NEXT: "test.use"(%[[TA]], %[[TB]])
util.func public @captures(%t: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x4xf32> {
  %0 = flow.dispatch.workgroups(%m, %t) : (index, tensor<?x?xf32>{%n, %m}) -> tensor<?x4xf32>{%n} =
      (%i: index, %a: !in, %b: !out) {
    "test.use"(%a, %b) : (!in, !out) -> ()
    flow.return
  }
  util.return %0 : tensor<?x4xf32>
}

// Loads and stores that say the sizes need no tie.
// CHECK-LABEL: util.func public @said
// CHECK: flow.dispatch.workgroups(%arg0, %arg1) : (tensor<?xf32>{%arg1}, index) -> %arg0{%arg1} =
// CHECK-NOT: tie_shape
util.func public @said(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = flow.dispatch.workgroups(%t, %n) : (tensor<?xf32>{%n}, index) -> %t{%n} =
      (%a: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?xf32>>, %i: index) {
    %1 = iree_tensor_ext.dispatch.tensor.load %a, offsets = [0], sizes = [%i], strides = [1] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?xf32>>{%i} -> tensor<?xf32>
    iree_tensor_ext.dispatch.tensor.store %1, %a, offsets = [0], sizes = [%i], strides = [1] : tensor<?xf32> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<?xf32>>{%i}
    flow.return
  }
  util.return %0 : tensor<?xf32>
}
