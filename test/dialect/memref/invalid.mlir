// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @subview_offset_is_out_of_bounds(%m: memref<8x16xf32>) {
  // expected-error@+1 {{offset 0 is out-of-bounds: 9 >= 8}}
  %0 = memref.subview %m[9, 0][2, 2][1, 1] : memref<8x16xf32> to memref<2x2xf32, strided<[16,1], offset: 144>>
  return
}

// -----

func.func @subview_slice_along_dimension_runs_out_of_bounds(%m: memref<8x16xf32>) {
  // expected-error@+1 {{slice along dimension 0 runs out-of-bounds: 8 >= 8}}
  %0 = memref.subview %m[0, 0][9, 2][1, 1] : memref<8x16xf32> to memref<9x2xf32, strided<[16,1]>>
  return
}

// -----

func.func @subview_expected_result_type_to_be_or_a(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected result type to be 'memref<2x2xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<2x2xf32>'}}
  %0 = memref.subview %m[0, 0][2, 2][1, 1] : memref<8x16xf32> to memref<2x2xf32>
  return
}

// -----

func.func @subview_expected_result_type_to_be_or_a(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected result type to be 'memref<2x2xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<2x3xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %m[0, 0][2, 2][1, 1] : memref<8x16xf32> to memref<2x3xf32, strided<[16,1]>>
  return
}

// -----

func.func @subview_expected_offset_values_got(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected 2 offset values, got 1}}
  %0 = memref.subview %m[0][2][1] : memref<8x16xf32> to memref<2x3xf32, strided<[16,1]>>
  return
}

// -----

func.func @subview_expected_mixed_sizes_rank_to_match_mixed(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.}}
  %0 = memref.subview %m[0, 0][2, 1][1] : memref<8x16xf32> to memref<2x3xf32, strided<[16,1]>>
  return
}

// -----

func.func @subview_expected_offsets_to_be_non_negative_but(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected offsets to be non-negative, but got -1}}
  %0 = memref.subview %m[-1, 0][2, 1][1, 1] : memref<8x16xf32> to memref<2x3xf32, strided<[16,1]>>
  return
}

// -----

func.func @subview_offset_is_out_of_bounds(%m: memref<8x16xf32>) {
  // expected-error@+1 {{offset 0 is out-of-bounds: 8 >= 8}}
  %0 = memref.subview %m[8, 0][0, 16][1, 1] : memref<8x16xf32> to memref<0x16xf32, strided<[16,1], offset: 128>>
  return
}

// -----

func.func @load_incorrect_number_of_indices_for_load_expected(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.load' op incorrect number of indices for load, expected 2 but got 0}}
  %0 = memref.load %m[] : memref<8x16xf32>
  return
}

// -----

func.func @store_store_index_operand_count_not_equal_to(%m: memref<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'memref.store' op store index operand count not equal to memref rank}}
  memref.store %f, %m[%i] : memref<8x16xf32>
  return
}

// -----

func.func @alloc_incorrect_number_of_dynamic_sizes_has_expected(%m: memref<?x16xf32>, %i: index) {
  // expected-error@+1 {{'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.alloc() : memref<?xf32>
  return
}

// -----

func.func @alloc_symbol_operand_count_does_not_equal_memref(%m: memref<?x16xf32>, %i: index) {
  // expected-error@+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
  %0 = memref.alloc()[%i] : memref<4xf32>
  return
}

// -----

func.func @alloc_symbol_operand_count_does_not_equal_memref(%m: memref<?x16xf32>, %i: index) {
  // expected-error@+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 1, got 0}}
  %0 = memref.alloc() : memref<4xf32, strided<[?]>>
  return
}

// -----

func.func @cast_operand_type_and_result_type_are_cast(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.cast' op operand type 'memref<8x16xf32>' and result type 'memref<8x17xf32>' are cast incompatible}}
  %0 = memref.cast %m : memref<8x16xf32> to memref<8x17xf32>
  return
}

// -----

func.func @copy_requires_the_same_shape_for_all_operands(%m: memref<8x16xf32>, %s: memref<?xf32>) {
  // expected-error@+1 {{'memref.copy' op requires the same shape for all operands}}
  memref.copy %m, %s : memref<8x16xf32> to memref<?xf32>
  return
}

// -----

func.func @collapse_shape_invalid_number_of_reassociation_groups_found_expected(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1}}
  %0 = memref.collapse_shape %m [[0], [1]] : memref<8x16xf32> into memref<128xf32>
  return
}

// -----

func.func @collapse_shape_collapsed_dim_size_must_equal_reassociation_group(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim size (127) must equal reassociation group size (128)}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<127xf32>
  return
}

// -----

func.func @expand_shape_collapsed_dim_size_must_equal_reassociation_group(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op collapsed dim size (16) must equal reassociation group size (20)}}
  %0 = memref.expand_shape %m [[0], [1, 2]] output_shape [8, 4, 5] : memref<8x16xf32> into memref<8x4x5xf32>
  return
}

// -----

func.func @expand_shape_reassociation_indices_must_be_contiguous(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op reassociation indices must be contiguous}}
  %0 = memref.expand_shape %m [[0], [2, 1]] output_shape [8, 4, 4] : memref<8x16xf32> into memref<8x4x4xf32>
  return
}

// -----

func.func @transpose_expected_a_permutation_map(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.transpose' op expected a permutation map}}
  %0 = memref.transpose %m (i, j) -> (j) : memref<8x16xf32> to memref<8xf32>
  return
}

// -----

func.func @reinterpret_cast_expected_result_type_with_size_instead_of(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected result type with size = 8 instead of 9 in dim = 1}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<8x16xf32> to memref<8x9xf32>
  return
}

// -----

func.func @reinterpret_cast_expected_result_type_with_offset_instead_of(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected result type with offset = 1 instead of 0}}
  %0 = memref.reinterpret_cast %m to offset: [1], sizes: [8, 8], strides: [8, 1] : memref<8x16xf32> to memref<8x8xf32>
  return
}

// -----

func.func @get_global_does_not_reference_a_valid_global_memref() {
  // expected-error@+1 {{'memref.get_global' op 'x' does not reference a valid global memref}}
  %0 = memref.get_global @x : memref<2xf32>
  return
}

// -----

memref.global @x : memref<3xf32>
func.func @global_result_type_does_not_match_type_of() {
  // expected-error@+1 {{'memref.get_global' op result type 'memref<2xf32>' does not match type 'memref<3xf32>' of the global memref @x}}
  %0 = memref.get_global @x : memref<2xf32>
  return
}

// -----

  // expected-error@+1 {{custom op 'memref.global' type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @x : memref<?xf32>

// -----

  // expected-error@+1 {{expected operation name in quotes}}
memref.global @x : memref<3xf32> = dense<1.0> : tensor<2xf32>

// -----

  // expected-error@+1 {{integer literal not valid for specified type}}
memref.global @x : memref<3xf32> = 1 : i32

// -----

func.func @view_operand_must_be_d_memref_of_bit(%m: memref<8x16xi8>, %i: index) {
  // expected-error@+1 {{'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'memref<8x16xi8>'}}
  %0 = memref.view %m[%i][] : memref<8x16xi8> to memref<4xf32>
  return
}

// -----

func.func @view_incorrect_number_of_dynamic_sizes_has_expected(%m: memref<8xi8>, %i: index) {
  // expected-error@+1 {{'memref.view' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = memref.view %m[%i][%i] : memref<8xi8> to memref<4xf32>
  return
}

// -----

func.func @atomic_rmw_with_kind_expects_a_floating_point_type(%m: memref<8xi32>, %i: index, %v: i32) {
  // expected-error@+1 {{'memref.atomic_rmw' op with kind 'addf' expects a floating-point type}}
  %0 = memref.atomic_rmw addf %v, %m[%i] : (i32, memref<8xi32>) -> i32
  return
}

// -----

func.func @atomic_rmw_with_kind_expects_an_integer_type(%m: memref<8xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{'memref.atomic_rmw' op with kind 'addi' expects an integer type}}
  %0 = memref.atomic_rmw addi %v, %m[%i] : (f32, memref<8xf32>) -> f32
  return
}

// -----

func.func @dim_operand_must_be_unranked_memref_of_any(%m: memref<f32>) {
  // expected-error@+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %c = arith.constant 1 : index %0 = memref.dim %m, %c : memref<f32>
  return
}

// -----

func.func @reshape_length_of_shape_operand_differs_from_the(%m: memref<*xf32>, %s: memref<2xi32>) {
  // expected-error@+1 {{'memref.reshape' op length of shape operand differs from the result's memref rank}}
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<2xi32>) -> memref<?xf32>
  return
}

// -----

func.func @realloc_missing_dimension_operand_for_result_type(%m: memref<8xf32>) {
  // expected-error@+1 {{missing dimension operand for result type 'memref<?xf32>'}}
  %0 = memref.realloc %m : memref<8xf32> to memref<?xf32>
  return
}

// -----

func.func @memory_space_cast_operand_type_and_result_type_are_cast(%m: memref<8xf32, 1>) {
  // expected-error@+1 {{'memref.memory_space_cast' op operand type 'memref<8xf32, 1>' and result type 'memref<9xf32>' are cast incompatible}}
  %0 = memref.memory_space_cast %m : memref<8xf32, 1> to memref<9xf32>
  return
}

// -----

func.func @collapse_shape_collapsed_dim_must_be_dynamic_if_and(%m: memref<?x16xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<?x16xf32> into memref<16xf32>
  return
}

// -----

func.func @collapse_shape_collapsed_dim_must_be_dynamic_if_and(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<?xf32>
  return
}

// -----

func.func @collapse_shape_reassociation_indices_must_be_contiguous(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op reassociation indices must be contiguous}}
  %0 = memref.collapse_shape %m [[0, 2]] : memref<8x16xf32> into memref<128xf32>
  return
}

// -----

func.func @collapse_shape_collapsed_dim_size_must_equal_reassociation_group(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim size (128) must equal reassociation group size (8)}}
  %0 = memref.collapse_shape %m [[0]] : memref<8x16xf32> into memref<128xf32>
  return
}

// -----

func.func @realloc_different_memory_spaces_specified_for_source_memref(%m: memref<8xf32>) {
  // expected-error@+1 {{different memory spaces specified for source memref type 'memref<8xf32>' and result memref type 'memref<9xf32, 1>'}}
  %0 = memref.realloc %m : memref<8xf32> to memref<9xf32, 1>
  return
}

// -----

func.func @realloc_different_element_types_specified_for_source_memref(%m: memref<8xf32>) {
  // expected-error@+1 {{different element types specified for source memref type 'memref<8xf32>' and result memref type 'memref<9xf64>'}}
  %0 = memref.realloc %m : memref<8xf32> to memref<9xf64>
  return
}

// -----

func.func @realloc_unnecessary_dimension_operand_for_result_type(%m: memref<8xf32>, %i: index) {
  // expected-error@+1 {{unnecessary dimension operand for result type 'memref<9xf32>'}}
  %0 = memref.realloc %m(%i) : memref<8xf32> to memref<9xf32>
  return
}

// -----

func.func @realloc_unsupported_layout_for_source_memref_type(%m: memref<8xf32, strided<[2]>>) {
  // expected-error@+1 {{unsupported layout for source memref type 'memref<8xf32, strided<[2]>>'}}
  %0 = memref.realloc %m : memref<8xf32, strided<[2]>> to memref<9xf32>
  return
}

// -----

func.func @assume_alignment_alignment_must_be_power_of(%m: memref<8xf32>) {
  // expected-error@+1 {{'memref.assume_alignment' op alignment must be power of 2}}
  %0 = memref.assume_alignment %m, 12 : memref<8xf32>
  return
}

// -----

func.func @prefetch_too_few_indices(%m: memref<8x4xf32>, %i: index) {
  // expected-error@+1 {{'memref.prefetch' op too few indices}}
  memref.prefetch %m[%i], read, locality<3>, data : memref<8x4xf32>
  return
}

// -----

func.func @prefetch_custom_op_rw_specifier_has_to_be(%m: memref<8x4xf32>, %i: index) {
  // expected-error@+1 {{custom op 'memref.prefetch' rw specifier has to be 'read' or 'write'}}
  memref.prefetch %m[%i, %i], sometimes, locality<3>, data : memref<8x4xf32>
  return
}

// -----

func.func @prefetch_attribute_failed_to_satisfy_constraint_bit_signless(%m: memref<8x4xf32>, %i: index) {
  // expected-error@+1 {{'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  memref.prefetch %m[%i, %i], read, locality<4>, data : memref<8x4xf32>
  return
}

// -----

func.func @reshape_cannot_use_shape_operand_with_dynamic_length(%m: memref<8x16xf32>, %s: memref<?xi32>) {
  // expected-error@+1 {{'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type}}
  %0 = memref.reshape %m(%s) : (memref<8x16xf32>, memref<?xi32>) -> memref<8x16xf32>
  return
}

// -----

func.func @reshape_element_types_of_source_and_destination_memref(%m: memref<8x16xf32>, %s: memref<2xi32>) {
  // expected-error@+1 {{'memref.reshape' op element types of source and destination memref types should be the same}}
  %0 = memref.reshape %m(%s) : (memref<8x16xf32>, memref<2xi32>) -> memref<8x16xf64>
  return
}

// -----

func.func @reshape_source_memref_type_should_have_identity_affine(%m: memref<8x16xf32, strided<[32, 1]>>, %s: memref<2xi32>) {
  // expected-error@+1 {{'memref.reshape' op source memref type should have identity affine map}}
  %0 = memref.reshape %m(%s) : (memref<8x16xf32, strided<[32, 1]>>, memref<2xi32>) -> memref<8x16xf32>
  return
}

// -----

func.func @reshape_result_memref_type_should_have_identity_affine(%m: memref<8x16xf32>, %s: memref<2xi32>) {
  // expected-error@+1 {{'memref.reshape' op result memref type should have identity affine map}}
  %0 = memref.reshape %m(%s) : (memref<8x16xf32>, memref<2xi32>) -> memref<8x16xf32, strided<[32, 1]>>
  return
}

// -----

func.func @collapse_shape_invalid_source_layout_map_or_collapsing_non(%m: memref<8x16xf32, strided<[32, 1]>>) {
  // expected-error@+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32, strided<[32, 1]>> into memref<128xf32, strided<[1]>>
  return
}

// -----

func.func @collapse_shape_expected_collapsed_type_to_be_but_found(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<128xf32>' but found 'memref<128xf32, 3>'}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32, 3>
  return
}

// -----

func.func @expand_shape_has_source_rank_and_result_rank_this(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1).}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [128] : memref<8x16xf32> into memref<128xf32>
  return
}

// -----

func.func @collapse_shape_has_source_rank_and_result_rank_this(%m: memref<128xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op has source rank 1 and result rank 2. This is not a collapse (1 < 2).}}
  %0 = memref.collapse_shape %m [[0], [1]] : memref<128xf32> into memref<8x16xf32>
  return
}

// -----

func.func @expand_shape_invalid_output_shape_provided_at_pos(%m: memref<128xf32>, %i: index) {
  // expected-error@+1 {{'memref.expand_shape' op invalid output shape provided at pos 1}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [8, %i] : memref<128xf32> into memref<8x16xf32>
  return
}

// -----

func.func @expand_shape_expected_number_of_static_shape_bounds_to(%m: memref<128xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (2) but found 1 inputs instead}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [8] : memref<128xf32> into memref<8x16xf32>
  return
}

// -----

func.func @expand_shape_expected_expanded_type_to_be_but_found(%m: memref<128xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op expected expanded type to be 'memref<8x16xf32>' but found 'memref<8x16xf32, 4>'}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [8, 16] : memref<128xf32> into memref<8x16xf32, 4>
  return
}

// -----

func.func @view_different_memory_spaces_specified_for_base_memref(%m: memref<128xi8>, %i: index) {
  // expected-error@+1 {{different memory spaces specified for base memref type 'memref<128xi8>' and view memref type 'memref<4xf32, 1>'}}
  %0 = memref.view %m[%i][] : memref<128xi8> to memref<4xf32, 1>
  return
}

// -----

func.func @view_unsupported_map_for_result_memref_type(%m: memref<128xi8>, %i: index) {
  // expected-error@+1 {{unsupported map for result memref type 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.view %m[%i][] : memref<128xi8> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @view_unsupported_map_for_base_memref_type(%m: memref<128xi8, strided<[2]>>, %i: index) {
  // expected-error@+1 {{unsupported map for base memref type 'memref<128xi8, strided<[2]>>'}}
  %0 = memref.view %m[%i][] : memref<128xi8, strided<[2]>> to memref<4xf32>
  return
}

// -----

func.func @subview_different_memory_spaces_specified_for_base_memref(%m: memref<8x16xf32>) {
  // expected-error@+1 {{different memory spaces specified for base memref type 'memref<8x16xf32>' and subview memref type 'memref<2x2xf32, strided<[16, 1]>, 3>'}}
  %0 = memref.subview %m[0, 0][2, 2][1, 1] : memref<8x16xf32> to memref<2x2xf32, strided<[16,1]>, 3>
  return
}

// -----

func.func @subview_expected_result_element_type_to_be_but(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected result element type to be 'f32', but got 'memref<2x2xf64, strided<[16, 1]>>'}}
  %0 = memref.subview %m[0, 0][2, 2][1, 1] : memref<8x16xf32> to memref<2x2xf64, strided<[16,1]>>
  return
}

// -----

func.func @subview_expected_result_rank_to_be_smaller_or(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected result rank to be smaller or equal to the source rank, but got 'memref<1x2x2xf32, strided<[16, 16, 1]>>'}}
  %0 = memref.subview %m[0, 0][2, 2][1, 1] : memref<8x16xf32> to memref<1x2x2xf32, strided<[16,16,1]>>
  return
}

// -----

func.func @subview_base_type_is_not_strided(%m: memref<8x16xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>) {
  // expected-error@+1 {{base type 'memref<8x16xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>' is not strided}}
  %0 = memref.subview %m[0, 0][2, 2][1, 1] : memref<8x16xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>> to memref<2x2xf32, strided<[16,1]>>
  return
}

// -----

func.func @reinterpret_cast_different_element_types_specified_for_source_type(%m: memref<8x16xf32>) {
  // expected-error@+1 {{different element types specified for source type 'memref<8x16xf32>' and result memref type 'memref<8x8xf64>'}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<8x16xf32> to memref<8x8xf64>
  return
}

// -----

func.func @reinterpret_cast_different_memory_spaces_specified_for_source_type(%m: memref<8x16xf32>) {
  // expected-error@+1 {{different memory spaces specified for source type 'memref<8x16xf32>' and result memref type 'memref<8x8xf32, 2>'}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<8x16xf32> to memref<8x8xf32, 2>
  return
}

// -----

func.func @reinterpret_cast_expected_result_type_with_stride_instead_of(%m: memref<8x16xf32>) {
  // expected-error@+1 {{expected result type with stride = 16 instead of 8 in dim = 0}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [8, 8], strides: [16, 1] : memref<8x16xf32> to memref<8x8xf32>
  return
}

// -----

func.func @reinterpret_cast_expected_result_type_with_size_dynamic_instead(%m: memref<8x16xf32>, %i: index) {
  // expected-error@+1 {{expected result type with size = dynamic instead of 8 in dim = 0}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [%i, 8], strides: [8, 1] : memref<8x16xf32> to memref<8x8xf32>
  return
}

// -----

func.func @reinterpret_cast_expected_result_type_with_offset_dynamic_instead(%m: memref<8x16xf32>, %i: index) {
  // expected-error@+1 {{expected result type with offset = dynamic instead of 0}}
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [8, 8], strides: [8, 1] : memref<8x16xf32> to memref<8x8xf32>
  return
}

// -----

func.func @reinterpret_cast_expected_result_type_with_stride_dynamic_instead(%m: memref<8x16xf32>, %i: index) {
  // expected-error@+1 {{expected result type with stride = dynamic instead of 8 in dim = 0}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [8, 8], strides: [%i, 1] : memref<8x16xf32> to memref<8x8xf32>
  return
}

// -----

func.func @dma_wait_expected_tagindices_to_have_the_same_number(%m: memref<8x16xf32>, %i: index, %t: memref<1xi32>) {
  // expected-error@+1 {{'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 1, but got 2}}
  memref.dma_wait %t[%i, %i], %i : memref<1xi32>
  return
}

// -----

func.func @dma_start_custom_op_expected_two_stride_related_operands(%m: memref<8xf32>, %i: index, %t: memref<1xi32>) {
  // expected-error@+1 {{custom op 'memref.dma_start' expected two stride related operands}}
  memref.dma_start %m[%i], %m[%i], %i, %t[%i], %i : memref<8xf32>, memref<8xf32>, memref<1xi32>
  return
}

// -----

func.func @dma_start_custom_op_fewer_more_types_expected(%m: memref<8xf32>, %i: index, %t: memref<1xi32>) {
  // expected-error@+1 {{custom op 'memref.dma_start' fewer/more types expected}}
  memref.dma_start %m[%i], %m[%i], %i, %t[%i] : memref<8xf32>, memref<8xf32>
  return
}

// -----

  // expected-error@+1 {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait}}
%0 = memref.alloca() : memref<8xf32>

// -----

%a = "test.v"() : () -> memref<4xf32>
  // expected-error@+1 {{'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1}}
%r = "memref.collapse_shape"(%a) <{reassociation = [[5], [6, 7]]}> : (memref<4xf32>) -> memref<4xf32>

// -----

%a = "test.v"() : () -> memref<4xf32>
  // expected-error@+1 {{'memref.expand_shape' op reassociation indices must be contiguous}}
%r = "memref.expand_shape"(%a) <{reassociation = [[0, 5]], static_output_shape = array<i64>}> : (memref<4xf32>) -> memref<2x2xf32>

// -----

  // expected-error@+1 {{'memref.dma_start' op expected at least 4 operands}}
"memref.dma_start"() : () -> ()

// -----

  // expected-error@+1 {{'memref.alloca_scope' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"memref.alloca_scope"() ({}) : () -> ()

// -----

  // expected-error@+1 {{'memref.get_global' op 'x' does not reference a valid global memref}}
"memref.get_global"() <{name = @x}> : () -> memref<4xf32>

// -----

// What is said of an op's place comes after what is wrong before it.
"test.no_scope_of_allocations"() ({
  // expected-error@+1 {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait}}
  %0 = memref.alloca() : memref<f32>
  func.return
}) : () -> ()
