// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @collapse_shape_reassociation_indices_must_not_be_empty(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.collapse_shape' op reassociation indices must not be empty}}
  %0 = tensor.collapse_shape %m [[0], []] : tensor<8x16xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @collapse_shape_expected_collapsed_type_to_be_but_got(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.collapse_shape' op expected collapsed type to be 'tensor<128xf32>', but got 'tensor<128xf64>'}}
  %0 = tensor.collapse_shape %m [[0, 1]] : tensor<8x16xf32> into tensor<128xf64>
  return
}

// -----

func.func @expand_shape_expected_number_of_static_shape_dims_to(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (3) but found 2 inputs instead}}
  %0 = tensor.expand_shape %m [[0], [1, 2]] output_shape [8, 4] : tensor<8x16xf32> into tensor<8x4x4xf32>
  return
}

// -----

func.func @expand_shape_expected_number_of_static_shape_dims_to(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (1) but found 2 inputs instead}}
  %0 = tensor.expand_shape %m [[0, 1]] output_shape [8, 8] : tensor<8x16xf32> into tensor<8xf32>
  return
}

// -----

func.func @extract_slice_expected_type_to_be_or_a_rank(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{expected type to be 'tensor<8x8xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.extract_slice %m [0, 0][8, 8][1, 1]  : tensor<8x16xf32> to tensor<8x9xf32>
  return
}

// -----

func.func @extract_slice_expected_rank_to_be_smaller_or_equal(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{expected rank to be smaller or equal to the other rank. }}
  %0 = tensor.extract_slice %m [0, 0][8, 8][1, 1]  : tensor<8x16xf32> to tensor<8x8x8xf32>
  return
}

// -----

func.func @extract_slice_expected_element_type_to_be(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{expected element type to be 'f32'}}
  %0 = tensor.extract_slice %m [0, 0][8, 8][1, 1]  : tensor<8x16xf32> to tensor<8x8xf64>
  return
}

// -----

func.func @insert_slice_expected_type_to_be_or_a_rank(%m: tensor<8x16xf32>, %s : tensor<2x2xf32>) {
  // expected-error@+1 {{expected type to be 'tensor<2x3xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.insert_slice %s into %m [0, 0][2, 3][1, 1]  : tensor<2x2xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @insert_slice_slice_along_dimension_runs_out_of_bounds(%m: tensor<8x16xf32>, %s : tensor<2x2xf32>) {
  // expected-error@+1 {{slice along dimension 0 runs out-of-bounds: 8 >= 8}}
  %0 = tensor.insert_slice %s into %m [7, 0][2, 2][1, 1]  : tensor<2x2xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @extract_incorrect_number_of_indices_for_extract_element(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
  %0 = tensor.extract %m[] : tensor<8x16xf32>
  return
}

// -----

func.func @insert_incorrect_number_of_indices(%m: tensor<8x16xf32>, %f: f32) {
  // expected-error@+1 {{'tensor.insert' op incorrect number of indices}}
  %0 = tensor.insert %f into %m[] : tensor<8x16xf32>
  return
}

// -----

func.func @empty_incorrect_number_of_dynamic_sizes_has_expected(%f: f32) {
  // expected-error@+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.empty() : tensor<?xf32>
  return
}

// -----

func.func @pad_expected_the_block_to_have_arguments(%m: tensor<8x16xf32>, %f: f32) {
  // expected-error@+1 {{expected the block to have 2 arguments}}
  %0 = tensor.pad %m low[0, 0] high[0, 1] { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<8x16xf32> to tensor<8x17xf32>
  return
}

// -----

func.func @pad_expected_yield_type_to_match_shape_element(%m: tensor<8x16xf32>, %f: f64) {
  // expected-error@+1 {{'tensor.pad' op expected yield type to match shape element type}}
  %0 = tensor.pad %m low[0, 0] high[0, 1] { ^bb0(%i: index, %j: index): tensor.yield %f : f64 } : tensor<8x16xf32> to tensor<8x17xf32>
  return
}

// -----

func.func @pad_specified_type_does_not_match_the_inferred(%m: tensor<8x16xf32>, %f: f32) {
  // expected-error@+1 {{specified type 'tensor<8x18xf32>' does not match the inferred type 'tensor<8x17xf32>'}}
  %0 = tensor.pad %m low[0, 0] high[0, 1] { ^bb0(%i: index, %j: index): tensor.yield %f : f32 } : tensor<8x16xf32> to tensor<8x18xf32>
  return
}

// -----

func.func @pad_failed_to_infer_expectedtype_from_sourcetype_specified(%m: tensor<8x16xf32>, %f: f32) {
  // expected-error@+1 {{failed to infer expectedType from sourceType 'tensor<8x16xf32>', specified resultType is 'tensor<8x18xf32>'}}
  %0 = tensor.pad %m low[0, 0] high[0] { ^bb0(%i: index, %j: index): tensor.yield %f : f32 } : tensor<8x16xf32> to tensor<8x18xf32>
  return
}

// -----

func.func @generate_incorrect_number_of_dynamic_sizes_has_expected(%m: tensor<8x16xf32>, %f: f32) {
  // expected-error@+1 {{'tensor.generate' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.generate { ^bb0(%i: index, %j: index): tensor.yield %f : f32 } : tensor<?x16xf32>
  return
}

// -----

func.func @generate_must_have_one_body_argument_per_input(%n: index, %f: f32) {
  // expected-error@+1 {{must have one body argument per input dimension}}
  %0 = tensor.generate %n { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<?x16xf32>
  return
}

// -----

func.func @generate_body_must_be_terminated_with_a_yield(%n: index, %f: f64) {
  // expected-error@+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
  %0 = tensor.generate %n { ^bb0(%i: index, %j: index): tensor.yield %f : f64 } : tensor<?x16xf32>
  return
}

// -----

func.func @concat_concatenation_dim_must_be_less_than_the(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
  %0 = tensor.concat dim(2) %m, %m : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  return
}

// -----

func.func @concat_result_type_does_not_match_inferred_shape(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.concat' op result type 'tensor<8x16xf32>'does not match inferred shape 'tensor<16x16xf32>' static sizes}}
  %0 = tensor.concat dim(0) %m, %m : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @concat_static_concatenation_size_mismatch_along_non_concatenated(%m: tensor<8x16xf32>, %n: tensor<8x17xf32>) {
  // expected-error@+1 {{'tensor.concat' op static concatenation size mismatch along non-concatenated dimension 1}}
  %0 = tensor.concat dim(0) %m, %n : (tensor<8x16xf32>, tensor<8x17xf32>) -> tensor<16x16xf32>
  return
}

// -----

func.func @concat_requires_at_least_one_input() {
  // expected-error@+1 {{'tensor.concat' op requires at least one input}}
  %0 = tensor.concat dim(0) : () -> tensor<16x16xf32>
  return
}

// -----

func.func @gather_gather_dims_length_must_match_the_size(%m: tensor<8x16xf32>, %i: tensor<3x2xindex>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  %0 = tensor.gather %m[%i] gather_dims([0]) : (tensor<8x16xf32>, tensor<3x2xindex>) -> tensor<3x1x16xf32>
  return
}

// -----

func.func @gather_gather_dims_length_must_match_the_size(%m: tensor<8x16xf32>, %i: tensor<3x1xindex>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  %0 = tensor.gather %m[%i] gather_dims([1, 0]) : (tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<3x1x16xf32>
  return
}

// -----

func.func @gather_gather_dims_value_must_be_smaller_than(%m: tensor<8x16xf32>, %i: tensor<3x1xindex>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims value must be smaller than source rank}}
  %0 = tensor.gather %m[%i] gather_dims([5]) unique : (tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<3x1x16xf32>
  return
}

// -----

func.func @gather_result_type_mismatch_expected_or_its_rank(%m: tensor<8x16xf32>, %i: tensor<3x1xindex>) {
  // expected-error@+1 {{'tensor.gather' op result type mismatch: expected 'tensor<3x1x16xf32>' or its rank-reduced variant 'tensor<3x16xf32>' (got: 'tensor<3x2x16xf32>')}}
  %0 = tensor.gather %m[%i] gather_dims([0]) unique : (tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<3x2x16xf32>
  return
}

// -----

func.func @scatter_requires_attribute_to_be_set(%m: tensor<8x16xf32>, %i: tensor<3x1xindex>, %s: tensor<3x16xf32>) {
  // expected-error@+1 {{'tensor.scatter' op requires 'unique' attribute to be set}}
  %0 = tensor.scatter %s into %m[%i] scatter_dims([0]) : (tensor<3x16xf32>, tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<8x16xf32>
  return
}

// -----

func.func @scatter_source_type_mismatch_expected_or_its_rank(%m: tensor<8x16xf32>, %i: tensor<3x1xindex>, %s: tensor<3x17xf32>) {
  // expected-error@+1 {{'tensor.scatter' op source type mismatch: expected 'tensor<3x1x16xf32>' or its rank-reduced variant 'tensor<3x16xf32>' (got: 'tensor<3x17xf32>')}}
  %0 = tensor.scatter %s into %m[%i] scatter_dims([0]) unique : (tensor<3x17xf32>, tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<8x16xf32>
  return
}

// -----

func.func @splat_incorrect_number_of_dynamic_sizes_has_expected(%f: f32, %i: index) {
  // expected-error@+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.splat %f[%i] : tensor<8xf32>
  return
}

// -----

func.func @splat_incorrect_number_of_dynamic_sizes_has_expected(%f: f32, %i: index) {
  // expected-error@+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.splat %f : tensor<?xf32>
  return
}

// -----

func.func @reshape_source_and_destination_tensor_should_have_the(%m: tensor<8x16xf32>, %s: tensor<2xi32>) {
  // expected-error@+1 {{'tensor.reshape' op source and destination tensor should have the same number of elements}}
  %0 = tensor.reshape %m(%s) : (tensor<8x16xf32>, tensor<2xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @reshape_cannot_use_shape_operand_with_dynamic_length(%m: tensor<8x16xf32>, %s: tensor<?xi32>) {
  // expected-error@+1 {{'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type}}
  %0 = tensor.reshape %m(%s) : (tensor<8x16xf32>, tensor<?xi32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @reshape_length_of_shape_operand_differs_from_the(%m: tensor<8x16xf32>, %s: tensor<1xi32>) {
  // expected-error@+1 {{'tensor.reshape' op length of shape operand differs from the result's tensor rank}}
  %0 = tensor.reshape %m(%s) : (tensor<8x16xf32>, tensor<1xi32>) -> tensor<8x16xf32>
  return
}

// -----

func.func @cast_operand_type_and_result_type_are_cast(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.cast' op operand type 'tensor<8x16xf32>' and result type 'tensor<8x17xf32>' are cast incompatible}}
  %0 = tensor.cast %m : tensor<8x16xf32> to tensor<8x17xf32>
  return
}

// -----

func.func @bitcast_operand_type_and_result_type_are_cast(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.bitcast' op operand type 'tensor<8x16xf32>' and result type 'tensor<8x16xi64>' are cast incompatible}}
  %0 = tensor.bitcast %m : tensor<8x16xf32> to tensor<8x16xi64>
  return
}

// -----

func.func @from_elements_custom_op_number_of_operands_and_types(%m: f32) {
  // expected-error@+1 {{custom op 'tensor.from_elements' number of operands and types do not match: got 2 operands and 3 types}}
  %0 = tensor.from_elements %m, %m : tensor<3xf32>
  return
}

// -----

func.func @concat_rank_of_concatenated_inputs_must_match_result(%a: tensor<4xf32>, %b: tensor<4x4xf32>) {
  // expected-error@+1 {{'tensor.concat' op rank of concatenated inputs must match result rank}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_inputs_and_result_element_type_must_match(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  // expected-error@+1 {{'tensor.concat' op inputs and result element type must match}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf64>) -> tensor<8xf32>
  return
}

// -----

func.func @reshape_element_types_of_source_and_destination_tensor(%a: tensor<4xf32>, %s: tensor<1xi32>) {
  // expected-error@+1 {{'tensor.reshape' op element types of source and destination tensor types should be the same}}
  %0 = tensor.reshape %a(%s) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf64>
  return
}

// -----

func.func @gather_gather_dims_must_be_non_empty(%m: tensor<8x16xf32>, %i: tensor<3x0xindex>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims must be non-empty}}
  %0 = tensor.gather %m[%i] gather_dims([]) : (tensor<8x16xf32>, tensor<3x0xindex>) -> tensor<3x8x16xf32>
  return
}

// -----

func.func @gather_gather_dims_overflow_source_rank(%m: tensor<8x16xf32>, %i: tensor<3x3xindex>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims overflow source rank}}
  %0 = tensor.gather %m[%i] gather_dims([0, 1, 2]) : (tensor<8x16xf32>, tensor<3x3xindex>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_gather_dims_value_must_be_non_negative(%m: tensor<8x16xf32>, %i: tensor<3x1xindex>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims value must be non-negative}}
  %0 = tensor.gather %m[%i] gather_dims([-1]) : (tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<3x16xf32>
  return
}

// -----

func.func @gather_gather_dims_values_must_be_strictly_increasing(%m: tensor<8x16xf32>, %i: tensor<3x2xindex>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims values must be strictly increasing}}
  %0 = tensor.gather %m[%i] gather_dims([1, 0]) : (tensor<8x16xf32>, tensor<3x2xindex>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_expected_block_argument_to_be_an_index(%m: tensor<8x16xf32>, %f: f32) {
  // expected-error@+1 {{'tensor.pad' op expected block argument 2 to be an index}}
  %0 = tensor.pad %m low[0, 0] high[0, 1] { ^bb0(%i: index, %j: i32): tensor.yield %f : f32 } : tensor<8x16xf32> to tensor<8x17xf32>
  return
}

// -----

func.func @generate_all_body_arguments_must_be_index(%m: tensor<8x16xf32>, %f: f32) {
  // expected-error@+1 {{all body arguments must be index}}
  %0 = tensor.generate { ^bb0(%i: i32, %j: i32): tensor.yield %f : f32 } : tensor<4x16xf32>
  return
}

// -----

func.func @collapse_shape_expected_the_expanded_type_to_have_a(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.collapse_shape' op expected the expanded type, 'tensor<8x16xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<8x16x1xf32>'.}}
  %0 = tensor.collapse_shape %m [[0], [1], [2]] : tensor<8x16xf32> into tensor<8x16x1xf32>
  return
}

// -----

func.func @expand_shape_expected_the_expanded_type_to_have_a(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.expand_shape' op expected the expanded type, 'tensor<128xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<8x16xf32>'.}}
  %0 = tensor.expand_shape %m [[0, 1]] output_shape [128] : tensor<8x16xf32> into tensor<128xf32>
  return
}

// -----

%a = "test.v"() : () -> tensor<4xf32>
  // expected-error@+1 {{'tensor.pad' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
%r = "tensor.pad"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_low = array<i64>, static_high = array<i64: 1>}> ({}) : (tensor<4xf32>) -> tensor<4xf32>

// -----

%a = "test.v"() : () -> tensor<4xf32>
  // expected-error@+1 {{'tensor.yield' op requires a single operand}}
%r = "tensor.pad"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_low = array<i64: 0>, static_high = array<i64: 1>}> ({^bb0: "tensor.yield"() : () -> ()}) : (tensor<4xf32>) -> tensor<5xf32>

// -----

%a = "test.v"() : () -> tensor<f32>
%i = "test.v"() : () -> tensor<index>
  // expected-error@+1 {{'tensor.gather' op gather_dims overflow source rank}}
%r = "tensor.gather"(%a, %i) <{gather_dims = array<i64: 0>}> : (tensor<f32>, tensor<index>) -> tensor<f32>

// -----

  // expected-error@+1 {{'tensor.yield' op requires a single operand}}
%r = "tensor.generate"() ({^bb0: "tensor.yield"() : () -> ()}) : () -> tensor<4xf32>
