// RUN: tern-opt %s --iree-flow-convert-to-flow --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @shapes
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[D:.*]]: tensor<?x8xf32>
func.func @shapes(%x: tensor<4x8xf32>, %d: tensor<?x8xf32>) -> (tensor<32xf32>, tensor<2x2x8xf32>, tensor<?x8xf32>, tensor<8x8xi16>, tensor<?xf32>) {
  // CHECK: flow.tensor.reshape %[[X]] : tensor<4x8xf32> -> tensor<32xf32>
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  // CHECK: flow.tensor.reshape %[[X]] : tensor<4x8xf32> -> tensor<2x2x8xf32>
  %1 = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
  // CHECK: flow.tensor.reshape %[[X]] : tensor<4x8xf32> -> tensor<?x8xf32>{%c4}
  %2 = tensor.cast %x : tensor<4x8xf32> to tensor<?x8xf32>
  // CHECK: flow.tensor.bitcast
  %h = "test.value"(%x) : (tensor<4x8xf32>) -> tensor<8x8xf16>
  %3 = tensor.bitcast %h : tensor<8x8xf16> to tensor<8x8xi16>
  // CHECK: %[[P:.*]] = arith.muli %{{.*}}, %c8
  // CHECK: flow.tensor.reshape %[[D]] : tensor<?x8xf32>{%{{.*}}} -> tensor<?xf32>{%[[P]]}
  %4 = tensor.collapse_shape %d [[0, 1]] : tensor<?x8xf32> into tensor<?xf32>
  return %0, %1, %2, %3, %4 : tensor<32xf32>, tensor<2x2x8xf32>, tensor<?x8xf32>, tensor<8x8xi16>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @new
// CHECK-SAME: %[[S:.*]]: f32, %[[N:.*]]: index
func.func @new(%s: f32, %n: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<4xf32>) {
  // CHECK: flow.tensor.empty : tensor<?xf32>{%[[N]]}
  %0 = tensor.empty(%n) : tensor<?xf32>
  // CHECK: flow.tensor.splat %[[S]] : tensor<?xf32>{%[[N]]}
  %1 = linalg.fill ins(%s : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: flow.tensor.splat %[[S]] : tensor<2xf32>
  %2 = tensor.from_elements %s, %s : tensor<2xf32>
  // CHECK: %[[E:.*]] = flow.tensor.empty : tensor<2xf32>
  // CHECK: %[[A:.*]] = flow.tensor.store %[[S]], %[[E]][%{{.*}}] : tensor<2xf32>
  // CHECK: flow.tensor.store %{{.*}}, %[[A]][%{{.*}}] : tensor<2xf32>
  %t = arith.negf %s : f32
  %3 = tensor.from_elements %s, %t : tensor<2xf32>
  // CHECK: flow.tensor.constant dense<[1, 2]> : tensor<2xi32>
  %4 = arith.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK: flow.tensor.splat %[[ONE]] : tensor<4xf32>
  %5 = arith.constant dense<1.0> : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @parts
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[U:.*]]: tensor<8xf32>, %[[I:.*]]: index, %[[V:.*]]: f32
func.func @parts(%x: tensor<4x8xf32>, %u: tensor<8xf32>, %i: index, %v: f32) -> (tensor<2x8xf32>, tensor<8xf32>, tensor<4x8xf32>, f32, tensor<4x8xf32>, tensor<4x2xf32>) {
  // CHECK: flow.tensor.slice %[[X]][%[[I]], %{{.*}} for %{{.*}}, %{{.*}}] : tensor<4x8xf32> -> tensor<2x8xf32>
  %0 = tensor.extract_slice %x[%i, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  // CHECK: %[[R:.*]] = flow.tensor.slice %[[X]]{{.*}} -> tensor<1x8xf32>
  // CHECK: flow.tensor.reshape %[[R]] : tensor<1x8xf32> -> tensor<8xf32>
  %1 = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  // CHECK: %[[W:.*]] = flow.tensor.reshape %[[U]] : tensor<8xf32> -> tensor<1x8xf32>
  // CHECK: flow.tensor.update %[[W]], %[[X]][%[[I]], %{{.*}}] : tensor<1x8xf32> -> %[[X]] as tensor<4x8xf32>
  %2 = tensor.insert_slice %u into %x[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
  // CHECK: flow.tensor.load %[[X]][%[[I]], %[[I]]] : tensor<4x8xf32>
  %3 = tensor.extract %x[%i, %i] : tensor<4x8xf32>
  // CHECK: flow.tensor.store %[[V]], %[[X]][%[[I]], %[[I]]] : tensor<4x8xf32>
  %4 = tensor.insert %v into %x[%i, %i] : tensor<4x8xf32>
  // Not in one piece: no copy can make it.
  // CHECK: tensor.extract_slice
  %5 = tensor.extract_slice %x[0, 2] [4, 2] [1, 1] : tensor<4x8xf32> to tensor<4x2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x8xf32>, tensor<8xf32>, tensor<4x8xf32>, f32, tensor<4x8xf32>, tensor<4x2xf32>
}
