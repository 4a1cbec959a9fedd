// What is refused with words of our own, or where upstream does not look.
// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @fill_custom_op_parsenamedstructuredopregion_ods_gen_generated_region(%c: f32, %d: memref<4x7xf32>) {
  linalg.fill ins(%c, %c: f32, f32) outs(%d: memref<4x7xf32>)
  // expected-error@+1 {{custom op 'linalg.fill' [parseNamedStructuredOpRegion] ods-gen generated region expects 2 args, got 3}}
  return
}

// -----

func.func @generic_operation_is_of_an_unregistered_dialect_if(%c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) {
  // expected-error@+1 {{operation 'test.x' is of an unregistered dialect; if that is intended, use --allow-unregistered-dialect}}
   ^bb0(%x: f32, %y: f32): "test.x"() : () -> () } -> tensor<4x6xf32>
  return
}

// -----

func.func @exp_custom_op_unsupported_non_numeric_type(%c: tensor<4x6xf32>, %m: tensor<4x6xi32>, %s: i32) {
  // expected-error@+1 {{custom op 'linalg.exp' unsupported non numeric type}}
  linalg.exp ins(%m: tensor<4x6xi32>) outs(%m: tensor<4x6xi32>) -> tensor<4x6xi32>
  return
}

// -----

func.func @matmul_attribute_occurs_more_than_once_in_the(%c: tensor<?x6xf32>, %m: memref<?x6xf32>, %s: f32) {
  // expected-error@+1 {{attribute 'indexing_maps' occurs more than once in the attribute list}}
  linalg.matmul {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>]} ins(%c, %c: tensor<?x6xf32>, tensor<?x6xf32>) outs(%c: tensor<?x6xf32>) -> tensor<?x6xf32>
  return
}

// -----

func.func @pooling_nhwc_max_attribute_failed_to_satisfy_constraint_bit_signless(%a: tensor<1x8x8x4xf32>, %k: tensor<3x3xf32>, %o: tensor<1x6x6x4xf32>) {
  // expected-error@+1 {{'linalg.pooling_nhwc_max' op attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  %0 = linalg.pooling_nhwc_max {strides = dense<1> : tensor<3xi64>} ins(%a, %k: tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @matmul_expected_indexing_map_to_have_dim_s(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.matmul' op expected indexing_map #1 to have 4 dim(s) to match the number of loops}}
  linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %x: tensor<4x4xf32>, tensor<4x4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @exp_custom_op_unsupported_non_numeric_type(%c: tensor<4xf32>, %d: tensor<4xi1>, %e: tensor<4xcomplex<f32>>, %i: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'linalg.exp' unsupported non numeric type}}
  %7 = linalg.exp ins(%e: tensor<4xcomplex<f32>>) outs(%e: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @sub_custom_op_unsupported_operation_sub_with_bools(%c: tensor<4xf32>, %d: tensor<4xi1>, %e: tensor<4xcomplex<f32>>, %i: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'linalg.sub' unsupported operation: sub with bools}}
  %7 = linalg.sub ins(%d, %d: tensor<4xi1>, tensor<4xi1>) outs(%d: tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @max_custom_op_unsupported_non_numeric_type(%c: tensor<4xf32>, %d: tensor<4xi1>, %e: tensor<4xcomplex<f32>>, %i: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'linalg.max' unsupported non numeric type}}
  %7 = linalg.max ins(%e, %e: tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%d: tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @div_unsigned_custom_op_unsupported_operation_unsigned_div_not(%c: tensor<4xf32>, %i: tensor<4xi32>, %e: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{custom op 'linalg.div_unsigned' unsupported operation: unsigned div not on uint}}
  %7 = linalg.div_unsigned ins(%c, %c: tensor<4xf32>, tensor<4xf32>) outs(%c: tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @add_custom_op_cannot_build_binary_linalg_operation(%c: tensor<4xf32>, %i: tensor<4xi32>, %e: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{custom op 'linalg.add' Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got 'f32' and 'i32'}}
  %7 = linalg.add ins(%c, %i: tensor<4xf32>, tensor<4xi32>) outs(%c: tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @add_custom_op_cannot_build_binary_linalg_operation(%c: tensor<4xindex>) {
  // expected-error@+1 {{custom op 'linalg.add' Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got 'index' and 'index'}}
  %7 = linalg.add ins(%c, %c: tensor<4xindex>, tensor<4xindex>) outs(%c: tensor<4xindex>) -> tensor<4xindex>
  return
}

// -----

  // expected-error@+1 {{type of unregistered dialect 'test'; if that is intended, use --allow-unregistered-dialect}}
func.func @add_type_of_unregistered_dialect_if_that_is(%c: tensor<4x!test.x>) {
  %7 = linalg.add ins(%c, %c: tensor<4x!test.x>, tensor<4x!test.x>) outs(%c: tensor<4x!test.x>) -> tensor<4x!test.x>
  return
}

// -----

func.func @div_unsigned_custom_op_unsupported_operation_unsigned_div_not(%d: tensor<4xi1>) {
  // expected-error@+1 {{custom op 'linalg.div_unsigned' unsupported operation: unsigned div not on uint}}
  %7 = linalg.div_unsigned ins(%d, %d: tensor<4xi1>, tensor<4xi1>) outs(%d: tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @elementwise_custom_op_unsupported_operation_unsigned_max_not(%d: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{custom op 'linalg.elementwise' unsupported operation: unsigned max not on uint}}
  %7 = linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned> ins(%d, %d: tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%d: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @div_custom_op_unsupported_operation_div_with_bools(%d: tensor<4xi1>) {
  // expected-error@+1 {{custom op 'linalg.div' unsupported operation: div with bools}}
  %7 = linalg.div ins(%d, %d: tensor<4xi1>, tensor<4xi1>) outs(%d: tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @powf_custom_op_unsupported_non_numeric_type(%d: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'linalg.powf' unsupported non numeric type}}
  %7 = linalg.powf ins(%d, %d: tensor<4xi32>, tensor<4xi32>) outs(%d: tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @abs_custom_op_unsupported_non_numeric_type(%d: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'linalg.abs' unsupported non numeric type}}
  %7 = linalg.abs ins(%d: tensor<4xi32>) outs(%d: tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @max_custom_op_unsupported_non_numeric_type(%d: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{custom op 'linalg.max' unsupported non numeric type}}
  %7 = linalg.max ins(%d, %d: tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%d: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}
