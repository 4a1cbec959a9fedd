// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

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

func.func @copy_use_of_value_expects_different_type_than(%m: memref<8x16xf32>) {
  // expected-error@+1 {{use of value '%m' expects different type than prior uses: 'memref<8x17xf32>' vs 'memref<8x16xf32>'}}
  memref.copy %m, %m : memref<8x16xf32> to memref<8x17xf32>
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
