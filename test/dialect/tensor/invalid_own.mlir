// What is refused with words of our own, or where upstream does not look.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @collapse_shape_invalid_to_reshape_tensor_memref_with_non(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.collapse_shape' op invalid to reshape tensor/memref with non-unit extent dimensions to zero-rank tensor/memref}}
  %0 = tensor.collapse_shape %m [] : tensor<8x16xf32> into tensor<f32>
  return
}

// -----

func.func @parallel_insert_slice_expected_inparallelopinterface_parent_got_func_func(%m: tensor<8x16xf32>, %s : tensor<2x2xf32>) {
  // expected-error@+1 {{expected InParallelOpInterface parent, got: func.func}}
  tensor.parallel_insert_slice %s into %m [7, 0][2, 2][1, 1]  : tensor<2x2xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @concat_concatenation_dim_must_be_non_negative(%a: tensor<4xf32>, %u: tensor<*xf32>) {
  // expected-error@+1 {{'tensor.concat' op concatenation dim must be non-negative}}
  %0 = tensor.concat dim(-1) %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_expected_type_of_operand_to_match_type(%m: tensor<8x16xf32>, %i: tensor<3x1xindex>, %s: tensor<3x16xf32>) {
  // expected-error@+1 {{'tensor.scatter' op expected type of operand #1 ('tensor<8x16xf32>') to match type of corresponding result ('tensor<8x17xf32>')}}
  %0 = tensor.scatter %s into %m[%i] scatter_dims([0]) unique : (tensor<3x16xf32>, tensor<8x16xf32>, tensor<3x1xindex>) -> tensor<8x17xf32>
  return
}

// -----

%a = "test.v"() : () -> tensor<4xf32>
  // expected-error@+1 {{'tensor.collapse_shape' op reassociation indices must be contiguous}}
%r = "tensor.collapse_shape"(%a) <{reassociation = [[-1]]}> : (tensor<4xf32>) -> tensor<4xf32>

// -----

%a = "test.v"() : () -> tensor<*xf32>
  // expected-error@+1 {{'tensor.collapse_shape' op expects ranked tensors, but got 'tensor<*xf32>' and 'tensor<4xf32>'}}
%r = "tensor.collapse_shape"(%a) <{reassociation = [[0]]}> : (tensor<*xf32>) -> tensor<4xf32>
