// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @constant_of_other_type() {
  // expected-error@+1 {{inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = "stablehlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<3xf32>
  return
}

// -----

func.func @constant_scalar() {
  // expected-error@+1 {{expected the elements of a tensor}}
  %0 = stablehlo.constant 1.0 : f32
  return
}

// -----

func.func @add_shapes(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @convert_of_index(%a: tensor<4xindex>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of}}
  %0 = stablehlo.convert %a : (tensor<4xindex>) -> tensor<4xi32>
  return
}

// -----

func.func @popcnt_of_floats(%a: tensor<4xf32>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer}}
  %0 = stablehlo.popcnt %a : tensor<4xf32>
  return
}

// -----

func.func @abs_of_complex(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{inferred type(s) 'tensor<4xf32>' are incompatible}}
  %0 = stablehlo.abs %a : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @complex_type(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected tensor with complex element type}}
  %0 = stablehlo.complex %a, %a : tensor<4xf32>
  return
}

// -----

func.func @compare_kind(%a: tensor<4xf32>) {
  // expected-error@+1 {{cannot compare elements of type 'f32' as SIGNED}}
  %0 = stablehlo.compare LT, %a, %a, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_elements(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  // expected-error@+1 {{requires the same element type for all operands}}
  %0 = stablehlo.compare LT, %a, %b : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_direction(%a: tensor<4xf32>) {
  // expected-error@+1 {{comparison_direction}}
  %0 = "stablehlo.compare"(%a, %a) {comparison_direction = "NEVER"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @select_predicate(%p: tensor<3xi1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{requires a scalar predicate or one of the shape of 'tensor<4xf32>', but got 'tensor<3xi1>'}}
  %0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<4xf32>
  return
}

// -----

func.func @select_types(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{expected functional type or list of two types}}
  %0 = stablehlo.select %p, %a, %a : tensor<i1>
  return
}

// -----

func.func @clamp_limit(%a: tensor<4xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{min shape of 'tensor<3xf32>' is not scalar and is not compatible to operand type 'tensor<4xf32>'}}
  %0 = stablehlo.clamp %b, %a, %a : (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @bitcast_width(%a: tensor<4xf32>) {
  // expected-error@+1 {{rank of the narrower element type is expected to be 2}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

func.func @reduce_precision_format(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected exponent mantissa in format e#m#, saw e5}}
  %0 = stablehlo.reduce_precision %a, format = e5 : tensor<4xf32>
  return
}

// -----

func.func @reduce_precision_exponent(%a: tensor<4xf32>) {
  // expected-error@+1 {{exponent_bits must be at least 1}}
  %0 = stablehlo.reduce_precision %a, format = e0m2 : tensor<4xf32>
  return
}

// -----

func.func @iota_scalar() {
  // expected-error@+1 {{does not support scalars}}
  %0 = stablehlo.iota dim = 0 : tensor<i32>
  return
}

// -----

func.func @iota_dimension() {
  // expected-error@+1 {{iota_dimension (2) is out of bounds [0, 2)}}
  %0 = stablehlo.iota dim = 2 : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_trailing(%a: tensor<15xf32>) {
  // expected-error@+1 {{inferred type(s) 'tensor<10x15xf32>' are incompatible with return type(s) of operation 'tensor<15x10xf32>'}}
  %0 = stablehlo.broadcast %a, sizes = [10] : (tensor<15xf32>) -> tensor<15x10xf32>
  return
}

// -----

func.func @broadcast_in_dim_rank(%a: tensor<3xf32>) {
  // expected-error@+1 {{broadcast_dimensions size (2) does not match operand rank (1)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @broadcast_in_dim_size(%a: tensor<3xf32>) {
  // expected-error@+1 {{size of operand dimension 0 (3) is not equal to 1 or size of result dimension 1 (4)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @broadcast_in_dim_twice(%a: tensor<3x3xf32>) {
  // expected-error@+1 {{has dimension 1 more than once in broadcast_dimensions}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 1] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @reshape_count(%a: tensor<6xf32>) {
  // expected-error@+1 {{number of output elements (8) doesn't match expected number of elements (6)}}
  %0 = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @transpose_permutation(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{has dimension 2 in permutation, expected values in the range [0, 2)}}
  %0 = stablehlo.transpose %a, dims = [2, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_result(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{inferred type(s) 'tensor<3x2xf32>' are incompatible}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_limit(%a: tensor<8xf32>) {
  // expected-error@+1 {{limit index 9 is larger than dimension size 8 in dimension 0}}
  %0 = stablehlo.slice %a [0:9] : (tensor<8xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @slice_start(%a: tensor<8xf32>) {
  // expected-error@+1 {{start index 4 is larger than limit index 2 in dimension 0}}
  %0 = stablehlo.slice %a [4:2] : (tensor<8xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_stride(%a: tensor<8xf32>) {
  // expected-error@+1 {{stride must be positive but got 0 in dimension 0}}
  %0 = stablehlo.slice %a [0:8:0] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @dynamic_slice_sizes(%a: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{has slice size 5 greater than dimension size 4 in dimension 0 of operand}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [5] : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @dynamic_slice_indices(%a: tensor<4x4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{has mismatched number of start indices (1) and the rank of operand (2)}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [1, 1] : (tensor<4x4xf32>, tensor<i32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @dynamic_update_slice_size(%a: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{expects size at dimension 0 of update to be in range [0, 4], got 5}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_sizes(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{shapes of operand (0) and (1) do not match at non-concat index}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_dimension(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{dimension (2) is out of bounds [0, 2)}}
  %0 = stablehlo.concatenate %a, %a, dim = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @pad_interior(%a: tensor<2xf32>, %p: tensor<f32>) {
  // expected-error@+1 {{interior_padding[0] must be non-negative, got -1}}
  %0 = stablehlo.pad %a, %p, low = [0], high = [0], interior = [-1] : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
  return
}

// -----

func.func @pad_value(%a: tensor<2xf32>, %p: tensor<1xf32>) {
  // expected-error@+1 {{padding value type should be a rank-0 tensor, is rank 1}}
  %0 = stablehlo.pad %a, %p, low = [0], high = [0], interior = [0] : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad_negative(%a: tensor<2xf32>, %p: tensor<f32>) {
  // expected-error@+1 {{padding result in negative size for dimension 0: -1}}
  %0 = stablehlo.pad %a, %p, low = [-3], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
  return
}

// -----

func.func @reverse_dims(%a: tensor<2xf32>) {
  // expected-error@+1 {{has dimension 1 in dimensions, expected values in the range [0, 1)}}
  %0 = stablehlo.reverse %a, dims = [1] : tensor<2xf32>
  return
}

// -----

func.func @dot_sizes(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {
  // expected-error@+1 {{contracting dimension sizes must match}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_rank(%a: tensor<2x3x4xf32>, %b: tensor<4x5xf32>) {
  // expected-error@+1 {{expected both lhs/rhs ranks to be either 1 or 2}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_sizes(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs, but dimension 1 of 'tensor<2x3xf32>' and 0 of 'tensor<4x5xf32>' differ}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_counts(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) {
  // expected-error@+1 {{lhs and rhs should have the same number of contracting dimensions}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0, 1] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @dot_general_twice(%a: tensor<3x3xf32>, %b: tensor<3x3xf32>) {
  // expected-error@+1 {{has dimension 0 more than once in lhs dimensions}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dot_general_result(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) {
  // expected-error@+1 {{inferred type(s) 'tensor<2x5xf32>' are incompatible with return type(s) of operation 'tensor<5x2xf32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<5x2xf32>
  return
}

// -----

func.func @dot_dictionary(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) {
  // expected-error@+1 {{dot_dimension_numbers}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = {lhs_contracting_dimensions = 1 : i64}} : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @convolution_result(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{inferred type(s) 'tensor<1x6x6x16xf32>' are incompatible}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  return
}

// -----

func.func @convolution_features(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{expects input feature dimension (4) / feature_group_count = kernel input feature dimension (3)}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_groups(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x2x16xf32>) {
  // expected-error@+1 {{expects batch_group_count and feature_group_count not to be both greater than 1, got 2 and 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_strides(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{expects window_strides to have positive values, but got 0 in dimension 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 0]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_spatial(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{expected as many spatial dimensions on all three sides}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_letters(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{duplicate entry 'b'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, b]x[0, 1, i, o]->[b, 0, 1, f], window = {} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @convolution_window(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{unexpected window attribute 'strides'}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {strides = [1, 1]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @reduce_dimension(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{Out-of-bounds dimension 2, expected to be in range [0, 2)}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_init(%x: tensor<2x3xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<f32>' vs 'tensor<1xf32>'}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_inner(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expected the inner-op to be a commutative binary-op from the stablehlo dialect}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.subtract across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_body_args(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  %0 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_body_type(%x: tensor<2x3xf32>, %z: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+1 {{The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<f32>' vs 'tensor<i32>'}}
  %0 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %i : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_window_size(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive value for 0-th window dimension, but got 0}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_window_padding(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{expects the padding-attribute to have the shape [1, 2], but got 'tensor<2x2xi64>'}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 1>, padding = dense<0> : tensor<2x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_comparator(%x: tensor<4xf32>) {
  // expected-error@+1 {{comparator must return tensor<i1> but got 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_dimension(%x: tensor<4xf32>) {
  // expected-error@+1 {{dimension attribute value must be in range [-1, 1), but found 1}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_condition(%x: tensor<i32>) {
  // expected-error@+1 {{expect condition block return a zero-ranked tensor of i1 but got 'tensor<i32>'}}
  %0 = stablehlo.while(%a = %x) : tensor<i32>
  cond {
    stablehlo.return %a : tensor<i32>
  } do {
    stablehlo.return %a : tensor<i32>
  }
  return
}

// -----

func.func @while_body(%x: tensor<i32>, %p: tensor<i1>) {
  // expected-error@+1 {{expect operands to be compatible with body block return types but got 'tensor<i32>' vs}}
  %0 = stablehlo.while(%a = %x) : tensor<i32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// -----

func.func @if_branches(%p: tensor<i1>, %a: tensor<f32>) {
  // expected-error@+1 {{branch 0 and branch 1 have mismatched return types: 'tensor<f32>' vs 'tensor<i1>'}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @case_without_branches(%i: tensor<i32>) {
  // expected-error@+1 {{expect at least one branch}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  return
}

// -----

func.func @gather_field(%x: tensor<8x10xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{'offset' is not a field of 'gather'}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset = [1]>, slice_sizes = array<i64: 1, 10>}> : (tensor<8x10xf32>, tensor<4x1xi32>) -> tensor<4x10xf32>
  return
}

// -----

func.func @gather_sizes(%x: tensor<8x10xf32>, %i: tensor<4x1xi32>) {
  // expected-error@+1 {{slice size (11) is out of bounds for operand dimension (10) at index 1}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 11>}> : (tensor<8x10xf32>, tensor<4x1xi32>) -> tensor<4x11xf32>
  return
}

// -----

func.func @gather_map(%x: tensor<8x10xf32>, %i: tensor<4x2xi32>) {
  // expected-error@+1 {{start_index_map size (1) is not equal to size of index dimension (1) of indices (2)}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 10>}> : (tensor<8x10xf32>, tensor<4x2xi32>) -> tensor<4x10xf32>
  return
}

// -----

func.func @scatter_updates(%x: tensor<8x10xf32>, %i: tensor<4x1xi32>, %u: tensor<5x10xf32>) {
  // expected-error@+1 {{For scatter dimension 0, updates bound is 5, scatter_indices bound is 4}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x10xf32>, tensor<4x1xi32>, tensor<5x10xf32>) -> tensor<8x10xf32>
  return
}

// -----

func.func @tuple_index(%t: tuple<tensor<f32>>) {
  // expected-error@+1 {{index 1 is out of bounds of operand with size 1}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @fft_kind(%x: tensor<4xf32>) {
  // expected-error@+1 {{the transform requires complex input type, but is given 'f32'}}
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @cholesky_shape(%x: tensor<3x4xf32>) {
  // expected-error@+1 {{minor dimensions of 'a' must have equal size}}
  %0 = stablehlo.cholesky %x : tensor<3x4xf32>
  return
}

// -----

func.func @replica_groups(%x: tensor<4xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @missing_root(%x: tensor<4xf32>) {
  // expected-error@+1 {{expects 2 operands for 1 results and their roots, and at least one result, but got 1}}
  %0 = "stablehlo.collective_broadcast"(%x) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @roots(%x: tensor<4xf32>, %root: tensor<2xi32>) {
  // expected-error@+1 {{expects a root for each of 1 values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.collective_broadcast"(%x, %root) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @permute_pairs(%x: tensor<4xf32>) {
  // expected-error@+1 {{duplicate targets not allowed.}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @einsum_letter(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{has 'c' in its result that no operand has}}
  %0 = stablehlo.unary_einsum %a, config = "ab->ac" : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_index(%x: tensor<2x4xf32>, %f: tensor<4xf32>) {
  // expected-error@+1 {{expects feature_index to be in the range of the operand's dimensions [0, 2), got 2}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %f, %f) <{epsilon = 1.0 : f32, feature_index = 2 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
