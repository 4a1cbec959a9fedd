// RUN: tern-opt %s --canonicalize | FileCheck %s

!in = !iree_tensor_ext.dispatch.tensor<readonly:tensor<8x?xf32>>
!out = !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x?xf32>>

// Constant offsets become static; the sizes that make the type stay. Sizes of the tensor are those of the slice.
// CHECK-LABEL: func.func @slices
// CHECK-NOT: tensor.dim
// CHECK: load %arg0, offsets = [2, 0], sizes = [4, %arg2], strides = [1, 1]
// CHECK: store %{{.*}}, %arg1, offsets = [2, 0], sizes = [4, %arg2], strides = [1, 1]
// CHECK: return %arg2 : index
func.func @slices(%a: !in, %b: !out, %n: index) -> index {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %0 = iree_tensor_ext.dispatch.tensor.load %a, offsets = [%c2, 0], sizes = [4, %n], strides = [%c1, 1] : !in{%n} -> tensor<4x?xf32>
  %d = tensor.dim %0, %c1 : tensor<4x?xf32>
  iree_tensor_ext.dispatch.tensor.store %0, %b, offsets = [%c2, 0], sizes = [4, %n], strides = [1, 1] : tensor<4x?xf32> -> !out{%n}
  return %d : index
}

// CHECK-LABEL: func.func @ordinals
// CHECK: %[[A:.*]] = iree_tensor_ext.dispatch.workload.ordinal %arg0, 0 : index
// CHECK: %[[B:.*]] = iree_tensor_ext.dispatch.workload.ordinal %[[A]], 1 : index
// CHECK: return %[[A]], %[[B]]
func.func @ordinals(%n: index) -> (index, index) {
  %0 = iree_tensor_ext.dispatch.workload.ordinal %n, 0 : index
  %1 = iree_tensor_ext.dispatch.workload.ordinal %0, 0 : index
  %2 = iree_tensor_ext.dispatch.workload.ordinal %1, 1 : index
  return %1, %2 : index, index
}

// CHECK-LABEL: func.func @bitcast
// CHECK-NEXT: return %arg0
func.func @bitcast(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = iree_tensor_ext.bitcast %t : tensor<?xf32>{%n} -> tensor<?xf32>{%n}
  return %0 : tensor<?xf32>
}
