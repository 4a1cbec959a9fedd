// RUN: tern-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: util.func public @reshapes
// CHECK-DAG: %[[C:.*]] = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-DAG: %[[TWICE:.*]] = flow.tensor.reshape %arg0 : tensor<?xf32>{%arg1} -> tensor<1x1x?xf32>{%arg1}
// CHECK: util.return %arg0, %[[TWICE]], %[[C]]
util.func public @reshapes(%t: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<1x1x?xf32>, tensor<2x2xi32>) {
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = flow.tensor.reshape %t : tensor<?xf32>{%n} -> tensor<?xf32>{%n}
  %1 = flow.tensor.reshape %t : tensor<?xf32>{%n} -> tensor<1x?xf32>{%n}
  %2 = flow.tensor.reshape %1 : tensor<1x?xf32>{%n} -> tensor<1x1x?xf32>{%n}
  %3 = flow.tensor.reshape %c : tensor<4xi32> -> tensor<2x2xi32>
  util.return %0, %2, %3 : tensor<?xf32>, tensor<1x1x?xf32>, tensor<2x2xi32>
}

// Other sizes are another shape.
// CHECK-LABEL: util.func public @keeps_reshape
// CHECK: flow.tensor.reshape
util.func public @keeps_reshape(%t: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %0 = flow.tensor.reshape %t : tensor<?x?xf32>{%n, %m} -> tensor<?x?xf32>{%m, %n}
  util.return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: util.func public @splats
// CHECK-DAG: %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-DAG: %[[S:.*]] = flow.tensor.splat %arg0 : tensor<2x2xf32>
// CHECK: util.return %[[C]], %[[S]], %arg0
util.func public @splats(%v: f32) -> (tensor<4xf32>, tensor<2x2xf32>, f32) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %0 = flow.tensor.splat %one : tensor<4xf32>
  %1 = flow.tensor.splat %v : tensor<4xf32>
  %2 = flow.tensor.reshape %1 : tensor<4xf32> -> tensor<2x2xf32>
  %3 = flow.tensor.load %1[%c0] : tensor<4xf32>
  util.return %0, %2, %3 : tensor<4xf32>, tensor<2x2xf32>, f32
}

// CHECK-LABEL: util.func public @elements
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[NEW:.*]] = arith.constant dense<[1, 9, 3, 4]> : tensor<4xi32>
// CHECK-DAG: %[[ONE:.*]] = flow.tensor.load %arg0 : tensor<i32>
// CHECK: util.return %[[THREE]], %[[NEW]], %[[ONE]]
util.func public @elements(%t: tensor<i32>) -> (i32, tensor<4xi32>, i32) {
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %nine = arith.constant 9 : i32
  %0 = flow.tensor.load %c[%c2] : tensor<4xi32>
  %1 = flow.tensor.store %nine, %c[%c1] : tensor<4xi32>
  %2 = flow.tensor.reshape %t : tensor<i32> -> tensor<1xi32>
  %3 = flow.tensor.load %2[%c0] : tensor<1xi32>
  util.return %0, %1, %3 : i32, tensor<4xi32>, i32
}

// CHECK-LABEL: util.func public @slices
// CHECK: %[[SPLAT:.*]] = arith.constant dense<7> : tensor<2xi32>
// CHECK: util.return %arg0, %[[SPLAT]], %arg0
util.func public @slices(%t: tensor<4xi32>, %n: index) -> (tensor<4xi32>, tensor<2xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c = arith.constant dense<7> : tensor<4xi32>
  %0 = flow.tensor.slice %t[%c0 for %c4] : tensor<4xi32> -> tensor<4xi32>
  %1 = flow.tensor.slice %c[%c2 for %c2] : tensor<4xi32> -> tensor<2xi32>
  %2 = flow.tensor.update %t, %c[%c0] : tensor<4xi32> -> %c as tensor<4xi32>
  util.return %0, %1, %2 : tensor<4xi32>, tensor<2xi32>, tensor<4xi32>
}

// CHECK-LABEL: util.func public @ties
// CHECK: %[[TIE:.*]] = flow.tensor.tie_shape %arg1 : tensor<?xf32>{%arg2}
// CHECK: util.return %arg0, %[[TIE]]
util.func public @ties(%t: tensor<4xf32>, %u: tensor<?xf32>, %n: index) -> (tensor<4xf32>, tensor<?xf32>) {
  %0 = flow.tensor.tie_shape %t : tensor<4xf32>
  %1 = flow.tensor.tie_shape %u : tensor<?xf32>{%n}
  util.return %0, %1 : tensor<4xf32>, tensor<?xf32>
}

// Sizes are those that the ops carry.
// CHECK-LABEL: util.func public @dims
// CHECK-NOT: tensor.dim
// CHECK: util.return %arg1, %arg1
util.func public @dims(%t: tensor<?xf32>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = flow.tensor.reshape %t : tensor<?xf32>{%n} -> tensor<1x?xf32>{%n}
  %d = tensor.dim %0, %c1 : tensor<1x?xf32>
  %1 = flow.tensor.tie_shape %t : tensor<?xf32>{%n}
  %e = tensor.dim %1, %c0 : tensor<?xf32>
  util.return %d, %e : index, index
}

// CHECK-LABEL: util.func public @clones
// CHECK-NEXT: %[[C:.*]] = flow.tensor.clone %arg0
// CHECK-NEXT: %[[T:.*]] = flow.tensor.transfer %arg0
// CHECK-NEXT: util.return %[[C]], %[[T]]
util.func public @clones(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = flow.tensor.clone %t : tensor<4xf32>
  %1 = flow.tensor.clone %0 : tensor<4xf32>
  %2 = flow.tensor.transfer %t : tensor<4xf32> to "a"
  %3 = flow.tensor.transfer %2 : tensor<4xf32> to "a"
  util.return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: util.func public @dynamic_constant
// CHECK-DAG: %[[C:.*]] = {{.*}}constant dense<1.000000e+00> : tensor<2x3xf32>
// CHECK-DAG: %[[H:.*]] = util.optimization_barrier %[[C]]
// CHECK-DAG: %[[N:.*]] = util.optimization_barrier %c3 : index
// CHECK: flow.tensor.reshape %[[H]] : tensor<2x3xf32> -> tensor<2x?xf32>{%[[N]]}
util.func public @dynamic_constant() -> tensor<2x?xf32> {
  %0 = flow.tensor.dynamic_constant dense<1.0> : tensor<2x3xf32> -> tensor<2x?xf32>
  util.return %0 : tensor<2x?xf32>
}

// Results that nobody uses go.
// CHECK-LABEL: util.func public @region
// CHECK: %[[R:.*]] = flow.dispatch.region -> (tensor<?xf32>{%arg2}) {
// CHECK-NEXT: flow.return %arg1 : tensor<?xf32>
// CHECK: util.return %[[R]]
util.func public @region(%t: tensor<4xf32>, %u: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0:2 = flow.dispatch.region -> (tensor<4xf32>, tensor<?xf32>{%n}) {
    flow.return %t, %u : tensor<4xf32>, tensor<?xf32>
  }
  util.return %0#1 : tensor<?xf32>
}

// Constants and doubled numbers are not handed into a dispatch; ties to later arguments move.
// CHECK-LABEL: util.func public @workgroups
// CHECK: flow.dispatch.workgroups(%arg1, %arg0) : (index, tensor<4xf32>) -> %arg0 =
// CHECK-NEXT: (%[[N:.*]]: index, %[[T:.*]]: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<4xf32>>) {
// CHECK-NEXT: %[[C:.*]] = arith.constant 5 : index
// CHECK-NEXT: util.optimization_barrier %[[C]], %[[N]], %[[N]], %[[T]]
util.func public @workgroups(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c5 = arith.constant 5 : index
  %0 = flow.dispatch.workgroups(%c5, %n, %n, %t) : (index, index, index, tensor<4xf32>) -> %t =
      (%a: index, %b: index, %c: index, %d: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<4xf32>>) {
    %1:4 = util.optimization_barrier %a, %b, %c, %d : index, index, index, !iree_tensor_ext.dispatch.tensor<readwrite:tensor<4xf32>>
    flow.return
  }
  util.return %0 : tensor<4xf32>
}
