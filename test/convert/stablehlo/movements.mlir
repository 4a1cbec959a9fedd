// RUN: tern-opt %s --stablehlo-legalize-to-linalg | FileCheck %s
// RUN: tern-opt %s --stablehlo-legalize-to-linalg | mlir-opt | FileCheck %s

// CHECK-DAG: #[[$ID2:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$ONES:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$REVERSED:.*]] = affine_map<(d0, d1) -> (d0, -d1 + 4)>

// CHECK-LABEL: func.func @broadcasts
// CHECK: linalg.generic {indexing_maps = [#[[$ONES]], #[[$ID2]]]
func.func @broadcasts(%a: tensor<3x1xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @transposes
// CHECK: linalg.generic {indexing_maps = [#[[$SWAP]], #[[$ID2]]]
func.func @transposes(%a: tensor<3x5xf32>) -> tensor<5x3xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// CHECK-LABEL: func.func @reverses
// CHECK: linalg.generic {indexing_maps = [#[[$REVERSED]], #[[$ID2]]]
func.func @reverses(%a: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.reverse %a, dims = [1] : tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @reshapes
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1{{\]\]}} : tensor<4x6xf32> into tensor<24xf32>
// CHECK: tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1{{\]\]}} output_shape [3, 8]
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2{{\]\]}} output_shape [4, 2, 3]
func.func @reshapes(%a: tensor<4x6xf32>) -> (tensor<3x8xf32>, tensor<4x2x3xf32>) {
  %0 = stablehlo.reshape %a : (tensor<4x6xf32>) -> tensor<3x8xf32>
  %1 = stablehlo.reshape %a : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
  return %0, %1 : tensor<3x8xf32>, tensor<4x2x3xf32>
}

// A trailing one has no group of its own.

// CHECK-LABEL: func.func @appends_one
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1{{\]\]}} : tensor<4x6xf32> into tensor<24xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1{{\]\]}} output_shape [24, 1]
func.func @appends_one(%a: tensor<4x6xf32>) -> tensor<24x1xf32> {
  %0 = stablehlo.reshape %a : (tensor<4x6xf32>) -> tensor<24x1xf32>
  return %0 : tensor<24x1xf32>
}

// CHECK-LABEL: func.func @slices
// CHECK: tensor.extract_slice %{{.*}}[0, 1] [2, 2] [1, 3] : tensor<3x6xf32> to tensor<2x2xf32>
func.func @slices(%a: tensor<3x6xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.slice %a [0:2, 1:6:3] : (tensor<3x6xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// Places are clamped, but where there is only one.

// CHECK-LABEL: func.func @slices_dynamically
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x6xf32>, %[[I:[^:]*]]: tensor<i32>, %[[J:[^:]*]]: tensor<i32>
// CHECK-NOT: tensor.extract %[[I]]
// CHECK: %[[AT:.*]] = tensor.extract %[[J]][] : tensor<i32>
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[AT]] : i32 to index
// CHECK: %[[LAST:.*]] = arith.constant 4 : index
// CHECK: %[[RAISED:.*]] = arith.maxsi %[[INDEX]], %{{.*}} : index
// CHECK: %[[PLACE:.*]] = arith.minsi %[[RAISED]], %[[LAST]] : index
// CHECK: tensor.extract_slice %[[X]][0, %[[PLACE]]] [3, 2] [1, 1]
func.func @slices_dynamically(%x: tensor<3x6xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x2xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [3, 2] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @updates
// CHECK: arith.index_castui
// CHECK: arith.minui
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}] [2] [1] : tensor<2xf32> into tensor<6xf32>
func.func @updates(%x: tensor<6xf32>, %u: tensor<2xf32>, %i: tensor<ui32>) -> tensor<6xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<6xf32>, tensor<2xf32>, tensor<ui32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @pads
// CHECK: tensor.pad %{{.*}} low[1, 0] high[0, 2]
func.func @pads(%a: tensor<3x5xf32>, %v: tensor<f32>) -> tensor<4x7xf32> {
  %0 = stablehlo.pad %a, %v, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// CHECK-LABEL: func.func @pads_between
// CHECK: %[[FILLED:.*]] = linalg.fill
// CHECK: tensor.insert_slice %{{.*}} into %[[FILLED]][1, 0] [3, 5] [2, 1]
func.func @pads_between(%a: tensor<3x5xf32>, %v: tensor<f32>) -> tensor<6x5xf32> {
  %0 = stablehlo.pad %a, %v, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}

// What is left of the elements is put where it belongs, without a tensor between.

// CHECK-LABEL: func.func @cuts_and_spreads
// CHECK-SAME: (%[[A:.*]]: tensor<6xf32>,
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[A]][2] [4] [1] : tensor<6xf32> to tensor<4xf32>
// CHECK: %[[FILLED:.*]] = linalg.fill
// CHECK: tensor.insert_slice %[[PART]] into %[[FILLED]][1] [4] [2] : tensor<4xf32> into tensor<11xf32>
func.func @cuts_and_spreads(%a: tensor<6xf32>, %v: tensor<f32>) -> tensor<11xf32> {
  %0 = stablehlo.pad %a, %v, low = [-3], high = [3], interior = [1] : (tensor<6xf32>, tensor<f32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// CHECK-LABEL: func.func @cuts_everything
// CHECK: %[[FILLED:.*]] = linalg.fill
// CHECK-NEXT: return %[[FILLED]]
func.func @cuts_everything(%a: tensor<6xf32>, %v: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.pad %a, %v, low = [-6], high = [2], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @cuts
// CHECK: tensor.extract_slice %{{.*}}[1, 0] [2, 5] [1, 1]
// CHECK: tensor.pad %{{.*}} low[0, 2] high[0, 0]
func.func @cuts(%a: tensor<3x5xf32>, %v: tensor<f32>) -> tensor<2x7xf32> {
  %0 = stablehlo.pad %a, %v, low = [-1, 2], high = [0, 0], interior = [0, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// CHECK-LABEL: func.func @concatenates
// CHECK: %[[E:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %{{.*}} into %[[E]][0, 0] [3, 5] [1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %[[FIRST]][0, 5] [3, 2] [1, 1]
func.func @concatenates(%a: tensor<3x5xf32>, %b: tensor<3x2xf32>) -> tensor<3x7xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<3x5xf32>, tensor<3x2xf32>) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

// CHECK-LABEL: func.func @counts
// CHECK: linalg.generic
// CHECK: %[[I:.*]] = linalg.index 1 : index
// CHECK: %[[N:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK: arith.sitofp %[[N]] : i64 to f32
func.func @counts() -> tensor<2x5xf32> {
  %0 = stablehlo.iota dim = 1 : tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// Start indices are clamped inside of the op that reads.

// CHECK-LABEL: func.func @gathers
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x10xf32>, %[[AT:[^:]*]]: tensor<4x1xi32>
// CHECK: linalg.generic
// CHECK-DAG: %[[ROW:.*]] = linalg.index 0
// CHECK-DAG: %[[COLUMN:.*]] = linalg.index 1
// CHECK: %[[START:.*]] = tensor.extract %[[AT]][%[[ROW]], %{{.*}}] : tensor<4x1xi32>
// CHECK: arith.maxsi
// CHECK: %[[PLACE:.*]] = arith.minsi
// CHECK: tensor.extract %[[X]][%[[PLACE]], %[[COLUMN]]] : tensor<8x10xf32>
func.func @gathers(%x: tensor<8x10xf32>, %i: tensor<4x1xi32>) -> tensor<4x10xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 10>}> : (tensor<8x10xf32>, tensor<4x1xi32>) -> tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// CHECK-LABEL: func.func @gathers_batches
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5xf32>, %[[AT:[^:]*]]: tensor<3x4x1xi32>
// CHECK: %[[BATCH:.*]] = linalg.index 0
// CHECK: tensor.extract %[[AT]][%[[BATCH]],
// CHECK: tensor.extract %[[X]][%[[BATCH]], %{{.*}}]
func.func @gathers_batches(%x: tensor<3x5xf32>, %i: tensor<3x4x1xi32>) -> tensor<3x4xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x5xf32>, tensor<3x4x1xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @selects_by_index
// CHECK: linalg.generic
// CHECK: tensor.extract
func.func @selects_by_index(%x: tensor<8x128xf32>, %i: tensor<4xi32>) -> tensor<4x128xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<8x128xf32>, tensor<4xi32>) -> tensor<4x128xf32>
  return %0 : tensor<4x128xf32>
}
