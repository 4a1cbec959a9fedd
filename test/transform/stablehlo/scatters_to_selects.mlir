// RUN: tern-opt %s --stablehlo-scatters-to-selects | FileCheck %s

#dims = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
#middle = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0, 2], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>

// The gradient of looking up one element of each row.
// CHECK-LABEL: func.func @gradient
// CHECK-SAME: %[[I:.*]]: tensor<4x1x1xi32>, %[[U:.*]]: tensor<4x1xf32>
// CHECK-DAG: %[[Z:.*]] = stablehlo.broadcast_in_dim
// CHECK-DAG: %[[I1:.*]] = stablehlo.reshape %[[I]] : (tensor<4x1x1xi32>) -> tensor<4xi32>
// CHECK-DAG: %[[U1:.*]] = stablehlo.reshape %[[U]] : (tensor<4x1xf32>) -> tensor<4xf32>
// CHECK: %[[S:.*]] = stablehlo.add %{{.*}}, %[[U1]] : tensor<4xf32>
// CHECK-DAG: %[[N:.*]] = stablehlo.iota dim = 1 : tensor<4x100xi32>
// CHECK-DAG: %[[B:.*]] = stablehlo.broadcast_in_dim %[[I1]], dims = [0]
// CHECK: %[[C:.*]] = stablehlo.compare EQ, %[[N]], %[[B]]
// CHECK: %[[V:.*]] = stablehlo.broadcast_in_dim %[[S]], dims = [0]
// CHECK: %[[R:.*]] = stablehlo.select %[[C]], %[[V]], %[[Z]]
// CHECK: return %[[R]]
func.func @gradient(%indices: tensor<4x1x1xi32>, %updates: tensor<4x1xf32>) -> tensor<4x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x100xf32>
  %0 = "stablehlo.scatter"(%zeros, %indices, %updates) <{scatter_dimension_numbers = #dims}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x100xf32>, tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x100xf32>
  return %0 : tensor<4x100xf32>
}

// Two batches around the index, and updates that take the place of what is there.
// CHECK-LABEL: func.func @assigns
// CHECK-NOT: stablehlo.scatter
// CHECK: stablehlo.iota dim = 1 : tensor<4x100x3xi32>
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 2] : (tensor<4x3xi32>) -> tensor<4x100x3xi32>
// CHECK: stablehlo.select
func.func @assigns(%indices: tensor<4x3x1xi32>, %updates: tensor<4x3xf32>) -> tensor<4x100x3xf32> {
  %ones = stablehlo.constant dense<1.0> : tensor<4x100x3xf32>
  %0 = "stablehlo.scatter"(%ones, %indices, %updates) <{scatter_dimension_numbers = #middle}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x100x3xf32>, tensor<4x3x1xi32>, tensor<4x3xf32>) -> tensor<4x100x3xf32>
  return %0 : tensor<4x100x3xf32>
}

// Two updates in a row, an input of several numbers, indices that cannot count the row's elements, and a body of two ops.
// CHECK-LABEL: func.func @stay
// CHECK-COUNT-4: stablehlo.scatter
func.func @stay(%two: tensor<4x2x1xi32>, %updates: tensor<4x2xf32>, %input: tensor<4x100xf32>, %one: tensor<4x1x1xi32>, %update: tensor<4x1xf32>,
    %bytes: tensor<4x1x1xi8>) -> (tensor<4x100xf32>, tensor<4x100xf32>, tensor<4x200xf32>, tensor<4x100xf32>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<4x100xf32>
  %longer = stablehlo.constant dense<0.0> : tensor<4x200xf32>
  %0 = "stablehlo.scatter"(%zeros, %two, %updates) <{scatter_dimension_numbers = #dims}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x100xf32>, tensor<4x2x1xi32>, tensor<4x2xf32>) -> tensor<4x100xf32>
  %1 = "stablehlo.scatter"(%input, %one, %update) <{scatter_dimension_numbers = #dims}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x100xf32>, tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x100xf32>
  %2 = "stablehlo.scatter"(%longer, %bytes, %update) <{scatter_dimension_numbers = #dims}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x200xf32>, tensor<4x1x1xi8>, tensor<4x1xf32>) -> tensor<4x200xf32>
  %3 = "stablehlo.scatter"(%zeros, %one, %update) <{scatter_dimension_numbers = #dims}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    %t = stablehlo.tanh %s : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<4x100xf32>, tensor<4x1x1xi32>, tensor<4x1xf32>) -> tensor<4x100xf32>
  return %0, %1, %2, %3 : tensor<4x100xf32>, tensor<4x100xf32>, tensor<4x200xf32>, tensor<4x100xf32>
}
