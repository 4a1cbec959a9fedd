// Readers of one element read it where it was made.
// RUN: tern-opt %s --iree-flow-forward-elements --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @concatenation
// CHECK-SAME: (%[[A:.*]]: tensor<2x1xi32>, %[[B:.*]]: tensor<2x1xi32>)
// CHECK-NEXT: %[[E:.*]] = tensor.empty
// CHECK: %[[X:.*]] = tensor.extract_slice %[[A]][1, 0] [1, 1] [1, 1] : tensor<2x1xi32> to tensor<i32>
// CHECK: %[[Y:.*]] = tensor.extract_slice %[[B]][1, 0] [1, 1] [1, 1] : tensor<2x1xi32> to tensor<i32>
// CHECK: return %[[X]], %[[Y]]
func.func @concatenation(%a: tensor<2x1xi32>, %b: tensor<2x1xi32>) -> (tensor<i32>, tensor<i32>) {
  %e = tensor.empty() : tensor<2x2xi32>
  %0 = tensor.insert_slice %a into %e[0, 0] [2, 1] [1, 1] : tensor<2x1xi32> into tensor<2x2xi32>
  %1 = tensor.insert_slice %b into %0[0, 1] [2, 1] [1, 1] : tensor<2x1xi32> into tensor<2x2xi32>
  %2 = tensor.extract_slice %1[1, 0] [1, 2] [1, 1] : tensor<2x2xi32> to tensor<1x2xi32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<1x2xi32> into tensor<2xi32>
  %4 = tensor.extract_slice %3[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
  %5 = tensor.collapse_shape %4 [] : tensor<1xi32> into tensor<i32>
  %6 = tensor.extract_slice %3[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
  %7 = tensor.collapse_shape %6 [] : tensor<1xi32> into tensor<i32>
  return %5, %7 : tensor<i32>, tensor<i32>
}

// -----

// A whole piece needs no slice.
// CHECK-LABEL: func.func @whole_piece
// CHECK-SAME: (%[[A:.*]]: tensor<i32>, %[[B:.*]]: tensor<1xi32>)
// CHECK: return %[[A]], %[[B]]
func.func @whole_piece(%a: tensor<i32>, %b: tensor<1xi32>) -> (tensor<i32>, tensor<1xi32>) {
  %e = tensor.empty() : tensor<2xi32>
  %x = tensor.expand_shape %a [] output_shape [1] : tensor<i32> into tensor<1xi32>
  %0 = tensor.insert_slice %x into %e[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %1 = tensor.insert_slice %b into %0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %2 = tensor.extract_slice %1[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
  %3 = tensor.collapse_shape %2 [] : tensor<1xi32> into tensor<i32>
  %4 = tensor.extract_slice %1[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
  return %3, %4 : tensor<i32>, tensor<1xi32>
}

// -----

// Strides, slices without their dimensions of size one, and ops that move elements.
// CHECK-LABEL: func.func @moves
// CHECK-SAME: (%[[A:.*]]: tensor<3x4xf32>)
// CHECK: %[[X:.*]] = tensor.extract_slice %[[A]][2, 1] [1, 1] [1, 1] : tensor<3x4xf32> to tensor<f32>
// CHECK: %[[Y:.*]] = tensor.expand_shape %[[X]] [] output_shape [1, 1]
// CHECK: return %[[Y]]
func.func @moves(%a: tensor<3x4xf32>) -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<4x3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<3x4xf32>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<4x3xf32>
  %1 = tensor.extract_slice %0[1, 0] [1, 2] [1, 2] : tensor<4x3xf32> to tensor<2xf32>
  %2 = tensor.extract_slice %1[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
  return %3 : tensor<1x1xf32>
}

// -----

// Between the inserted elements of a strided slice is what was there before; at an unknown place nothing is known.
// CHECK-LABEL: func.func @gaps
// CHECK-SAME: (%[[A:.*]]: tensor<2xi32>, %[[D:.*]]: tensor<4xi32>, %[[N:.*]]: index)
// CHECK: %[[U:.*]] = tensor.insert_slice %[[A]] into %[[D]][%[[N]]]
// CHECK: %[[X:.*]] = tensor.extract_slice %[[D]][1] [1] [1] : tensor<4xi32> to tensor<i32>
// CHECK: %[[XE:.*]] = tensor.expand_shape %[[X]]
// CHECK: %[[Y:.*]] = tensor.extract_slice %[[U]][1] [1] [1]
// CHECK: return %[[XE]], %[[Y]]
func.func @gaps(%a: tensor<2xi32>, %d: tensor<4xi32>, %n: index) -> (tensor<1xi32>, tensor<1xi32>) {
  %0 = tensor.insert_slice %a into %d[0] [2] [2] : tensor<2xi32> into tensor<4xi32>
  %1 = tensor.insert_slice %a into %d[%n] [2] [1] : tensor<2xi32> into tensor<4xi32>
  %2 = tensor.extract_slice %0[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
  %3 = tensor.extract_slice %1[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
  return %2, %3 : tensor<1xi32>, tensor<1xi32>
}

// -----

// Nothing to gain: a slice of what is computed, and several elements.
// CHECK-LABEL: func.func @same
// CHECK: %[[X:.*]] = tensor.extract_slice %{{.*}}[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
// CHECK: %[[Y:.*]] = tensor.extract_slice %{{.*}}[0] [2] [1] : tensor<4xi32> to tensor<2xi32>
// CHECK: return %[[X]], %[[Y]]
func.func @same(%a: tensor<4xi32>) -> (tensor<1xi32>, tensor<2xi32>) {
  %0 = tensor.extract_slice %a[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
  %1 = tensor.extract_slice %a[0] [2] [1] : tensor<4xi32> to tensor<2xi32>
  return %0, %1 : tensor<1xi32>, tensor<2xi32>
}

// -----

// An element that is read at a known place.
// CHECK-LABEL: func.func @element_of_a_shape
// CHECK-SAME: (%[[N:.*]]: tensor<i32>, %[[C:.*]]: tensor<1xi32>)
// CHECK: %[[X:.*]] = tensor.extract %[[N]][] : tensor<i32>
// CHECK: %[[Y:.*]] = tensor.extract %[[C]][%{{.*}}] : tensor<1xi32>
// CHECK: return %[[X]], %[[Y]]
func.func @element_of_a_shape(%n: tensor<i32>, %c: tensor<1xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xi32>
  %x = tensor.expand_shape %n [] output_shape [1] : tensor<i32> into tensor<1xi32>
  %0 = tensor.insert_slice %x into %e[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %1 = tensor.insert_slice %c into %0[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
  %2 = tensor.extract %1[%c0] : tensor<2xi32>
  %3 = tensor.extract %1[%c1] : tensor<2xi32>
  return %2, %3 : i32, i32
}
