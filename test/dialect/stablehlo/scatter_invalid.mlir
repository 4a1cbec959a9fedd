// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Scatter: dimension numbers, shapes, region.

func.func @scatter_1(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects update_window_dims to be sorted}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_2(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 2 more than once in update_window_dims}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_3(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 4 in update_window_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 4], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_4(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension -1 in update_window_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [-1, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_5(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has 1 dimensions in update_window_dims, 1 in inserted_window_dims and 0 in input_batching_dims, which do not make up 'tensor<3x4x2xi64>'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_6(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 0 more than once in inserted_window_dims}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_7(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects inserted_window_dims to be sorted}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [1, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_8(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 3 in inserted_window_dims, expected values in the range [0, 3)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [3], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_9(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension -1 in inserted_window_dims, expected values in the range [0, 3)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [-1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_10(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has 2 dimensions in update_window_dims, 0 in inserted_window_dims and 0 in input_batching_dims, which do not make up 'tensor<3x4x2xi64>'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_11(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op scatter_dims_to_operand_dims size (1) is not equal to size of index dimension (2) of indices (2)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_12(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 1 more than once in scatter_dims_to_operand_dims}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_13(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 3 in scatter_dims_to_operand_dims, expected values in the range [0, 3)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_14(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension -1 in scatter_dims_to_operand_dims, expected values in the range [0, 3)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [-1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_15(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op index_vector_dim 4 is out of bounds for indices of rank 3}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 4>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_16(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op index_vector_dim -1 is out of bounds for indices of rank 3}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = -1>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_17(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op scatter_dims_to_operand_dims size (2) is not equal to size of index dimension (3) of indices (1)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_18(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x5x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension 2, updates bound is 5, operand bound is 4}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x5x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_19(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x4x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension 1, updates bound is 4, scatter_indices bound is 3}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x4x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_20(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects updates to have the element type of the operand, but got 'tensor<2x3x2x2xi32>' and 'tensor<3x4x2xi64>'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_21(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects updates tensor must be of rank 4, but got 'tensor<2x3x2xi64>'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_22(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op inferred type(s) 'tensor<3x4x2xi64>' are incompatible with return type(s) of operation 'tensor<3x4x3xi64>'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x3xi64>
  return
}

// -----

func.func @scatter_23(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op inferred type(s) 'tensor<3x4x2xi64>' are incompatible with return type(s) of operation 'tensor<3x4x2xi32>'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @scatter_24(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xf32>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op operand #1 must be ranked tensor of integer or index values, but got 'tensor<2x3x2xf32>'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xf32>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_25(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_26(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op inferred type(s) 'tensor<3x4x2xi32>' are incompatible with return type(s) of operation 'tensor<3x4x2xi64>'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i32>, %q: tensor<i32>): stablehlo.return %p : tensor<i32>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_27(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op Reduction-region here must produce 1 tensors, but produces 2 instead}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p, %q : tensor<i64>, tensor<i64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_28(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op The reduction-region expected to return some value(s)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_29(%a: tensor<3x4x2xi64>, %b: tensor<2x3x2xi64>, %c: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<1xi64>' vs 'tensor<i64>'}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<1xi64>, %q: tensor<1xi64>): stablehlo.return %p : tensor<1xi64>}) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

func.func @scatter_30(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 1 in input_batching_dims and in inserted_window_dims or scatter_dims_to_operand_dims}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_31(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 0 more than once in input_batching_dims}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0, 0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_32(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 4 in input_batching_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [4], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_33(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension -1 in input_batching_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [-1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_34(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects scatter_indices_batching_dims not to include index_vector_dim}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_35(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 4 in scatter_indices_batching_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [4], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_36(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op batching dimension sizes must match, but dimension 0 of 'tensor<2x3x4x2xi64>' and 2 of 'tensor<2x2x3x2xi64>' differ}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_37(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op input_batching_dims and scatter_indices_batching_dims should have the same size}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_38(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op has dimension 0 in input_batching_dims and in inserted_window_dims or scatter_dims_to_operand_dims}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_39(%a: tensor<2x3x4x2xi64>, %b: tensor<2x2x3x2xi64>, %c: tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op input_batching_dims and scatter_indices_batching_dims should have the same size}}
  %0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({^bb0(%p: tensor<i64>, %q: tensor<i64>): stablehlo.return %p : tensor<i64>}) : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return
}

// -----

func.func @scatter_40(%a: tensor<3x4xf32>, %b: tensor<3x5xf32>, %c: tensor<2x1xi64>, %d: tensor<2x4xf32>, %e: tensor<2x5xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects all inputs to have compatible shapes}}
  %0:2 = "stablehlo.scatter"(%a, %b, %c, %d, %e) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>): stablehlo.return %p, %q : tensor<f32>, tensor<f32>}) : (tensor<3x4xf32>, tensor<3x5xf32>, tensor<2x1xi64>, tensor<2x4xf32>, tensor<2x5xf32>) -> (tensor<3x4xf32>, tensor<3x5xf32>)
  return
}

// -----

func.func @scatter_41(%a: tensor<3x4xf32>, %b: tensor<2x1xi64>, %c: tensor<2x4xf32>, %d: tensor<2x5xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension 1, updates bound is 5, operand bound is 4}}
  %0:2 = "stablehlo.scatter"(%a, %a, %b, %c, %d) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>): stablehlo.return %p, %q : tensor<f32>, tensor<f32>}) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>, tensor<2x5xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  return
}

// -----

func.func @scatter_42(%a: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects at least one input}}
  "stablehlo.scatter"(%a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({stablehlo.return}) : (tensor<2x1xi64>) -> ()
  return
}
