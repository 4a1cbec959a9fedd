// What a dispatch sees was flow's until 2025: the names are read, and written as today's.
// RUN: tern-opt %s | FileCheck %s

// CHECK-LABEL: func.func @f(%arg0: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>
func.func @f(%t: !flow.dispatch.tensor<readonly:tensor<4xf32>>, %u: !flow.dispatch.tensor<writeonly:tensor<4xf32>>, %n: index) {
  // CHECK: iree_tensor_ext.dispatch.tensor.load
  %0 = flow.dispatch.tensor.load %t, offsets = [0], sizes = [4], strides = [1] : !flow.dispatch.tensor<readonly:tensor<4xf32>> -> tensor<4xf32>
  // CHECK: iree_tensor_ext.dispatch.tensor.store
  flow.dispatch.tensor.store %0, %u, offsets = [0], sizes = [4], strides = [1] : tensor<4xf32> -> !flow.dispatch.tensor<writeonly:tensor<4xf32>>
  // CHECK: iree_tensor_ext.dispatch.workload.ordinal %arg2, 0 : index
  %1 = flow.dispatch.workload.ordinal %n, 0 : index
  // CHECK: iree_tensor_ext.dispatch.workgroup_count_from_slice(%arg2, %arg2)
  %x, %y, %z = flow.dispatch.workgroup_count_from_slice %n, %n
  // CHECK: iree_tensor_ext.dispatch.workgroup_count_from_dag_root(%arg2)
  %x1, %y1, %z1 = flow.dispatch.workgroup_count_from_dag_root %n
  return
}
