// RUN: tern-opt --canonicalize --split-input-file %s | FileCheck %s
// RUN: mlir-opt --canonicalize --split-input-file %s | FileCheck %s

// CHECK-LABEL: @reshape_chain
// CHECK-SAME: %[[T:.*]]: tensor<4x6x?xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[T]] {{\[}}[0, 1], [2]] : tensor<4x6x?xf32> into tensor<24x?xf32>
// CHECK: return %[[C]]
func.func @reshape_chain(%t: tensor<4x6x?xf32>, %n: index) -> tensor<24x?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1, 2]] : tensor<4x6x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [24, %n] : tensor<?xf32> into tensor<24x?xf32>
  return %1 : tensor<24x?xf32>
}

// -----

// Where the dimensions end is not known.
// CHECK-LABEL: @ambiguous_chain
// CHECK: tensor.collapse_shape
// CHECK: tensor.expand_shape
func.func @ambiguous_chain(%t: tensor<?x6x4x?xf32>, %n: index) -> tensor<?x4x?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1, 2, 3]] : tensor<?x6x4x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1, 2]] output_shape [%n, 4, %n] : tensor<?xf32> into tensor<?x4x?xf32>
  return %1 : tensor<?x4x?xf32>
}

// -----

// CHECK-LABEL: @reshaped_elements
// CHECK-SAME: %[[F:.*]]: f32
// CHECK: tensor.splat %[[F]] : tensor<2x4xf32>
// CHECK: tensor.from_elements %[[F]], %[[F]] : tensor<1x2xf32>
func.func @reshaped_elements(%f: f32) -> (tensor<2x4xf32>, tensor<1x2xf32>) {
  %0 = tensor.splat %f : tensor<8xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %2 = tensor.from_elements %f, %f : tensor<2xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
  return %1, %3 : tensor<2x4xf32>, tensor<1x2xf32>
}

// -----

// CHECK-LABEL: @expanded_cast
// CHECK-SAME: %[[T:.*]]: tensor<8x4xf32>
// CHECK: %[[E:.*]] = tensor.expand_shape %[[T]] {{\[}}[0, 1], [2]] output_shape [2, 4, 4] : tensor<8x4xf32> into tensor<2x4x4xf32>
// CHECK: tensor.cast %[[E]] : tensor<2x4x4xf32> to tensor<?x4x4xf32>
func.func @expanded_cast(%t: tensor<8x4xf32>) -> tensor<?x4x4xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.cast %t : tensor<8x4xf32> to tensor<?x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%c2, 4, 4] : tensor<?x4xf32> into tensor<?x4x4xf32>
  return %1 : tensor<?x4x4xf32>
}

// -----

// CHECK-LABEL: @concatenated_types
// CHECK: %[[C:.*]] = tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<?x4xf32>
// CHECK: tensor.concat dim(0) %{{.*}}, %[[C]] : (tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @concatenated_types(%a: tensor<2x4xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x4xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @elements
// CHECK-SAME: %[[N:.*]]: index, %[[I:.*]]: index, %[[T:.*]]: tensor<4xi32>
// CHECK: %[[S:.*]] = arith.addi %[[I]], %[[N]]
// CHECK: %[[E:.*]] = tensor.extract %[[T]][%[[I]]]
// CHECK: %[[X:.*]] = arith.index_cast %[[E]] : i32 to index
// CHECK: return %[[S]], %[[X]]
func.func @elements(%n: index, %i: index, %t: tensor<4xi32>) -> (index, index) {
  %0 = tensor.generate %n {
  ^bb0(%j: index):
    %3 = arith.addi %j, %n : index
    tensor.yield %3 : index
  } : tensor<?xindex>
  %1 = tensor.extract %0[%i] : tensor<?xindex>
  %2 = arith.index_cast %t : tensor<4xi32> to tensor<4xindex>
  %4 = tensor.extract %2[%i] : tensor<4xindex>
  return %1, %4 : index, index
}

// -----

// CHECK-LABEL: @reshapes
// CHECK-SAME: %[[T:.*]]: tensor<?x?xf32>, %[[S:.*]]: tensor<2xi32>, %[[U:.*]]: tensor<?xf32>, %[[P:.*]]: tensor<1xindex>, %[[I:.*]]: index
// CHECK: %[[E:.*]] = tensor.extract %[[S]][%[[I]]]
// CHECK: %[[X:.*]] = arith.index_cast %[[E]] : i32 to index
// CHECK: return %[[X]], %[[U]], %[[T]]
func.func @reshapes(%t: tensor<?x?xf32>, %s: tensor<2xi32>, %u: tensor<?xf32>, %p: tensor<1xindex>, %i: index)
    -> (index, tensor<?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.reshape %t(%s) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = tensor.dim %0, %i : tensor<?x?xf32>
  %2 = tensor.reshape %u(%p) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %3 = tensor.dim %t, %c0 : tensor<?x?xf32>
  %4 = tensor.dim %t, %c1 : tensor<?x?xf32>
  %5 = tensor.from_elements %3, %4 : tensor<2xindex>
  %6 = tensor.reshape %t(%5) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1, %2, %6 : index, tensor<?xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @nothing_inserted
// CHECK-SAME: %{{.*}}: tensor<0x2xf32>, %[[T:.*]]: tensor<4x2xf32>
// CHECK: %[[G:.*]] = arith.constant dense<1.000000e+00> : tensor<3x2xf32>
// CHECK: return %[[T]], %[[G]]
func.func @nothing_inserted(%s: tensor<0x2xf32>, %t: tensor<4x2xf32>, %p: tensor<3x1xindex>) -> (tensor<4x2xf32>, tensor<3x2xf32>) {
  %0 = tensor.insert_slice %s into %t[0, 0] [0, 2] [1, 1] : tensor<0x2xf32> into tensor<4x2xf32>
  %cst = arith.constant dense<1.0> : tensor<8x2xf32>
  %1 = tensor.gather %cst[%p] gather_dims([0]) : (tensor<8x2xf32>, tensor<3x1xindex>) -> tensor<3x2xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<3x2xf32>
}
