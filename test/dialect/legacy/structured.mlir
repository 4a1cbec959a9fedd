// linalg before ins and outs, and before results on tensors had an operand to start from.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-DAG: #[[$ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$INNER:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$OUTER:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$SWAPPED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#inner = affine_map<(d0, d1) -> (d1)>
#outer = affine_map<(d0, d1) -> (d0)>
#trait = {args_in = 1 : i64, args_out = 1 : i64, indexing_maps = [#all, #outer],
          iterator_types = ["parallel", "reduction"], doc = "Sum of rows", library_call = "sum_rows"}

// CHECK-LABEL: func.func @generic_on_buffers
func @generic_on_buffers(%a: memref<4x8xf32>, %r: memref<4xf32>) {
  // CHECK: linalg.generic {doc = "Sum of rows", indexing_maps = [#[[$ALL]], #[[$OUTER]]], iterator_types = ["parallel", "reduction"], library_call = "sum_rows"}
  // CHECK-SAME: ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<4xf32>) attrs = {test.kept} {
  linalg.generic #trait %a, %r {
  ^bb0(%x: f32, %y: f32):
    %s = addf %x, %y : f32
    linalg.yield %s : f32
  } {test.kept} : memref<4x8xf32>, memref<4xf32>
  // CHECK: linalg.generic {{.*}} ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<4xf32>) {
  linalg.generic {n_views = [1, 1], indexing_maps = [#all, #outer], iterator_types = ["parallel", "reduction"]} %a, %r {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %y : f32
  } : memref<4x8xf32>, memref<4xf32>
  // CHECK: linalg.generic {{.*}} ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<4xf32>) {
  "linalg.generic"(%a, %r) ( {
  ^bb0(%x: f32, %y: f32):
    "linalg.yield"(%y) : (f32) -> ()
  }) {args_in = 1 : i64, args_out = 1 : i64, indexing_maps = [#all, #outer],
      iterator_types = ["parallel", "reduction"]} : (memref<4x8xf32>, memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @generic_on_tensors
func @generic_on_tensors(%a: tensor<?x8xf32>, %b: tensor<8xf32>) -> (tensor<?x8xf32>, tensor<8x?xf32>) {
  // CHECK: %[[ROWS:.*]] = tensor.dim %arg0, %c0 : tensor<?x8xf32>
  // CHECK: %[[FIRST:.*]] = tensor.empty(%[[ROWS]]) : tensor<?x8xf32>
  // CHECK: %[[ROWS_AGAIN:.*]] = tensor.dim %arg0, %{{.*}} : tensor<?x8xf32>
  // CHECK: %[[SECOND:.*]] = tensor.empty(%[[ROWS_AGAIN]]) : tensor<8x?xf32>
  // CHECK: %[[RESULTS:.*]]:2 = linalg.generic {indexing_maps = [#[[$ALL]], #[[$INNER]], #[[$ALL]], #[[$SWAPPED]]], iterator_types = ["parallel", "parallel"]}
  // CHECK-SAME: ins(%arg0, %arg1 : tensor<?x8xf32>, tensor<8xf32>) outs(%[[FIRST]], %[[SECOND]] : tensor<?x8xf32>, tensor<8x?xf32>) {
  // CHECK-NEXT: ^bb0(%in: f32, %in_{{.*}}: f32, %out: f32, %out_{{.*}}: f32):
  %0:2 = linalg.generic {args_in = 2 : i64, args_out = 2 : i64,
                         indexing_maps = [#all, #inner, #all, affine_map<(d0, d1) -> (d1, d0)>],
                         iterator_types = ["parallel", "parallel"]} %a, %b {
  ^bb0(%x: f32, %y: f32):
    %s = addf %x, %y : f32
    linalg.yield %s, %x : f32, f32
  } : tensor<?x8xf32>, tensor<8xf32> -> (tensor<?x8xf32>, tensor<8x?xf32>)
  // CHECK: return %[[RESULTS]]#0, %[[RESULTS]]#1
  return %0#0, %0#1 : tensor<?x8xf32>, tensor<8x?xf32>
}

// Late 2020: ins, but no outs yet, or init.
// CHECK-LABEL: func.func @generic_without_outs
func @generic_without_outs(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[START:.*]] = tensor.empty() : tensor<4x8xf32>
  // CHECK: %[[FIRST:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4x8xf32>) outs(%[[START]] : tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  // CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<4x8xf32>) outs(%[[FIRST]] : tensor<4x8xf32>) {
  %1 = linalg.generic {args_in = 1, args_out = 1, indexing_maps = [#all, #all],
                       iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<4x8xf32>) init(%0 : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %y : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @indexed_generic
func @indexed_generic(%a: memref<4x8xf32>, %r: memref<4x8xindex>) {
  // CHECK: linalg.generic {{.*}} ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<4x8xindex>) {
  // CHECK-NEXT: ^bb0(%in: f32, %out: index):
  // CHECK-NEXT: %[[I:.*]] = linalg.index 0 : index
  // CHECK-NEXT: %[[J:.*]] = linalg.index 1 : index
  // CHECK-NEXT: arith.addi %[[I]], %[[J]] : index
  linalg.indexed_generic {args_in = 1, args_out = 1, indexing_maps = [#all, #all],
                          iterator_types = ["parallel", "parallel"]} %a, %r {
  ^bb0(%i: index, %j: index, %x: f32, %y: index):
    %s = addi %i, %j : index
    linalg.yield %s : index
  } : memref<4x8xf32>, memref<4x8xindex>
  return
}

// CHECK-LABEL: func.func @fill
func @fill(%m: memref<4xf32>, %x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.fill ins(%arg1 : f32) outs(%arg0 : memref<4xf32>)
  linalg.fill(%m, %x) : memref<4xf32>, f32
  // CHECK: linalg.fill {test.kept} ins(%arg1 : f32) outs(%arg0 : memref<4xf32>)
  linalg.fill(%x, %m) {test.kept} : f32, memref<4xf32>
  // CHECK: linalg.fill ins(%arg1 : f32) outs(%arg0 : memref<4xf32>)
  "linalg.fill"(%m, %x) : (memref<4xf32>, f32) -> ()
  // CHECK: %[[A:.*]] = linalg.fill ins(%arg1 : f32) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.fill(%t, %x) : tensor<4xf32>, f32 -> tensor<4xf32>
  // CHECK: linalg.fill ins(%arg1 : f32) outs(%[[A]] : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.fill(%x, %0) : f32, tensor<4xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @copy
func @copy(%a: memref<4x8xf32>, %b: memref<4x8xf32>, %c: memref<8x4xf32>) {
  // CHECK: linalg.copy {__internal_linalg_transform__ = "workgroup"} ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<4x8xf32>)
  linalg.copy(%a, %b) {__internal_linalg_transform__ = "workgroup"} : memref<4x8xf32>, memref<4x8xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$SWAPPED]], #[[$ALL]]], iterator_types = ["parallel", "parallel"]} ins(%arg0 : memref<4x8xf32>) outs(%arg2 : memref<8x4xf32>) {
  // CHECK: linalg.yield %in : f32
  linalg.copy(%a, %c) {inputPermutation = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x8xf32>, memref<8x4xf32>
  return
}

// CHECK-LABEL: func.func @contractions
func @contractions(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>, %v: memref<8xf32>, %w: memref<4xf32>,
                   %s: memref<f32>, %d: memref<2x4x8xf32>, %e: memref<2x8x4xf32>, %f: memref<2x4x4xf32>,
                   %t: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: linalg.matmul ins(%arg0, %arg1 : memref<4x8xf32>, memref<8x4xf32>) outs(%arg2 : memref<4x4xf32>)
  linalg.matmul(%a, %b, %c) : memref<4x8xf32>, memref<8x4xf32>, memref<4x4xf32>
  // CHECK: linalg.matmul {__internal_linalg_transform__ = "workgroup"} ins(%arg0, %arg1 :
  linalg.matmul {__internal_linalg_transform__ = "workgroup"} %a, %b, %c
    : (memref<4x8xf32>, memref<8x4xf32>, memref<4x4xf32>)
  // CHECK: linalg.matvec ins(%arg0, %arg3 : memref<4x8xf32>, memref<8xf32>) outs(%arg4 : memref<4xf32>)
  linalg.matvec(%a, %v, %w) : memref<4x8xf32>, memref<8xf32>, memref<4xf32>
  // CHECK: linalg.vecmat ins(%arg3, %arg1 : memref<8xf32>, memref<8x4xf32>) outs(%arg4 : memref<4xf32>)
  linalg.vecmat(%v, %b, %w) : memref<8xf32>, memref<8x4xf32>, memref<4xf32>
  // CHECK: linalg.dot ins(%arg3, %arg3 : memref<8xf32>, memref<8xf32>) outs(%arg5 : memref<f32>)
  linalg.dot(%v, %v, %s) : memref<8xf32>, memref<8xf32>, memref<f32>
  // CHECK: linalg.batch_matmul ins(%arg6, %arg7 : memref<2x4x8xf32>, memref<2x8x4xf32>) outs(%arg8 : memref<2x4x4xf32>)
  linalg.batch_matmul %d, %e, %f : (memref<2x4x8xf32>, memref<2x8x4xf32>, memref<2x4x4xf32>)
  // CHECK: linalg.matmul ins(%arg0, %arg1 :
  "linalg.matmul"(%a, %b, %c) : (memref<4x8xf32>, memref<8x4xf32>, memref<4x4xf32>) -> ()
  // CHECK: linalg.matmul ins(%arg9, %arg9 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%arg9 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul %t, %t, %t : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// The filter came first.
// CHECK-LABEL: func.func @conv
func @conv(%filter: memref<3x3x2x4xf32>, %in: memref<1x9x9x2xf32>, %out: memref<1x4x4x4xf32>, %filter1: memref<3x2x4xf32>,
           %in1: memref<1x6x2xf32>, %out1: memref<1x4x4xf32>) {
  // CHECK: linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
  // CHECK-SAME: ins(%arg1, %arg0 : memref<1x9x9x2xf32>, memref<3x3x2x4xf32>) outs(%arg2 : memref<1x4x4x4xf32>)
  linalg.conv(%filter, %in, %out) {strides = [2, 2]}
    : memref<3x3x2x4xf32>, memref<1x9x9x2xf32>, memref<1x4x4x4xf32>
  // CHECK: linalg.conv_1d_nwc_wcf {{.*}} ins(%arg4, %arg3 :
  linalg.conv(%filter1, %in1, %out1) {dilations = [1]} : memref<3x2x4xf32>, memref<1x6x2xf32>, memref<1x4x4xf32>
  return
}

// CHECK-LABEL: func.func @shapes
func @shapes(%t: tensor<?x4xf32>, %n: index, %x: f32, %m: memref<4x8xf32>) {
  // CHECK: tensor.empty(%arg1) : tensor<4x?xf32>
  %0 = linalg.init_tensor [4, %n] : tensor<4x?xf32>
  // CHECK: tensor.pad %arg0 low[0, %arg1] high[1, 2] {
  // CHECK: tensor.yield %arg2 : f32
  %1 = linalg.pad_tensor %t low[0, %n] high[1, 2] {
  ^bb0(%i: index, %j: index):
    linalg.yield %x : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  // CHECK: %[[WIDE:.*]] = tensor.expand_shape %arg0 {{\[}}[0], [1, 2]] output_shape [%{{.*}}, 2, 2] : tensor<?x4xf32> into tensor<?x2x2xf32>
  %2 = linalg.tensor_expand_shape %t [[0], [1, 2]] : tensor<?x4xf32> into tensor<?x2x2xf32>
  // CHECK: %[[NARROW:.*]] = tensor.collapse_shape %[[WIDE]] {{\[}}[0, 1], [2]] : tensor<?x2x2xf32> into tensor<?x2xf32>
  %3 = linalg.tensor_reshape %2 [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (k)>]
    : tensor<?x2x2xf32> into tensor<?x2xf32>
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[NARROW]],
  // CHECK: %[[HALF:.*]] = arith.divsi %[[ROWS]], %c2 : index
  // CHECK: tensor.expand_shape %[[NARROW]] {{\[}}[0, 1], [2]] output_shape [%[[HALF]], 2, 2] : tensor<?x2xf32> into tensor<?x2x2xf32>
  %4 = tensor.expand_shape %3 [[0, 1], [2]] : tensor<?x2xf32> into tensor<?x2x2xf32>
  // CHECK: %[[FLAT:.*]] = memref.collapse_shape %arg3 {{\[}}[0, 1]] : memref<4x8xf32> into memref<32xf32>
  %5 = linalg.reshape %m [affine_map<(i, j) -> (i, j)>] : memref<4x8xf32> into memref<32xf32>
  // CHECK: memref.expand_shape %[[FLAT]] {{\[}}[0, 1]] output_shape [4, 8] : memref<32xf32> into memref<4x8xf32>
  %6 = linalg.expand_shape %5 [[0, 1]] : memref<32xf32> into memref<4x8xf32>
  return
}
