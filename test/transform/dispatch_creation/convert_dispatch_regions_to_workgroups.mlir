// RUN: tern-opt %s --iree-dispatch-creation-convert-dispatch-regions-to-workgroups --split-input-file | FileCheck %s

#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @captures
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[S:.*]]: f32
func.func @captures(%x: tensor<?xf32>, %s: f32) -> tensor<?xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %[[X]]
  // CHECK: flow.dispatch.workgroups(%[[N]], %[[X]], %[[S]]
  // CHECK-SAME: : (index, tensor<?xf32>{%{{.*}}}, f32
  // CHECK-SAME: -> tensor<?xf32>{%[[N]]}
  // CHECK: (%[[M:.*]]: index, %[[A:.*]]: !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>, %[[B:.*]]: f32, %[[D:.*]]: index
  // CHECK-SAME: %[[O:.*]]: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>) {
  // CHECK-DAG: %[[TA:.*]] = flow.dispatch.tie_shape %[[A]] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%[[D]]}
  // CHECK-DAG: %[[TO:.*]] = flow.dispatch.tie_shape %[[O]] : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%[[M]]}
  // CHECK: %[[L:.*]] = iree_tensor_ext.dispatch.tensor.load %[[TA]], offsets = [0], sizes = [%[[D]]], strides = [1]
  // CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%[[L]], %[[B]]
  // CHECK: iree_tensor_ext.dispatch.tensor.store %[[G]], %[[TO]], offsets = [0], sizes = [%[[M]]], strides = [1]
  // CHECK: flow.return
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = flow.dispatch.region -> (tensor<?xf32>{%n}) {
    %e = tensor.empty(%n) : tensor<?xf32>
    %0 = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> ()>, #id], iterator_types = ["parallel"]} ins(%x, %s : tensor<?xf32>, f32) outs(%e : tensor<?xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %1 = arith.mulf %a, %b : f32
      linalg.yield %1 : f32
    } -> tensor<?xf32>
    flow.return %0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// What is inserted goes to its place; the tensor is tied, and not read.
// CHECK-LABEL: func.func @insertion
// CHECK-SAME: %[[X:.*]]: tensor<8x4xf32>, %[[T:.*]]: tensor<8x16xf32>
func.func @insertion(%x: tensor<8x4xf32>, %t: tensor<8x16xf32>) -> tensor<8x16xf32> {
  // CHECK: flow.dispatch.workgroups(%[[X]], %[[T]]) : (tensor<8x4xf32>, tensor<8x16xf32>) -> %[[T]]
  // CHECK: (%[[A:.*]]: !iree_tensor_ext.dispatch.tensor<readonly:tensor<8x4xf32>>, %[[B:.*]]: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<8x16xf32>>) {
  // CHECK-NEXT: %[[L:.*]] = iree_tensor_ext.dispatch.tensor.load %[[A]]
  // CHECK-NEXT: iree_tensor_ext.dispatch.tensor.store %[[L]], %[[B]], offsets = [0, 4], sizes = [8, 4], strides = [1, 1]
  // CHECK-NEXT: flow.return
  %r = flow.dispatch.region -> (tensor<8x16xf32>) {
    %0 = tensor.insert_slice %x into %t[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x16xf32>
    flow.return %0 : tensor<8x16xf32>
  }
  return %r : tensor<8x16xf32>
}

// -----

// Slices of what is read are slices of the load. A tensor that is read as a whole besides is not tied.
// CHECK-LABEL: func.func @reads
// CHECK-SAME: %[[X:.*]]: tensor<8x4xf32>, %[[T:.*]]: tensor<4x4xf32>
func.func @reads(%x: tensor<8x4xf32>, %t: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: flow.dispatch.workgroups(%[[X]], %[[T]]) : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: iree_tensor_ext.dispatch.tensor.load %{{.*}}, offsets = [2, 0], sizes = [4, 4], strides = [1, 1]
  // CHECK-NOT: tensor.extract_slice
  // CHECK: linalg.matmul
  %r = flow.dispatch.region -> (tensor<4x4xf32>) {
    %s = tensor.extract_slice %x[2, 0] [4, 4] [1, 1] : tensor<8x4xf32> to tensor<4x4xf32>
    %0 = linalg.matmul ins(%s, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
    flow.return %0 : tensor<4x4xf32>
  }
  return %r : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @accumulates
// CHECK-SAME: %[[X:.*]]: tensor<4x4xf32>, %[[T:.*]]: tensor<4x4xf32>
func.func @accumulates(%x: tensor<4x4xf32>, %t: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: flow.dispatch.workgroups(%[[X]], %[[T]]) : (tensor<4x4xf32>, tensor<4x4xf32>) -> %[[T]]
  %r = flow.dispatch.region -> (tensor<4x4xf32>) {
    %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
    flow.return %0 : tensor<4x4xf32>
  }
  return %r : tensor<4x4xf32>
}

// -----

// What a shared output starts from is updated in place.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>
func.func @in_place(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NOT: flow.tensor.clone
  // CHECK: flow.dispatch.workgroups(%[[X]]) : (tensor<8xf32>) -> %[[X]]
  %r = flow.dispatch.region -> (tensor<8xf32>) {
    %0 = scf.forall (%i) in (8) shared_outs(%o = %x) -> (tensor<8xf32>) {
      %p = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %p into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      }
    }
    flow.return %0 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// Where it is read, too, the shared outputs get copies, each its own.
// CHECK-LABEL: func.func @also_read
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[N:.*]]: index
func.func @also_read(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[A:.*]] = flow.tensor.clone %[[X]] : tensor<?xf32>
  // CHECK: %[[B:.*]] = flow.tensor.clone %[[X]] : tensor<?xf32>
  // CHECK: flow.dispatch.workgroups(%[[N]], %[[A]], %[[B]], %[[X]], {{.*}} -> (%[[A]]{{.*}}, %[[B]]
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r:2 = flow.dispatch.region -> (tensor<?xf32>{%d}, tensor<?xf32>{%d}) {
    %0:2 = scf.forall (%i) in (%n) shared_outs(%o = %x, %t = %x) -> (tensor<?xf32>, tensor<?xf32>) {
      %p = tensor.extract_slice %x[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %p into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
        tensor.parallel_insert_slice %p into %t[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
      }
    }
    flow.return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}
