// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions --split-input-file | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions='fuse-multi-use=true' --split-input-file | FileCheck %s --check-prefixes=CHECK,MULTI
// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions='fuse-pad-with-consumers=true' --split-input-file | FileCheck %s --check-prefixes=CHECK,CONSUMER
// RUN: tern-opt %s --iree-dispatch-creation-form-dispatch-regions='fuse-pad-with-producers=true' --split-input-file | FileCheck %s --check-prefixes=CHECK,PRODUCER
// RUN: tern-opt %s --iree-flow-form-dispatch-regions='generate-workload-region=true' --split-input-file | FileCheck %s --check-prefixes=CHECK,WORKLOAD

// Each option changes what becomes a dispatch.

#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @several_users
// PLAIN: flow.dispatch.region -> (tensor<8x32xf32>)
// PLAIN-NEXT: linalg.matmul
// PLAIN-NEXT: flow.return
// PLAIN: flow.dispatch.region -> (tensor<8x32xf32>)
// MULTI: %[[R:.+]]:2 = flow.dispatch.region -> (tensor<8x32xf32>, tensor<8x32xf32>)
// MULTI-NEXT: %[[M:.+]] = linalg.matmul
// MULTI-NEXT: %[[E:.+]] = linalg.generic {{.*}} ins(%[[M]]
// MULTI: flow.return %[[M]], %[[E]]
// MULTI: return %[[R]]#0, %[[R]]#1
func.func @several_users(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>, %init: tensor<8x32xf32>) -> (tensor<8x32xf32>, tensor<8x32xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%init : tensor<8x32xf32>) -> tensor<8x32xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<8x32xf32>) outs(%init : tensor<8x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    linalg.yield %e : f32
  } -> tensor<8x32xf32>
  return %0, %1 : tensor<8x32xf32>, tensor<8x32xf32>
}

// -----

// The second user needs the product before the first has what it waits for: nothing to be done.

#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @in_between
// MULTI: flow.dispatch.region -> (tensor<8x32xf32>)
// MULTI-NEXT: linalg.matmul
// MULTI-NEXT: flow.return
func.func @in_between(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>, %v: tensor<32x32xf32>, %init: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%init : tensor<8x32xf32>) -> tensor<8x32xf32>
  %1 = linalg.matmul ins(%0, %v : tensor<8x32xf32>, tensor<32x32xf32>) outs(%init : tensor<8x32xf32>) -> tensor<8x32xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %1 : tensor<8x32xf32>, tensor<8x32xf32>) outs(%init : tensor<8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = arith.addf %a, %b : f32
    linalg.yield %e : f32
  } -> tensor<8x32xf32>
  return %2 : tensor<8x32xf32>
}

// -----

// CHECK-LABEL: func.func @padded_input
// PLAIN-COUNT-2: flow.dispatch.region
// CONSUMER: flow.dispatch.region -> (tensor<1x6x6x8xf32>)
// CONSUMER-NEXT: tensor.pad
// CONSUMER: linalg.conv_2d_nhwc_hwcf
// CONSUMER-NEXT: flow.return
func.func @padded_input(%x: tensor<1x6x6x4xf32>, %f: tensor<3x3x4x8xf32>, %init: tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x4xf32> to tensor<1x8x8x4xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%0, %f : tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) outs(%init : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  return %1 : tensor<1x6x6x8xf32>
}

// -----

// CHECK-LABEL: func.func @padded_result
// PLAIN-COUNT-2: flow.dispatch.region
// PRODUCER: flow.dispatch.region -> (tensor<10x34xf32>) attributes {iree.fusion_boundary = "its result is padded"}
// PRODUCER-NEXT: linalg.matmul
// PRODUCER-NEXT: tensor.pad
func.func @padded_result(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>, %init: tensor<8x32xf32>) -> tensor<10x34xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%init : tensor<8x32xf32>) -> tensor<8x32xf32>
  %1 = tensor.pad %0 low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x32xf32> to tensor<10x34xf32>
  return %1 : tensor<10x34xf32>
}

// -----

// CHECK-LABEL: func.func @workload
// WORKLOAD-SAME: (%[[X:.+]]: tensor<?x16xf32>,
// WORKLOAD-DAG: %[[M:.+]] = tensor.dim %[[X]]
// WORKLOAD-DAG: %[[C32:.+]] = arith.constant 32 : index
// WORKLOAD-DAG: %[[C16:.+]] = arith.constant 16 : index
// WORKLOAD: flow.dispatch.region[%[[M]], %[[C32]], %[[C16]]] -> (tensor<?x32xf32>{%{{.+}}})
// WORKLOAD: } count(%[[A:.+]]: index, %[[B:.+]]: index, %[[C:.+]]: index) -> (index, index, index) {
// WORKLOAD: iree_tensor_ext.dispatch.workgroup_count_from_dag_root(%[[A]], %[[B]], %[[C]])
// PLAIN: flow.dispatch.region -> (tensor<?x32xf32>
func.func @workload(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>, %init: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x32xf32>) outs(%init : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}
