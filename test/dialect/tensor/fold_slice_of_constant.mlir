// RUN: tern-opt --canonicalize %s | FileCheck %s

// A small slice of a constant is a constant; upstream has this as a pattern that some of its passes use.
// CHECK-LABEL: func.func @slice_of_constant
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<{{\[\[}}3, 1], [6, 4]]> : tensor<2x2xi32>
// CHECK-NEXT: return %[[C]]
func.func @slice_of_constant() -> tensor<2x2xi32> {
  %c = arith.constant dense<[[0, 3, 2, 1], [9, 6, 5, 4]]> : tensor<2x4xi32>
  %s = tensor.extract_slice %c[0, 1] [2, 2] [1, 2] : tensor<2x4xi32> to tensor<2x2xi32>
  return %s : tensor<2x2xi32>
}

// CHECK-LABEL: func.func @rank_reduced
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<[9, 6]> : tensor<2xi32>
func.func @rank_reduced() -> tensor<2xi32> {
  %c = arith.constant dense<[[0, 3, 2, 1], [9, 6, 5, 4]]> : tensor<2x4xi32>
  %s = tensor.extract_slice %c[1, 0] [1, 2] [1, 1] : tensor<2x4xi32> to tensor<2xi32>
  return %s : tensor<2xi32>
}

// Large ones, and those whose place is not known, stay.
// CHECK-LABEL: func.func @unknown
// CHECK: tensor.extract_slice
func.func @unknown(%i: index) -> tensor<2xi32> {
  %c = arith.constant dense<[0, 3, 2, 1]> : tensor<4xi32>
  %s = tensor.extract_slice %c[%i] [2] [1] : tensor<4xi32> to tensor<2xi32>
  return %s : tensor<2xi32>
}
