// RUN: tern-opt %s --iree-dispatch-creation-convert-dispatch-regions-to-workgroups='generate-workload-region=true' | FileCheck %s
// RUN: tern-opt %s --iree-flow-form-dispatch-workgroups | FileCheck %s --check-prefix=PLAIN

// All indices that a dispatch takes are its workload, by number, and the number of workgroups is left to the target.

// CHECK-LABEL: func.func @generated
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %[[N:.+]]: index, %[[V:.+]]: f32)
// CHECK: %[[D:.+]] = tensor.dim %[[X]]
// CHECK: flow.dispatch.workgroups[%[[N]], %[[D]]](%[[N]], %[[X]], %[[V]], %[[D]]) : (index, tensor<?xf32>{%[[D]]}, f32, index) -> tensor<?xf32>{%[[N]]}
// CHECK: (%[[FIRST:.+]]: index, %{{.+}}: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>, %{{.+}}: f32, %[[SECOND:[^:]+]]: index, %{{.+}}: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>)
// CHECK-DAG: %[[A:.+]] = iree_tensor_ext.dispatch.workload.ordinal %[[FIRST]], 0 : index
// CHECK-DAG: %[[B:.+]] = iree_tensor_ext.dispatch.workload.ordinal %[[SECOND]], 1 : index
// CHECK-DAG: flow.dispatch.tie_shape %{{.+}} : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%[[A]]}
// CHECK-DAG: flow.dispatch.tie_shape %{{.+}} : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%[[B]]}
// CHECK: } count(%[[C0:[^:]+]]: index, %[[C1:[^:]+]]: index) -> (index, index, index) {
// CHECK: %[[GX:.+]], %[[GY:.+]], %[[GZ:.+]] = iree_tensor_ext.dispatch.workgroup_count_from_slice(%[[C0]], %[[C1]])
// CHECK: flow.return %[[GX]], %[[GY]], %[[GZ]]
// PLAIN-LABEL: func.func @generated
// PLAIN: flow.dispatch.workgroups(
// PLAIN-NOT: count(
// PLAIN: return
func.func @generated(%x: tensor<?xf32>, %n: index, %v: f32) -> tensor<?xf32> {
  %0 = flow.dispatch.region -> (tensor<?xf32>{%n}) {
    %1 = tensor.empty(%n) : tensor<?xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%1 : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.addf %in, %v : f32
      linalg.yield %3 : f32
    } -> tensor<?xf32>
    flow.return %2 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// A region that says it itself keeps its workload and grid.

// CHECK-LABEL: func.func @given
// CHECK-SAME: (%[[X:.+]]: tensor<4xf32>, %[[W:.+]]: index)
// CHECK: flow.dispatch.workgroups[%[[W]]](%[[X]]) : (tensor<4xf32>) -> %[[X]] =
// CHECK: } count(%[[C:.+]]: index) -> (index, index, index) {
// CHECK-NEXT: flow.return %[[C]], %[[C]], %[[C]]
// PLAIN-LABEL: func.func @given
// PLAIN: } count(%[[C:.+]]: index) -> (index, index, index) {
// PLAIN-NEXT: flow.return %[[C]], %[[C]], %[[C]]
func.func @given(%x: tensor<4xf32>, %w: index) -> tensor<4xf32> {
  %0 = flow.dispatch.region[%w] -> (tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : tensor<4xf32>) {
    ^bb0(%out: f32):
      %2 = math.exp %out : f32
      linalg.yield %2 : f32
    } -> tensor<4xf32>
    flow.return %1 : tensor<4xf32>
  } count(%a: index) -> (index, index, index) {
    flow.return %a, %a, %a : index, index, index
  }
  return %0 : tensor<4xf32>
}
