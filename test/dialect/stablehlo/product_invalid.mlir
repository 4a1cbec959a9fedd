// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Products and convolutions.

func.func @dot_general_1(%a: tensor<2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op lhs and rhs should have the same number of batching dimensions}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0, 1] x [0], contracting_dims = [2] x [1] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return
}

// -----

func.func @dot_general_2(%a: tensor<2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op lhs and rhs should have the same number of contracting dimensions}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [2, 1] x [1] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return
}

// -----

func.func @dot_general_3(%a: tensor<2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has dimension 0 more than once in lhs dimensions}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return
}

// -----

func.func @dot_general_4(%a: tensor<2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has dimension 1 more than once in rhs dimensions}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [1], contracting_dims = [2] x [1] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return
}

// -----

func.func @dot_general_5(%a: tensor<2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has dimension 3 in lhs dimensions, expected values in the range [0, 3)}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [3] x [0], contracting_dims = [2] x [1] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return
}

// -----

func.func @dot_general_6(%a: tensor<2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has dimension -1 in rhs dimensions, expected values in the range [0, 3)}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [-1], contracting_dims = [2] x [1] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return
}

// -----

func.func @dot_general_7(%a: tensor<2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has dimension 3 in lhs dimensions, expected values in the range [0, 3)}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return
}

// -----

func.func @dot_general_8(%a: tensor<2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has dimension 3 in rhs dimensions, expected values in the range [0, 3)}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [2] x [3] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return
}

// -----

func.func @dot_general_9(%a: tensor<2x3x4xf32>, %b: tensor<3x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op batching dimension sizes must match for lhs/rhs, but dimension 0 of 'tensor<2x3x4xf32>' and 0 of 'tensor<3x4x5xf32>' differ}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_10(%a: tensor<2x3x4xf32>, %b: tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op contracting dimension sizes must match for lhs/rhs, but dimension 2 of 'tensor<2x3x4xf32>' and 1 of 'tensor<2x3x5xf32>' differ}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_11(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op inferred type(s) 'tensor<2x3x5xf32>' are incompatible with return type(s) of operation 'tensor<2x3x4xf32>'}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @dot_general_12(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects precision config to be empty or have <= 2 elements}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_13(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op must specify DEFAULT precision config when algorithm is set.}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_14(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op lhs component count must be positive}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_15(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op dot algorithm not known to be supported on any hardware: {lhs:'tf32', rhs:'tf32', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:7, imprecise:0}}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 7, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_16(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op dot algorithm not known to be supported on any hardware: {lhs:'i8', rhs:'tf32', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:1, imprecise:0}}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = i8, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_17(%a: tensor<2x3xf32>, %b: tensor<2x4xi32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects lhs and rhs to have elements of one kind, but got 'f32' and 'i32'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x4xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @dot_1(%a: tensor<2x3xf32>, %b: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op contracting dimension sizes must match, but got 'tensor<2x3xf32>' and 'tensor<4x4xf32>'}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_2(%a: tensor<2x3x1xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op expected both lhs/rhs ranks to be either 1 or 2, but got 'tensor<2x3x1xf32>' and 'tensor<3x4xf32>'}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3x1xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_3(%a: tensor<f32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op expected both lhs/rhs ranks to be either 1 or 2, but got 'tensor<f32>' and 'tensor<3x4xf32>'}}
  %0 = stablehlo.dot %a, %b : (tensor<f32>, tensor<3x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @convolution_1(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window_strides to have size equal to the number of window dimensions (2), but got 1}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [4]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_2(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window_strides to have positive values, but got 0 in dimension 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [0, 4]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_3(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects the padding-attribute to have the shape [2, 2], but got 'tensor<1x2xi64>'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_4(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects lhs_dilation to have positive values, but got 0 in dimension 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_5(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects lhs_dilation to have size equal to the number of window dimensions (2), but got 1}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_6(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects rhs_dilation to have positive values, but got 0 in dimension 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_7(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window_reversal to have size equal to the number of window dimensions (2), but got 1}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_8(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects feature_group_count to be a positive number, got 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_9(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects batch_group_count to be a positive number, got 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_10(%a: tensor<2x4x4x2xf32>, %b: tensor<3x3x1x2xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects batch_group_count and feature_group_count not to be both greater than 1, got 2 and 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x4x4x2xf32>, tensor<3x3x1x2xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @convolution_11(%a: tensor<3x4x4x1xf32>, %b: tensor<3x3x1x2xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input batch dimension (3) to be divisible by batch_group_count (2)}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<3x4x4x1xf32>, tensor<3x3x1x2xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @convolution_12(%a: tensor<1x4x4x3xf32>, %b: tensor<3x3x1x2xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input feature dimension (3) to be a multiple of feature_group_count (2)}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4x3xf32>, tensor<3x3x1x2xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @convolution_13(%a: tensor<1x4x4x4xf32>, %b: tensor<3x3x1x2xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input feature dimension (4) / feature_group_count = kernel input feature dimension (1), with feature_group_count = 2}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4x4xf32>, tensor<3x3x1x2xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @convolution_14(%a: tensor<1x4x4x2xf32>, %b: tensor<3x3x1x3xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects output feature dimension size (3) to be a multiple of the group counts (2 and 1)}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x1x3xf32>) -> tensor<1x2x2x3xf32>
  return
}

// -----

func.func @convolution_15(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects precision config to be empty or have <= 2 elements}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_16(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op has dimension 3 more than once in input}}
  %0 = "stablehlo.convolution"(%a, %b) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 3], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_17(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op has dimension 4 in kernel, expected values in the range [0, 4)}}
  %0 = "stablehlo.convolution"(%a, %b) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 4], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_18(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op has dimension 0 more than once in output}}
  %0 = "stablehlo.convolution"(%a, %b) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_19(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input to have 3 dimensions as its dimension numbers say, but it has 4}}
  %0 = "stablehlo.convolution"(%a, %b) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_20(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects convolution arguments to have same number of dimensions, but got 'tensor<1x4x4x1xf32>' and 'tensor<3x3x1xf32>'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_21(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op inferred type(s) 'tensor<1x2x2x1xf32>' are incompatible with return type(s) of operation 'tensor<1x2x3x1xf32>'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x3x1xf32>
  return
}

// -----

func.func @convolution_22(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xi32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects lhs and rhs to have elements of one kind, but got 'f32' and 'i32'}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xi32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @convolution_23(%a: tensor<1x4x4x1xf32>, %b: tensor<0x3x1x1xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window to have positive value for dimension 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<0x3x1x1xf32>) -> tensor<1x0x2x1xf32>
  return
}

// -----

func.func @dynamic_conv_1(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>, %c: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects padding to have the shape [2, 2], but got 'tensor<2xi64>'}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %c) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>, tensor<2xi64>) -> tensor<1x?x?x1xf32>
  return
}

// -----

func.func @dynamic_conv_few_strides(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>, %c: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window_strides to have size equal to the number of window dimensions (2), but got 1}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %c) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>, tensor<2x2xi64>) -> tensor<1x?x?x1xf32>
  return
}

// -----

func.func @dynamic_conv_2(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1xf32>, %c: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op operand #2 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<2x2xf32>'}}
  %0 = "stablehlo.dynamic_conv"(%a, %b, %c) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>, tensor<2x2xf32>) -> tensor<1x?x?x1xf32>
  return
}
