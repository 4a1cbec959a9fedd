// RUN: tern-opt %s --stablehlo-legalize-to-linalg | FileCheck %s
// RUN: tern-opt %s --stablehlo-legalize-to-linalg | mlir-opt | FileCheck %s

// CHECK-LABEL: func.func @keeps_sizes
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x4xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[A]], %{{.*}} : tensor<?x4xf32>
// CHECK: tensor.empty(%[[D]]) : tensor<?x4xf32>
func.func @keeps_sizes(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %a, %a : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @asks_for_size
// CHECK: %[[D:.*]] = tensor.dim
// CHECK: %[[N:.*]] = arith.index_cast %[[D]] : index to i32
// CHECK: tensor.from_elements %[[N]] : tensor<i32>
// CHECK: arith.constant dense<4> : tensor<i32>
func.func @asks_for_size(%a: tensor<?x4xf32>) -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func.func @counts
// CHECK: %[[N:.*]] = tensor.extract %{{.*}} : tensor<2xi64>
// CHECK: %[[D:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK: tensor.empty(%[[D]]) : tensor<?x3xi32>
func.func @counts(%s: tensor<2xi64>) -> tensor<?x3xi32> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}

// Whether a dimension is repeated is decided at run time, unless the op says it.

// CHECK-LABEL: func.func @broadcasts
// CHECK: linalg.generic
// CHECK: %[[ONE:.*]] = arith.cmpi eq
// CHECK: arith.select %[[ONE]]
// CHECK: tensor.extract
// CHECK-LABEL: func.func @broadcasts_known
// CHECK-NOT: arith.select
// CHECK: return
func.func @broadcasts(%a: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @broadcasts_known(%a: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reshapes
// CHECK: tensor.collapse_shape %{{.*}} : tensor<?x?xf32> into tensor<?xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1{{\]\]}} output_shape [%{{.*}}, 3]
func.func @reshapes(%a: tensor<?x?xf32>, %s: tensor<2xindex>) -> tensor<?x3xf32> {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @slices
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}] [%{{.*}}] [%{{.*}}] : tensor<?xf32> to tensor<?xf32>
func.func @slices(%a: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %a, %s, %s, %s : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @pads
// CHECK: linalg.generic
// CHECK: scf.if %{{.*}} -> (f32)
// CHECK: tensor.extract
func.func @pads(%a: tensor<?xf32>, %v: tensor<f32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_pad %a, %v, %s, %s, %s : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @gathers
// CHECK: linalg.generic
// CHECK: arith.minsi
func.func @gathers(%x: tensor<?x10xf32>, %i: tensor<?x1xi32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x10xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @convolves
// CHECK: tensor.pad %{{.*}} low[0, %{{.*}}, 0] high[0, %{{.*}}, 0]
// CHECK: linalg.conv_1d_nwc_wcf
func.func @convolves(%x: tensor<1x?x2xf32>, %k: tensor<3x2x4xf32>, %p: tensor<1x2xi32>) -> tensor<1x?x4xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x?x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}

// CHECK-LABEL: func.func @sets_size
// CHECK: tensor.extract_slice %{{.*}}[0] [%{{.*}}] [1] : tensor<4xf32> to tensor<?xf32>
func.func @sets_size(%a: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @asserts
// CHECK: %[[HOLDS:.*]] = tensor.extract %arg0[] : tensor<i1>
// CHECK: cf.assert %[[HOLDS]], "sizes differ: {0}"
func.func @asserts(%c: tensor<i1>, %n: tensor<i32>) {
  stablehlo.custom_call @shape_assertion(%c, %n) {api_version = 2 : i32, error_message = "sizes differ: {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// A tensor of conditions compares data, not sizes; it is dropped.
// CHECK-LABEL: func.func @asserts_nothing
// CHECK-NOT: assert
// CHECK: return
func.func @asserts_nothing(%c: tensor<4xi1>) {
  stablehlo.custom_call @shape_assertion(%c) {error_message = "data differ", has_side_effect = true} : (tensor<4xi1>) -> ()
  return
}
