// RUN: tern-opt --iree-flow-carry-dynamic-dims --allow-unregistered-dialect --split-input-file %s | FileCheck %s

// CHECK-LABEL: util.func public @while
// CHECK-SAME: (%[[A:.*]]: tensor<?x4xf32>, %[[P:.*]]: i1)
// CHECK: %[[N:.*]] = tensor.dim %[[A]], %{{.*}} : tensor<?x4xf32>
// CHECK: %[[R:.*]]:2 = scf.while (%[[X:.*]] = %[[A]], %[[M:.*]] = %[[N]]) : (tensor<?x4xf32>, index) -> (tensor<?x4xf32>, index) {
// CHECK:   %[[T:.*]] = flow.tensor.tie_shape %[[X]] : tensor<?x4xf32>{%[[M]]}
// CHECK:   %[[H:.*]] = tensor.dim %[[T]], %{{.*}}
// CHECK:   scf.condition(%[[P]]) %[[T]], %[[H]] : tensor<?x4xf32>, index
// CHECK: ^bb0(%[[Y:.*]]: tensor<?x4xf32>, %[[K:.*]]: index):
// CHECK:   %[[U:.*]] = flow.tensor.tie_shape %[[Y]] : tensor<?x4xf32>{%[[K]]}
// CHECK:   %[[Z:.*]] = "test.next"(%[[U]])
// CHECK:   %[[L:.*]] = tensor.dim %[[Z]], %{{.*}}
// CHECK:   scf.yield %[[Z]], %[[L]] : tensor<?x4xf32>, index
// CHECK: %[[O:.*]] = flow.tensor.tie_shape %[[R]]#0 : tensor<?x4xf32>{%[[R]]#1}
// CHECK: util.return %[[O]]
util.func public @while(%a: tensor<?x4xf32>, %p: i1) -> tensor<?x4xf32> {
  %r = scf.while (%x = %a) : (tensor<?x4xf32>) -> tensor<?x4xf32> {
    scf.condition(%p) %x : tensor<?x4xf32>
  } do {
  ^bb0(%y: tensor<?x4xf32>):
    %z = "test.next"(%y) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    scf.yield %z : tensor<?x4xf32>
  }
  util.return %r : tensor<?x4xf32>
}

// -----

// Only what has sizes to carry; an op inside of another one too.
// CHECK-LABEL: util.func public @for_of_if
// CHECK: %[[R:.*]]:4 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[X:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %[[M:.*]] = %{{.*}}, %[[N:.*]] = %{{.*}}) -> (tensor<?x?xf32>, tensor<4xf32>, index, index) {
// CHECK:   flow.tensor.tie_shape %[[X]] : tensor<?x?xf32>{%[[M]], %[[N]]}
// CHECK:   %[[I:.*]]:3 = scf.if %{{.*}} -> (tensor<?x?xf32>, index, index) {
// CHECK:   %[[T:.*]] = flow.tensor.tie_shape %[[I]]#0 : tensor<?x?xf32>{%[[I]]#1, %[[I]]#2}
// CHECK:   scf.yield %[[T]], %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<4xf32>, index, index
// CHECK: flow.tensor.tie_shape %[[R]]#0 : tensor<?x?xf32>{%[[R]]#2, %[[R]]#3}
util.func public @for_of_if(%a: tensor<?x?xf32>, %b: tensor<4xf32>, %n: index, %p: i1) -> (tensor<?x?xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<?x?xf32>, tensor<4xf32>) {
    %z = scf.if %p -> tensor<?x?xf32> {
      %w = "test.next"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
      scf.yield %w : tensor<?x?xf32>
    } else {
      scf.yield %x : tensor<?x?xf32>
    }
    scf.yield %z, %y : tensor<?x?xf32>, tensor<4xf32>
  }
  util.return %r#0, %r#1 : tensor<?x?xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: util.func public @switch
// CHECK: %[[R:.*]]:2 = scf.index_switch %{{.*}} -> tensor<?xi32>, index
// CHECK: case 3 {
// CHECK: default {
// CHECK: flow.tensor.tie_shape %[[R]]#0 : tensor<?xi32>{%[[R]]#1}
util.func public @switch(%a: tensor<?xi32>, %b: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %r = scf.index_switch %n -> tensor<?xi32>
  case 3 {
    scf.yield %a : tensor<?xi32>
  }
  default {
    scf.yield %b : tensor<?xi32>
  }
  util.return %r : tensor<?xi32>
}
