// Each op is read, printed, and read again from both forms.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s > %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.generic.mlir | diff %t.mlir -

// CHECK: iree_tensor_ext.bitcast %{{.*}} : tensor<?x4xf32>{%{{.*}}} -> tensor<?x8xi16>{%{{.*}}}
%t = "test.value"() : () -> tensor<?x4xf32>
%n = "test.value"() : () -> index
%r = iree_tensor_ext.bitcast %t : tensor<?x4xf32>{%n} -> tensor<?x8xi16>{%n}

// -----

// CHECK: iree_tensor_ext.dispatch.tensor.load %{{.*}}, offsets = [0, 0], sizes = [%{{.*}}, 4], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>{%{{.*}}} -> tensor<?x4xf32>
%t = "test.value"() : () -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>
%n = "test.value"() : () -> index
%r = iree_tensor_ext.dispatch.tensor.load %t, offsets = [0, 0], sizes = [%n, 4], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x4xf32>>{%n} -> tensor<?x4xf32>

// -----

// CHECK: iree_tensor_ext.dispatch.tensor.store %{{.*}}, %{{.*}}, offsets = [0, 0], sizes = [8, 4], strides = [1, 1] : tensor<8x4xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x4xf32>>
%t = "test.value"() : () -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x4xf32>>
%v = "test.value"() : () -> tensor<8x4xf32>
iree_tensor_ext.dispatch.tensor.store %v, %t, offsets = [0, 0], sizes = [8, 4], strides = [1, 1] : tensor<8x4xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8x4xf32>>

// -----

// CHECK: iree_tensor_ext.dispatch.workgroup_count_from_dag_root(%{{.*}})
%n = "test.value"() : () -> index
%x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_dag_root(%n)

// -----

// CHECK: iree_tensor_ext.dispatch.workgroup_count_from_slice(%{{.*}})
%n = "test.value"() : () -> index
%x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(%n)

// -----

// CHECK: iree_tensor_ext.dispatch.workgroup_count_split_reduction_modifier workgroups(%{{.*}}, %{{.*}}, %{{.*}}) workload(%{{.*}})
%n = "test.value"() : () -> index
%x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_split_reduction_modifier workgroups(%n, %n, %n) workload(%n)

// -----

// CHECK: iree_tensor_ext.dispatch.workload.ordinal %{{.*}}, 0 : index
%n = "test.value"() : () -> index
%r = iree_tensor_ext.dispatch.workload.ordinal %n, 0 : index

// -----

// CHECK: iree_tensor_ext.compute_barrier.start %{{.*}} : tensor<4xf32> -> tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
%r = iree_tensor_ext.compute_barrier.start %t : tensor<4xf32> -> tensor<4xf32>

// -----

// CHECK: iree_tensor_ext.compute_barrier.end %{{.*}} : tensor<4xf32> -> tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
%r = iree_tensor_ext.compute_barrier.end %t : tensor<4xf32> -> tensor<4xf32>
