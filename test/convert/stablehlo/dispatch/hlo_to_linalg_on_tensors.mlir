// RUN: tern-opt %s --hlo-to-linalg-on-tensors | FileCheck %s
// RUN: tern-opt %s --hlo-to-linalg-on-tensors --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-DAG: #[[$SCALAR:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$OUTER:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$INNER:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$REVERSED:.*]] = affine_map<(d0, d1) -> (d0, -d1 + 5)>
// CHECK-DAG: #[[$REPEATED:.*]] = affine_map<(d0, d1) -> (0, d1)>
// CHECK-DAG: #[[$LAST_TWO:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$ID3:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[$TURNED:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$NONE:.*]] = affine_map<() -> ()>

// CHECK-LABEL: func.func @adds
// CHECK-SAME: (%[[A:.*]]: tensor<10x15xf32>, %[[B:.*]]: tensor<10x15xf32>)
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<10x15xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: ins(%[[A]], %[[B]] : tensor<10x15xf32>, tensor<10x15xf32>) outs(%[[EMPTY]] : tensor<10x15xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK-NEXT: linalg.yield %[[S]] : f32
// CHECK: return %[[SUM]]
func.func @adds(%a: tensor<10x15xf32>, %b: tensor<10x15xf32>) -> tensor<10x15xf32> {
  %0 = "mhlo.add"(%a, %b) : (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xf32>
  return %0 : tensor<10x15xf32>
}

// The other spelling of the same op.

// CHECK-LABEL: func.func @adds_stablehlo
// CHECK: linalg.generic
// CHECK: arith.addi
// CHECK-NOT: stablehlo
func.func @adds_stablehlo(%a: tensor<3xi32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %0 = stablehlo.add %a, %b : tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: func.func @adds_scalars
// CHECK: linalg.generic {indexing_maps = [#[[$NONE]], #[[$NONE]], #[[$NONE]]], iterator_types = []}
// CHECK: arith.addf
func.func @adds_scalars(%a: tensor<f32>) -> tensor<f32> {
  %0 = "mhlo.add"(%a, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @computes_in_order
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK: %[[PRODUCT:.*]] = linalg.generic {{.*}} ins(%[[SUM]], %{{.*}} :
// CHECK: arith.mulf
// CHECK: return %[[PRODUCT]]
func.func @computes_in_order(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "mhlo.add"(%a, %a) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = "mhlo.multiply"(%0, %a) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @keeps_signed_and_float_apart
// CHECK: arith.maxsi
// CHECK: arith.maximumf
// CHECK: arith.ori
func.func @keeps_signed_and_float_apart(%i: tensor<8xi32>, %f: tensor<8xf32>, %b: tensor<8xi1>)
    -> (tensor<8xi32>, tensor<8xf32>, tensor<8xi1>) {
  %0 = "mhlo.maximum"(%i, %i) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %1 = "mhlo.maximum"(%f, %f) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %2 = "mhlo.or"(%b, %b) : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  return %0, %1, %2 : tensor<8xi32>, tensor<8xf32>, tensor<8xi1>
}

// CHECK-LABEL: func.func @spreads_scalar_predicate
// CHECK: linalg.generic {indexing_maps = [#[[$SCALAR]], #[[$ID]], #[[$ID]], #[[$ID]]]
// CHECK-NEXT: ^bb0(%[[P:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32,
// CHECK-NEXT: arith.select %[[P]], %[[X]], %[[Y]] : f32
func.func @spreads_scalar_predicate(%p: tensor<i1>, %a: tensor<4x6xf32>, %b: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = "mhlo.select"(%p, %a, %b) : (tensor<i1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @spreads_scalar_bounds
// CHECK: linalg.generic {indexing_maps = [#[[$SCALAR]], #[[$ID]], #[[$SCALAR]], #[[$ID]]]
// CHECK-NEXT: ^bb0(%[[LOW:.*]]: f32, %[[X:.*]]: f32, %[[HIGH:.*]]: f32,
// CHECK-NEXT: %[[M:.*]] = arith.maximumf %[[X]], %[[LOW]]
// CHECK-NEXT: arith.minimumf %[[M]], %[[HIGH]]
func.func @spreads_scalar_bounds(%s: tensor<f32>, %a: tensor<4x6xf32>, %t: tensor<f32>) -> tensor<4x6xf32> {
  %0 = "mhlo.clamp"(%s, %a, %t) : (tensor<f32>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @compares
// CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: i1):
// CHECK-NEXT: arith.cmpf olt, %[[X]], %[[Y]]
// CHECK: -> tensor<4xi1>
func.func @compares(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %0 = "mhlo.compare"(%a, %b) {comparison_direction = #mhlo<comparison_direction LT>}
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @converts_elements
// CHECK: ^bb0(%[[X:.*]]: i32, %{{.*}}: f32):
// CHECK-NEXT: arith.sitofp %[[X]] : i32 to f32
func.func @converts_elements(%a: tensor<4xi32>) -> tensor<4xf32> {
  %0 = "mhlo.convert"(%a) : (tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @takes_sizes_from_operand
// CHECK-SAME: (%[[A:.*]]: tensor<?x6xf32>)
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[ROWS:.*]] = tensor.dim %[[A]], %[[C0]]
// CHECK: tensor.empty(%[[ROWS]]) : tensor<?x6xf32>
func.func @takes_sizes_from_operand(%a: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %0 = "mhlo.add"(%a, %a) : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// --- broadcasts and data movement ---

// CHECK-LABEL: func.func @broadcasts_in_front
// CHECK: linalg.generic {indexing_maps = [#[[$INNER]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[X]] : f32
func.func @broadcasts_in_front(%a: tensor<15xf32>) -> tensor<10x15xf32> {
  %0 = "mhlo.broadcast"(%a) : (tensor<15xf32>) -> tensor<10x15xf32>
  return %0 : tensor<10x15xf32>
}

// CHECK-LABEL: func.func @broadcasts_dynamic_operand
// CHECK-SAME: (%[[A:.*]]: tensor<?x6xf32>)
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[ROWS:.*]] = tensor.dim %[[A]], %[[C0]]
// CHECK: tensor.empty(%[[ROWS]]) : tensor<3x?x6xf32>
// CHECK: indexing_maps = [#[[$LAST_TWO]], #[[$ID3]]]
func.func @broadcasts_dynamic_operand(%a: tensor<?x6xf32>) -> tensor<3x?x6xf32> {
  %0 = "mhlo.broadcast"(%a) : (tensor<?x6xf32>) -> tensor<3x?x6xf32>
  return %0 : tensor<3x?x6xf32>
}

// CHECK-LABEL: func.func @broadcasts_along_dimensions
// CHECK: indexing_maps = [#[[$OUTER]], #[[$ID]]]
func.func @broadcasts_along_dimensions(%a: tensor<6xf32>) -> tensor<6x4xf32> {
  %0 = "mhlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<6xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @repeats_dimension_of_one
// CHECK: indexing_maps = [#[[$REPEATED]], #[[$ID]]]
func.func @repeats_dimension_of_one(%a: tensor<1x4xf32>) -> tensor<6x4xf32> {
  %0 = "mhlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>} : (tensor<1x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @broadcasts_and_turns
// CHECK-SAME: (%[[A:.*]]: tensor<?x6xf32>)
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[ROWS:.*]] = tensor.dim %[[A]], %[[C0]]
// CHECK: tensor.empty(%[[ROWS]]) : tensor<6x5x?xf32>
// CHECK: indexing_maps = [#[[$TURNED]], #[[$ID3]]]
func.func @broadcasts_and_turns(%a: tensor<?x6xf32>) -> tensor<6x5x?xf32> {
  %0 = "mhlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<[2, 0]> : tensor<2xi64>} : (tensor<?x6xf32>) -> tensor<6x5x?xf32>
  return %0 : tensor<6x5x?xf32>
}

// CHECK-LABEL: func.func @transposes
// CHECK: indexing_maps = [#[[$SWAP]], #[[$ID]]]
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32,
// CHECK-NEXT: linalg.yield %[[X]]
// CHECK-NEXT: -> tensor<24x32xf32>
func.func @transposes(%a: tensor<32x24xf32>) -> tensor<24x32xf32> {
  %0 = "mhlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<32x24xf32>) -> tensor<24x32xf32>
  return %0 : tensor<24x32xf32>
}

// Dimension 1 of the result is dimension 0 of the operand.

// CHECK-LABEL: func.func @transposes_dynamic
// CHECK-SAME: (%[[A:.*]]: tensor<?x6xf32>)
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[ROWS:.*]] = tensor.dim %[[A]], %[[C0]]
// CHECK: tensor.empty(%[[ROWS]]) : tensor<6x?xf32>
func.func @transposes_dynamic(%a: tensor<?x6xf32>) -> tensor<6x?xf32> {
  %0 = "mhlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<?x6xf32>) -> tensor<6x?xf32>
  return %0 : tensor<6x?xf32>
}

// Where a copy is to be is said by where it is stored.

// CHECK-LABEL: func.func @copies
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
// CHECK-NEXT: return %[[A]]
func.func @copies(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "mhlo.copy"(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @reverses
// CHECK: indexing_maps = [#[[$REVERSED]], #[[$ID]]]
func.func @reverses(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = "mhlo.reverse"(%a) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @slices
// CHECK-SAME: (%[[A:.*]]: tensor<4x6xf32>)
// CHECK: tensor.extract_slice %[[A]][1, 2] [2, 2] [1, 2] : tensor<4x6xf32> to tensor<2x2xf32>
func.func @slices(%a: tensor<4x6xf32>) -> tensor<2x2xf32> {
  %0 = "mhlo.slice"(%a) {start_indices = dense<[1, 2]> : tensor<2xi64>, limit_indices = dense<[3, 6]> : tensor<2xi64>,
      strides = dense<[1, 2]> : tensor<2xi64>} : (tensor<4x6xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// --- reshapes ---

// CHECK-LABEL: func.func @collapses
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<4x6xf32> into tensor<24xf32>
func.func @collapses(%a: tensor<4x6xf32>) -> tensor<24xf32> {
  %0 = "mhlo.reshape"(%a) : (tensor<4x6xf32>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}

// CHECK-LABEL: func.func @expands
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [2, 2, 6] : tensor<4x6xf32> into tensor<2x2x6xf32>
func.func @expands(%a: tensor<4x6xf32>) -> tensor<2x2x6xf32> {
  %0 = "mhlo.reshape"(%a) : (tensor<4x6xf32>) -> tensor<2x2x6xf32>
  return %0 : tensor<2x2x6xf32>
}

// Ones go to the group before them as long as later dimensions find one each.

// CHECK-LABEL: func.func @groups_ones
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<2x1x3xf32> into tensor<2x3xf32>
func.func @groups_ones(%a: tensor<2x1x3xf32>) -> tensor<2x3xf32> {
  %0 = "mhlo.reshape"(%a) : (tensor<2x1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @goes_through_one_dimension
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<4x6xf32> into tensor<24xf32>
// CHECK: tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [3, 8] : tensor<24xf32> into tensor<3x8xf32>
func.func @goes_through_one_dimension(%a: tensor<4x6xf32>) -> tensor<3x8xf32> {
  %0 = "mhlo.reshape"(%a) : (tensor<4x6xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// CHECK-LABEL: func.func @reshapes_scalars
// CHECK: %[[ONE:.*]] = tensor.expand_shape %{{.*}} [] output_shape [1] : tensor<f32> into tensor<1xf32>
// CHECK: tensor.expand_shape %[[ONE]] {{.*}} into tensor<1x1xf32>
// CHECK: tensor.collapse_shape %{{.*}} [] : tensor<1xf32> into tensor<f32>
func.func @reshapes_scalars(%a: tensor<f32>, %b: tensor<1xf32>) -> (tensor<1x1xf32>, tensor<f32>) {
  %0 = "mhlo.reshape"(%a) : (tensor<f32>) -> tensor<1x1xf32>
  %1 = "mhlo.reshape"(%b) : (tensor<1xf32>) -> tensor<f32>
  return %0, %1 : tensor<1x1xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @drops_reshape_to_same_type
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[A]]
func.func @drops_reshape_to_same_type(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mhlo.reshape"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// --- insertions ---

// CHECK-LABEL: func.func @pads
// CHECK-SAME: (%[[A:.*]]: tensor<4x6xf32>, %[[S:.*]]: tensor<f32>)
// CHECK: %[[VALUE:.*]] = tensor.extract %[[S]][]
// CHECK: %[[FILLED:.*]] = linalg.fill ins(%[[VALUE]] : f32) outs(%{{.*}} : tensor<8x10xf32>)
// CHECK: tensor.insert_slice %[[A]] into %[[FILLED]][1, 2] [4, 6] [2, 1] : tensor<4x6xf32> into tensor<8x10xf32>
func.func @pads(%a: tensor<4x6xf32>, %s: tensor<f32>) -> tensor<8x10xf32> {
  %0 = "mhlo.pad"(%a, %s) {edge_padding_low = dense<[1, 2]> : tensor<2xi64>, edge_padding_high = dense<[0, 2]> : tensor<2xi64>,
      interior_padding = dense<[1, 0]> : tensor<2xi64>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<8x10xf32>
  return %0 : tensor<8x10xf32>
}

// CHECK-LABEL: func.func @cuts_by_negative_padding
// CHECK-SAME: (%[[A:.*]]: tensor<6xf32>,
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[A]][1] [5] [1] : tensor<6xf32> to tensor<5xf32>
// CHECK: tensor.insert_slice %[[PART]] into %{{.*}}[0] [5] [1] : tensor<5xf32> into tensor<7xf32>
func.func @cuts_by_negative_padding(%a: tensor<6xf32>, %s: tensor<f32>) -> tensor<7xf32> {
  %0 = "mhlo.pad"(%a, %s) {edge_padding_low = dense<-1> : tensor<1xi64>, edge_padding_high = dense<2> : tensor<1xi64>,
      interior_padding = dense<0> : tensor<1xi64>} : (tensor<6xf32>, tensor<f32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// What is left of the elements is put where it belongs, without a tensor between.

// CHECK-LABEL: func.func @cuts_and_spreads
// CHECK-SAME: (%[[A:.*]]: tensor<6xf32>,
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[A]][2] [4] [1] : tensor<6xf32> to tensor<4xf32>
// CHECK: %[[FILLED:.*]] = linalg.fill
// CHECK: %[[RESULT:.*]] = tensor.insert_slice %[[PART]] into %[[FILLED]][1] [4] [2] : tensor<4xf32> into tensor<11xf32>
// CHECK-NEXT: return %[[RESULT]]
func.func @cuts_and_spreads(%a: tensor<6xf32>, %s: tensor<f32>) -> tensor<11xf32> {
  %0 = "mhlo.pad"(%a, %s) {edge_padding_low = dense<-3> : tensor<1xi64>, edge_padding_high = dense<3> : tensor<1xi64>,
      interior_padding = dense<1> : tensor<1xi64>} : (tensor<6xf32>, tensor<f32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// CHECK-LABEL: func.func @cuts_everything
// CHECK: %[[FILLED:.*]] = linalg.fill
// CHECK-NEXT: return %[[FILLED]]
func.func @cuts_everything(%a: tensor<6xf32>, %s: tensor<f32>) -> tensor<2xf32> {
  %0 = "mhlo.pad"(%a, %s) {edge_padding_low = dense<-6> : tensor<1xi64>, edge_padding_high = dense<2> : tensor<1xi64>,
      interior_padding = dense<0> : tensor<1xi64>} : (tensor<6xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @concatenates
// CHECK-SAME: (%[[A:.*]]: tensor<4x6xf32>, %[[B:.*]]: tensor<4x2xf32>)
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[A]] into %[[EMPTY]][0, 0] [4, 6] [1, 1]
// CHECK: tensor.insert_slice %[[B]] into %[[FIRST]][0, 6] [4, 2] [1, 1]
func.func @concatenates(%a: tensor<4x6xf32>, %b: tensor<4x2xf32>) -> tensor<4x8xf32> {
  %0 = "mhlo.concatenate"(%a, %b) {dimension = 1 : i64} : (tensor<4x6xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// --- sources ---

// CHECK-LABEL: func.func @counts_in_floats
// CHECK: linalg.generic {indexing_maps = [#[[$ID]]], iterator_types = ["parallel", "parallel"]} outs(
// CHECK: %[[I:.*]] = linalg.index 1 : index
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK-NEXT: %[[F:.*]] = arith.sitofp %[[N]] : i64 to f32
// CHECK-NEXT: linalg.yield %[[F]]
func.func @counts_in_floats() -> tensor<4x6xf32> {
  %0 = "mhlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @counts_in_integers
// CHECK: %[[I:.*]] = linalg.index 0 : index
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i8
// CHECK-NEXT: linalg.yield %[[N]]
func.func @counts_in_integers() -> tensor<4xi8> {
  %0 = "mhlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// CHECK-LABEL: func.func @makes_constants
// CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
func.func @makes_constants() -> tensor<2xf32> {
  %0 = "mhlo.constant"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// --- what stays ---

// CHECK-LABEL: func.func @keeps_dot
// CHECK: mhlo.dot{{[" ]}}
func.func @keeps_dot(%a: tensor<32x24xf32>, %b: tensor<24x16xf32>) -> tensor<32x16xf32> {
  %0 = "mhlo.dot"(%a, %b) {precision_config = ["DEFAULT", "DEFAULT"]} : (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}

// CHECK-LABEL: func.func @keeps_dot_general
// CHECK: mhlo.dot_general{{[" ]}}
func.func @keeps_dot_general(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  %0 = "mhlo.dot_general"(%a, %b) {dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0],
      rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}
      : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// The region of a reduction is not converted either.

// CHECK-LABEL: func.func @keeps_reduce
// CHECK: mhlo.reduce{{["(]}}
// CHECK: mhlo.return{{[" ]}}
func.func @keeps_reduce(%a: tensor<4x5xf32>, %z: tensor<f32>) -> tensor<4xf32> {
  %0 = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.add"(%y, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "mhlo.add"(%x, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%t) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @keeps_reduce_window
// CHECK: mhlo.reduce_window{{["(]}}
// CHECK: mhlo.maximum{{[" ]}}
func.func @keeps_reduce_window(%a: tensor<4x4xf32>, %z: tensor<f32>) -> tensor<2x2xf32> {
  %0 = "mhlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "mhlo.maximum"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = dense<2> : tensor<2xi64>, window_strides = dense<2> : tensor<2xi64>}
      : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @keeps_convolution
// CHECK: mhlo.convolution
func.func @keeps_convolution(%a: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = mhlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// CHECK-LABEL: func.func private @converts_private_functions
// CHECK: arith.negf
func.func private @converts_private_functions(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
