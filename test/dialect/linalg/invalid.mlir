// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

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
