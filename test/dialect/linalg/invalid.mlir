// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @generic_expected_indexing_map_to_have_dim_s(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32) {
  // expected-error@+1 {{'linalg.generic' op expected indexing_map #0 to have 1 dim(s) to match the number of loops}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel"]} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) {
   ^bb0(%x: f32, %y: f32): linalg.yield %x : f32 } -> tensor<4x6xf32>
  return
}

// -----

func.func @generic_expected_the_number_of_indexing_map_to(%c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32) {
  // expected-error@+1 {{'linalg.generic' op expected the number of indexing_map (1) to be equal to the number of input/output operands (2)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) {
   ^bb0(%x: f32, %y: f32): linalg.yield %x : f32 } -> tensor<4x6xf32>
  return
}

// -----

func.func @generic_expected_as_many_non_induction_variable_region(%c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32) {
  // expected-error@+1 {{'linalg.generic' op expected as many non-induction variable region arguments as the number of input/output operands}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) {
   ^bb0(%x: f32, %y: f32, %z: f32): linalg.yield %x : f32 } -> tensor<4x6xf32>
  return
}

// -----

func.func @generic_expected_type_of_bb_argument_to_match(%c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32) {
  // expected-error@+1 {{'linalg.generic' op expected type of bb argument #1 ('f64') to match element or self type of the corresponding operand ('f32')}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) {
   ^bb0(%x: f32, %y: f64): linalg.yield %x : f32 } -> tensor<4x6xf32>
  return
}

// -----

func.func @generic_unexpected_symbols_in_indexing_map(%c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32) {
  // expected-error@+1 {{'linalg.generic' op unexpected symbols in indexing_map #0}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) {
   ^bb0(%x: f32, %y: f32): linalg.yield %x : f32 } -> tensor<4x6xf32>
  return
}

// -----

func.func @generic_inferred_input_output_operand_has_shape_s(%c: tensor<4x6xf32>, %d: tensor<4x7xf32>) {
  // expected-error@+1 {{'linalg.generic' op inferred input/output operand #1 has shape's dimension #1 to be 6, but found 7}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x6xf32>) outs(%d : tensor<4x7xf32>) {
   ^bb0(%x: f32, %y: f32): linalg.yield %x : f32 } -> tensor<4x7xf32>
  return
}

// -----

func.func @generic_expected_operand_rank_to_match_the_result(%c: tensor<4x6xf32>, %d: tensor<4x7xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected operand #0 rank (2) to match the result rank of indexing_map (1)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x6xf32>) outs(%d : tensor<4x7xf32>) {
   ^bb0(%x: f32, %y: f32): linalg.yield %x : f32 } -> tensor<4x7xf32>
  return
}

// -----

func.func @generic_invalid_indexing_maps_are_non_invertible_d(%c: tensor<4xf32>, %d: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.generic' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0, d0))}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4xf32>) outs(%d : tensor<4xf32>) {
   ^bb0(%x: f32, %y: f32): linalg.yield %x : f32 } -> tensor<4xf32>
  return
}

// -----

func.func @matmul_inferred_input_output_operand_has_shape_s(%c: tensor<4x6xf32>, %d: tensor<4x7xf32>) {
  // expected-error@+1 {{'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 6, but found 4}}
  %0 = linalg.matmul ins(%c, %d: tensor<4x6xf32>, tensor<4x7xf32>) outs(%c: tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @matmul_expected_type_of_operand_to_match_type(%c: tensor<4x6xf32>, %d: tensor<4x7xf32>) {
  // expected-error@+1 {{'linalg.matmul' op expected type of operand #2 ('tensor<4x6xf32>') to match type of corresponding result ('tensor<4x7xf32>')}}
  %0 = linalg.matmul ins(%c, %d: tensor<4x6xf32>, tensor<4x7xf32>) outs(%c: tensor<4x6xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @fill_expected_op_with_scalar_input(%c: tensor<4x6xf32>, %d: memref<4x7xf32>) {
  // expected-error@+1 {{expected op with scalar input}}
  linalg.fill ins(%c: tensor<4x6xf32>) outs(%d: memref<4x7xf32>)
  return
}

// -----

func.func @fill_custom_op_parsenamedstructuredopregion_ods_gen_generated_region(%c: f32, %d: memref<4x7xf32>) {
  linalg.fill ins(%c, %c: f32, f32) outs(%d: memref<4x7xf32>)
  // expected-error@+1 {{custom op 'linalg.fill' [parseNamedStructuredOpRegion] ods-gen generated region expects 2 args, got 3}}
  return
}

// -----

func.func @yield_expected_parent_op_with_linalgop_interface(%c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32) {
  // expected-error@+1 {{'linalg.yield' op expected parent op with LinalgOp interface}}
  linalg.yield %s : f32
}

// -----

func.func @index_expected_parent_op_with_linalgop_interface(%c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32) {
  // expected-error@+1 {{'linalg.index' op expected parent op with LinalgOp interface}}
  %i = linalg.index 3 : index
  return
}

// -----

func.func @fill_expected_fill_value_type_to_match_output(%c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: i32) {
  // expected-error@+1 {{'linalg.fill' op expected fill value type ('i32') to match output element type ('f32')}}
  linalg.fill ins(%s: i32) outs(%m: memref<4x6xf32>)
  return
}

// -----

func.func @exp_expected_to_have_pure_tensor_or_buffer(%c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: i32) {
  // expected-error@+1 {{'linalg.exp' op expected to have pure tensor or buffer semantics}}
  linalg.exp ins(%c: tensor<4x6xf32>) outs(%m: memref<4x6xf32>)
  return
}

// -----

func.func @exp_custom_op_unsupported_non_numeric_type(%c: tensor<4x6xf32>, %m: tensor<4x6xi32>, %s: i32) {
  // expected-error@+1 {{custom op 'linalg.exp' unsupported non numeric type}}
  linalg.exp ins(%m: tensor<4x6xi32>) outs(%m: tensor<4x6xi32>) -> tensor<4x6xi32>
  return
}

// -----

func.func @pooling_nhwc_max_inferred_input_output_operand_has_shape_s(%a: tensor<1x8x8x4xf32>, %k: tensor<3x3xf32>, %o: tensor<1x6x6x4xf32>) {
  // expected-error@+1 {{'linalg.pooling_nhwc_max' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 13, but found 8}}
  %0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%a, %k: tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
#k = affine_map<(d0, d1, d2) -> (d2)>
#one = affine_map<(d0, d1, d2) -> (d0)>
#four = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#three = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#sum = affine_map<(d0, d1, d2) -> (d0 + d1, d2)>
func.func @matmul_expected_the_number_of_indexing_map_to(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.matmul' op expected the number of indexing_map (2) to be equal to the number of input/output operands (3)}}
  linalg.matmul indexing_maps = [#a, #b] ins(%x, %x: tensor<4x4xf32>, tensor<4x4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @matmul_unexpected_dim_expression_in_map_result(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.matmul' op Unexpected dim expression in map result.}}
  linalg.matmul indexing_maps = [#a, #c, #c] ins(%x, %x: tensor<4x4xf32>, tensor<4x4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
#one = affine_map<(d0, d1, d2) -> (d0)>
func.func @matmul_invalid_broadcast_requested_should_be_d(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.matmul' op Invalid broadcast requested, should be (d2).}}
  linalg.matmul indexing_maps = [#one, #b, #c] ins(%u, %x: tensor<4xf32>, tensor<4x4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0+d1, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @contract_provided_affine_map_is_not_a_projected(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{provided affine_map is not a projected permutation}}
  linalg.contract indexing_maps = [#a, #b, #c] ins(%x, %x: tensor<4x4xf32>, tensor<4x4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @contract_ranks_of_shaped_operand_and_results_of(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{ranks of shaped operand and results of corresponding affine_map differ}}
  linalg.contract indexing_maps = [#a, #b, #c] ins(%x, %u: tensor<4x4xf32>, tensor<4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d0)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @contract_iteration_space_dim_at_index_not_used(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{iteration space dim at index 2 not used to access any operand}}
  linalg.contract indexing_maps = [#a, #b, #c] ins(%x, %x: tensor<4x4xf32>, tensor<4x4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1) -> (d0, d1)>
#b = affine_map<(d0, d1) -> (d1, d0)>
#c = affine_map<(d0, d1) -> (d0, d1)>
func.func @contract_do_not_specify_a_contracting_dimension(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'indexing_maps' do not specify a contracting dimension}}
  linalg.contract indexing_maps = [#a, #b, #c] ins(%x, %x: tensor<4x4xf32>, tensor<4x4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @contract_iteration_space_dim_at_index_is_neither(%x: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{iteration space dim at index 2 is neither a contracting dim nor of parallel iteration type}}
  linalg.contract indexing_maps = [#a, #b, #c] ins(%x, %u: tensor<4x4xf32>, tensor<4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2, d3) -> (d3)>
#b = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#c = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
func.func @batch_matmul_unexpected_result_dim_expression_outside_the_set(%x: tensor<4xf32>, %u: tensor<4x4x4xf32>) {
  // expected-error@+1 {{'linalg.batch_matmul' op Unexpected result dim expression (outside the set of default result dims).}}
  linalg.batch_matmul indexing_maps = [#a, #b, #c] ins(%x, %u: tensor<4xf32>, tensor<4x4x4xf32>) outs(%u: tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#b = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#c = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2)>
func.func @batch_matmul_invalid_output_map_result_dimension(%x: tensor<4xf32>, %u: tensor<4x4x4xf32>) {
  // expected-error@+1 {{'linalg.batch_matmul' op Invalid output map result dimension.}}
  linalg.batch_matmul indexing_maps = [#a, #b, #c] ins(%u, %u: tensor<4x4x4xf32>, tensor<4x4x4xf32>) outs(%u: tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  return
}

// -----

#a = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#b = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#c = affine_map<(d0, d1, d2, d3) -> (d2, d1)>
func.func @batch_reduce_matmul_invalid_output_map_result_dimension(%x: tensor<4x4xf32>, %u: tensor<4x4x4xf32>) {
  // expected-error@+1 {{'linalg.batch_reduce_matmul' op Invalid output map result dimension.}}
  linalg.batch_reduce_matmul indexing_maps = [#a, #b, #c] ins(%u, %u: tensor<4x4x4xf32>, tensor<4x4x4xf32>) outs(%x: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @softmax_incorrect_dimension_specified(%t: tensor<4x4xf32>) {
  // expected-error@+1 {{'linalg.softmax' op incorrect dimension specified}}
  linalg.softmax dimension(2) ins(%t : tensor<4x4xf32>) outs(%t: tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @softmax_incompatible_output_shape(%t: tensor<4x4xf32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{'linalg.softmax' op incompatible output shape}}
  linalg.softmax dimension(1) ins(%t : tensor<4x4xf32>) outs(%u: tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @reduce_attribute_failed_to_satisfy_constraint_i_dense(%t: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order}}
  linalg.reduce ins(%t : tensor<4x4xf32>) outs(%u: tensor<4xf32>) dimensions = [1, 0] (%a : f32, %b : f32) { linalg.yield %a : f32 }
  return
}

// -----

func.func @map_expected_shape_of_input_to_match_shape(%t: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.map' op expected shape of input (4, 4) to match shape of output (4)}}
  linalg.map ins(%t : tensor<4x4xf32>) outs(%u: tensor<4xf32>) (%a : f32, %b: f32) { linalg.yield %a : f32 }
  return
}

// -----

func.func @map_expects_number_of_operands_to_match_the(%t: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.map' op expects number of operands to match the arity of mapper, but got: 2 and 1}}
  linalg.map ins(%t : tensor<4x4xf32>) outs(%t: tensor<4x4xf32>) (%a : f32) { linalg.yield %a : f32 }
  return
}

// -----

func.func @map_expected_element_type_of_input_to_match(%t: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.map' op expected element type of input 'f32' to match bbArg type 'f64'}}
  linalg.map ins(%t : tensor<4x4xf32>) outs(%t: tensor<4x4xf32>) (%a : f64, %b: f32) { linalg.yield %b : f32 }
  return
}

// -----

func.func @pack_invalid_inner_dims_pos_vector(%t: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{invalid inner_dims_pos vector}}
  linalg.pack %t inner_dims_pos = [0, 0] inner_tiles = [2, 2] into %t : tensor<4x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @pack_packed_rank_unpacked_rank_num_tiling_factors(%t: tensor<4x4xf32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{packed rank != (unpacked rank + num tiling factors), got 2 != 3}}
  linalg.pack %t inner_dims_pos = [0] inner_tiles = [2] into %t : tensor<4x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @pack_invalid_tile_factor_or_output_size_provided(%t: tensor<5x4xf32>, %u: tensor<3x4x2xf32>) {
  // expected-error@+1 {{'linalg.pack' op invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set}}
  linalg.pack %t inner_dims_pos = [0] inner_tiles = [2] into %u : tensor<5x4xf32> -> tensor<3x4x2xf32>
  return
}

// -----

func.func @pack_expected_for_the_packed_domain_value_got(%t: tensor<5x4xf32>, %u: tensor<4x4x2xf32>, %p: f32) {
  // expected-error@+1 {{expected 'tensor<3x4x2xf32>' for the packed domain value, got 'tensor<4x4x2xf32>'}}
  linalg.pack %t padding_value(%p : f32) inner_dims_pos = [0] inner_tiles = [2] into %u : tensor<5x4xf32> -> tensor<4x4x2xf32>
  return
}

// -----

func.func @pack_expected_padding_value_has_but_got(%t: tensor<5x4xf32>, %u: tensor<3x4x2xf32>, %p: f64) {
  // expected-error@+1 {{'linalg.pack' op expected padding_value has 'f32' but got: 'f64'}}
  linalg.pack %t padding_value(%p : f64) inner_dims_pos = [0] inner_tiles = [2] into %u : tensor<5x4xf32> -> tensor<3x4x2xf32>
  return
}

// -----

func.func @pack_invalid_zero_tile_factor(%t: tensor<4x4xf32>, %u: tensor<2x4x2xf32>, %p: f64) {
  // expected-error@+1 {{invalid zero tile factor}}
  linalg.pack %t inner_dims_pos = [0] inner_tiles = [0] into %u : tensor<4x4xf32> -> tensor<2x4x2xf32>
  return
}

// -----

func.func @pack_outer_dims_perm_must_be_a_permutation(%t: tensor<4x4xf32>, %u: tensor<2x4x2xf32>, %p: f64) {
  // expected-error@+1 {{outer_dims_perm must be a permutation or empty}}
  linalg.pack %t outer_dims_perm = [0] inner_dims_pos = [0] inner_tiles = [2] into %u : tensor<4x4xf32> -> tensor<2x4x2xf32>
  return
}

// -----

func.func @pack_mismatch_in_inner_tile_sizes_specified_and(%t: tensor<4x4xf32>, %u: tensor<2x4x3xf32>, %p: f64) {
  // expected-error@+1 {{mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type}}
  linalg.pack %t inner_dims_pos = [0] inner_tiles = [2] into %u : tensor<4x4xf32> -> tensor<2x4x3xf32>
  return
}

// -----

func.func @pack_tiling_factors_must_equal_the_number_of(%t: tensor<4x4xf32>, %u: tensor<2x4x2xf32>, %p: f64) {
  // expected-error@+1 {{tiling factors must equal the number of dimensions to tile}}
  linalg.pack %t inner_dims_pos = [0] inner_tiles = [2, 3] into %u : tensor<4x4xf32> -> tensor<2x4x2xf32>
  return
}

// -----

func.func @unpack_invalid_inner_dims_pos_vector(%t: tensor<3x4xf32>, %u: tensor<2x4x2xf32>, %p: f64) {
  // expected-error@+1 {{invalid inner_dims_pos vector}}
  linalg.unpack %u inner_dims_pos = [2] inner_tiles = [2] into %t : tensor<2x4x2xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @broadcast_input_rank_plus_added_dimensions_does_not(%t: tensor<4x4xf32>, %p: tensor<16xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op input rank plus added dimensions does not match init rank. input rank: 2, dimensions size: 1, init rank: 1}}
  linalg.broadcast ins(%t: tensor<4x4xf32>) outs(%p:tensor<16xf32>) dimensions = [1]
  return
}

// -----

func.func @broadcast_dimension_is_out_of_range_expected_range(%t: tensor<4xf32>, %p: tensor<4x16xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: 2}}
  linalg.broadcast ins(%t: tensor<4xf32>) outs(%p:tensor<4x16xf32>) dimensions = [2]
  return
}

// -----

func.func @generic_expected_the_number_of_tensor_results_to(%t: tensor<4x4xf32>, %p: memref<4x4xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%t : tensor<4x4xf32>) {
   ^bb0(%a: f32): linalg.yield %a : f32 }
  return
}

// -----

func.func @generic_expected_number_of_yield_values_to_match(%t: tensor<4x4xf32>, %p: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%t : tensor<4x4xf32>) {
  // expected-error@+1 {{'linalg.yield' op expected number of yield values (0) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
   ^bb0(%a: f32): linalg.yield } -> tensor<4x4xf32>
  return
}

// -----

func.func @generic_invalid_indexing_maps_are_non_invertible_d(%t: tensor<4x4xf32>, %p: memref<4x4xf32>) {
  // expected-error@+1 {{'linalg.generic' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0 - 1, d1))}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0-1, d1)>], iterator_types = ["parallel", "parallel"]} outs(%t : tensor<4x4xf32>) {
   ^bb0(%a: f32): linalg.yield %a: f32 } -> tensor<4x4xf32>
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

func.func @div_unsigned_custom_op_unsupported_operation_unsigned_div_not(%d: tensor<4xi1>) {
  // expected-error@+1 {{custom op 'linalg.div_unsigned' unsupported operation: unsigned div not on uint}}
  %7 = linalg.div_unsigned ins(%d, %d: tensor<4xi1>, tensor<4xi1>) outs(%d: tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @div_custom_op_unsupported_operation_div_with_bools(%d: tensor<4xi1>) {
  // expected-error@+1 {{custom op 'linalg.div' unsupported operation: div with bools}}
  %7 = linalg.div ins(%d, %d: tensor<4xi1>, tensor<4xi1>) outs(%d: tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @abs_custom_op_unsupported_non_numeric_type(%d: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'linalg.abs' unsupported non numeric type}}
  %7 = linalg.abs ins(%d: tensor<4xi32>) outs(%d: tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @transpose_dim_result_doesn_t_match_dim_input(%a: tensor<4x8xf32>, %b: tensor<8x5xf32>) {
  // expected-error@+1 {{'linalg.transpose' op dim(result, 1) = 5 doesn't match dim(input, permutation[1]) = 4}}
  %0 = linalg.transpose ins(%a: tensor<4x8xf32>) outs(%b: tensor<8x5xf32>) permutation = [1, 0]
  return
}

// -----

func.func @transpose_permutation_is_not_valid(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) {
  // expected-error@+1 {{'linalg.transpose' op permutation is not valid}}
  %0 = linalg.transpose ins(%a: tensor<4x8xf32>) outs(%b: tensor<8x4xf32>) permutation = [1, 1]
  return
}

// -----

func.func @transpose_input_rank_does_not_match_init_rank(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'linalg.transpose' op input rank 2 does not match init rank 1}}
  %0 = linalg.transpose ins(%a: tensor<4x8xf32>) outs(%b: tensor<8xf32>) permutation = [1, 0]
  return
}

// -----

func.func @transpose_size_of_permutation_does_not_match_the(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) {
  // expected-error@+1 {{'linalg.transpose' op size of permutation 1 does not match the argument rank 2}}
  %0 = linalg.transpose ins(%a: tensor<4x8xf32>) outs(%b: tensor<8x4xf32>) permutation = [0]
  return
}

// -----

func.func @broadcast_input_dim_should_match_init_dim_input(%a: tensor<4xf32>, %b: tensor<5x8xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op input dim 0 should match init dim 0. input: 4, init: 5}}
  %0 = linalg.broadcast ins(%a: tensor<4xf32>) outs(%b: tensor<5x8xf32>) dimensions = [1]
  return
}

// -----

func.func @reduce_dimensions_for_reduction_should_be_in_the(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'linalg.reduce' op dimensions for reduction should be in the range [0, 1].}}
  %0 = linalg.reduce { arith.addf } ins(%a: tensor<4x8xf32>) outs(%b: tensor<8xf32>) dimensions = [2]
  return
}

// -----

func.func @reduce_init_dimensions_doesn_t_match_input_dimensions(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'linalg.reduce' op init dimensions [8] doesn't match input dimensions after reduction [4]}}
  %0 = linalg.reduce { arith.addf } ins(%a: tensor<4x8xf32>) outs(%b: tensor<8xf32>) dimensions = [1]
  return
}

// -----

func.func @reduce_number_of_dimensions_after_reduction_doesn_t(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'linalg.reduce' op number of dimensions after reduction 1 doesn't match the init rank 0}}
  %0 = linalg.reduce { arith.addf } ins(%a: tensor<4x8xf32>) outs(%b: tensor<f32>) dimensions = [1]
  return
}

// -----

func.func @reduce_expects_all_inputs_to_have_the_same(%a: tensor<4x8xf32>, %c: tensor<4x9xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op expects all inputs to have the same shapes. Shape at input-index 1 is not equal to the shape at input-index 0.}}
  %0:2 = linalg.reduce ins(%a, %c: tensor<4x8xf32>, tensor<4x9xf32>) outs(%b, %b: tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) { linalg.yield %x, %y : f32, f32 }
  return
}

// -----

func.func @reduce_expects_all_outputs_to_have_the_same(%a: tensor<4x8xf32>, %c: tensor<5xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op expects all outputs to have the same shapes. Shape at output-index 1 is not equal to the shape at output-index 0.}}
  %0:2 = linalg.reduce ins(%a, %a: tensor<4x8xf32>, tensor<4x8xf32>) outs(%b, %c: tensor<4xf32>, tensor<5xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) { linalg.yield %x, %y : f32, f32 }
  return
}

// -----

func.func @reduce_mismatching_number_of_operands_and_block_arguments(%a: tensor<4x8xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op mismatching number of operands and block arguments}}
  %0 = linalg.reduce ins(%a: tensor<4x8xf32>) outs(%b: tensor<4xf32>) dimensions = [1] (%x: f32) { linalg.yield %x : f32 }
  return
}

// -----

func.func @reduce_input_element_type_does_not_match_corresponding(%a: tensor<4x8xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op input element type 'f32' does not match corresponding block argument type 'f64'}}
  %0 = linalg.reduce ins(%a: tensor<4x8xf32>) outs(%b: tensor<4xf32>) dimensions = [1] (%x: f64, %y: f32) { linalg.yield %y : f32 }
  return
}

// -----

func.func @generic_custom_op_unexpected_iterator_type_banana(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{custom op 'linalg.generic' unexpected iterator_type (banana)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "banana"]} outs(%a: tensor<4x8xf32>) { ^bb0(%x: f32): linalg.yield %x : f32 } -> tensor<4x8xf32>
  return
}

// -----

func.func @generic_custom_op_expected_iterator_types_array_attribute(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{custom op 'linalg.generic' expected "iterator_types" array attribute}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>]} outs(%a: tensor<4x8xf32>) { ^bb0(%x: f32): linalg.yield %x : f32 } -> tensor<4x8xf32>
  return
}

// -----

func.func @generic_expected_dim_to_be_lower_than_the(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'linalg.index' op expected dim (2) to be lower than the number of loops (2) of the enclosing LinalgOp}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%a: tensor<4x8xf32>) { ^bb0(%x: f32): %i = linalg.index 2 : index linalg.yield %x : f32 } -> tensor<4x8xf32>
  return
}

// -----

func.func @contract_custom_op_expected_attribute(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{custom op 'linalg.contract' expected 'indexing_maps' attribute}}
  %0 = linalg.contract ins(%a, %a: tensor<4x8xf32>, tensor<4x8xf32>) outs(%a: tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @elementwise_custom_op_expected_elementwisekind_attribute(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{custom op 'linalg.elementwise' expected ElementwiseKind attribute}}
  %0 = linalg.elementwise kind=1 ins(%a: tensor<4x8xf32>) outs(%a: tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @winograd_filter_transform_the_output_shape_is_not_expected(%a: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x3xf32>) {
  // expected-error@+1 {{'linalg.winograd_filter_transform' op the output shape is not expected}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf32>) outs(%o : tensor<6x6x5x3xf32>) -> tensor<6x6x5x3xf32>
  return
}

// -----

func.func @winograd_filter_transform_expect_filter_height_either_equals_to_r(%a: tensor<2x2x3x5xf32>, %o: tensor<6x6x5x2xf32>) {
  // expected-error@+1 {{'linalg.winograd_filter_transform' op expect filter height either equals to r or 1}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x2x3x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @winograd_filter_transform_expect_filter_width_either_equals_to_r(%a: tensor<2x3x2x5xf32>, %o: tensor<6x6x5x2xf32>) {
  // expected-error@+1 {{'linalg.winograd_filter_transform' op expect filter width either equals to r or 1}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x2x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @winograd_filter_transform_expect_either_filter_height_or_width_equals(%a: tensor<2x1x1x5xf32>, %o: tensor<6x6x5x2xf32>) {
  // expected-error@+1 {{'linalg.winograd_filter_transform' op expect either filter height or width equals to r}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x1x1x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @winograd_output_transform_expect_input_width_equals_to_input_tile(%a: tensor<6x5x2x2x2x2xf32>, %o: tensor<2x8x8x2xf32>) {
  // expected-error@+1 {{'linalg.winograd_output_transform' op expect input width equals to input tile size}}
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x5x2x2x2x2xf32>) outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return
}

// -----

func.func @pack_invalid_outer_dims_perm_vector(%a: tensor<4x8xf32>, %o: tensor<2x4x2x2xf32>) {
  // expected-error@+1 {{invalid outer_dims_perm vector}}
  %0 = linalg.pack %a outer_dims_perm = [0, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
  return
}

// -----

  // expected-error@+1 {{'linalg.generic' op expects to have 1 region with 1 block}}
"linalg.generic"() <{operandSegmentSizes = array<i32: 0, 0>, indexing_maps = [], iterator_types = []}> ({}) : () -> ()

// -----

  // expected-error@+1 {{'linalg.generic' op operand count (0) does not match with the total size (7) specified in attribute 'operandSegmentSizes'}}
"linalg.generic"() <{operandSegmentSizes = array<i32: 3, 4>, indexing_maps = [], iterator_types = []}> ({^bb0: "linalg.yield"() : () -> ()}) : () -> ()

// -----

  // expected-error@+1 {{'linalg.map' op expected 1 or more operands, but found 0}}
"linalg.map"() ({}) : () -> ()

// -----

%a = "test.v"() : () -> tensor<4xf32>
  // expected-error@+1 {{'linalg.transpose' op permutation is not valid}}
%r = "linalg.transpose"(%a, %a) <{permutation = array<i64: 7>}> ({^bb0(%x: f32): "linalg.yield"() : () -> ()}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// -----

%a = "test.v"() : () -> tensor<4xf32>
  // expected-error@+1 {{'linalg.broadcast' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
%r = "linalg.broadcast"(%a, %a) <{dimensions = array<i64: 7>}> ({}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// -----

%a = "test.v"() : () -> tensor<4xf32>
  // expected-error@+1 {{'linalg.softmax' op incorrect dimension specified}}
%r = "linalg.softmax"(%a, %a) <{dimension = -3 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
