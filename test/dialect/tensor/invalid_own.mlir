// What is refused with words of our own, or where upstream does not look.
// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @collapse_shape_invalid_to_reshape_tensor_memref_with_non(%m: tensor<8x16xf32>) {
  // expected-error@+1 {{'tensor.collapse_shape' op invalid to reshape tensor/memref with non-unit extent dimensions to zero-rank tensor/memref}}
  %0 = tensor.collapse_shape %m [] : tensor<8x16xf32> into tensor<f32>
  return
}

// -----

func.func @from_elements_custom_op_number_of_operands_and_types(%m: f32) {
  // expected-error@+1 {{custom op 'tensor.from_elements' number of operands and types do not match: got 2 operands and 3 types}}
  %0 = tensor.from_elements %m, %m : tensor<3xf32>
  return
}

// -----

func.func @parallel_insert_slice_expected_inparallelopinterface_parent_got_func_func(%m: tensor<8x16xf32>, %s : tensor<2x2xf32>) {
  // expected-error@+1 {{expected InParallelOpInterface parent, got: func.func}}
  tensor.parallel_insert_slice %s into %m [7, 0][2, 2][1, 1]  : tensor<2x2xf32> into tensor<8x16xf32>
  return
}
