// RUN: tern-opt %s --iree-flow-fold-broadcasts --split-input-file | FileCheck %s

// CHECK: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-LABEL: func.func @becomes_a_map
// CHECK-SAME: (%[[X:.*]]: tensor<?x1xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$ROW]], #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[X]] : tensor<?x1xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[IN]]
func.func @becomes_a_map(%x: tensor<?x1xf32>, %m: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x1xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %is_one = arith.cmpi eq, %n, %c1 : index
    %s = arith.select %is_one, %c0, %i : index
    %1 = tensor.extract %x[%s, %c0] : tensor<?x1xf32>
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The dimension may have one element where the result has many.
// CHECK-LABEL: func.func @keeps_unknown
// CHECK: arith.select
// CHECK: tensor.extract
func.func @keeps_unknown(%x: tensor<?xf32>, %n: index, %m: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%m) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %is_one = arith.cmpi eq, %n, %c1 : index
    %s = arith.select %is_one, %c0, %i : index
    %1 = tensor.extract %x[%s] : tensor<?xf32>
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Nothing says that what is broadcast has as many elements as the loop.
// CHECK-LABEL: func.func @keeps_another_size
// CHECK-NOT: tensor.dim
// CHECK: arith.select
// CHECK: tensor.extract
func.func @keeps_another_size(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %is_one = arith.cmpi eq, %n, %c1 : index
    %s = arith.select %is_one, %c0, %i : index
    %1 = tensor.extract %x[%s] : tensor<?xf32>
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The size is that of the output which the producer writes to.
// CHECK-LABEL: func.func @size_of_a_result
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @size_of_a_result(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %is_one = arith.cmpi eq, %n, %c1 : index
    %s = arith.select %is_one, %c0, %i : index
    %1 = tensor.extract %y[%s] : tensor<?xf32>
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A part of the tensor is read, which a map cannot say; and the whole of it.
// CHECK-LABEL: func.func @part
// CHECK: tensor.extract
// CHECK-LABEL: func.func @whole
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @part(%x: tensor<10xf32>) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x2xf32>) {
  ^bb0(%out: f32):
    %j = linalg.index 1 : index
    %1 = tensor.extract %x[%j] : tensor<10xf32>
    linalg.yield %1 : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

func.func @whole(%x: tensor<2xf32>) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x2xf32>) {
  ^bb0(%out: f32):
    %j = linalg.index 1 : index
    %1 = tensor.extract %x[%j] : tensor<2xf32>
    linalg.yield %1 : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
