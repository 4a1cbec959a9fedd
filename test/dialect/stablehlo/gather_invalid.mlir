// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Gather: dimension numbers, sizes, shapes.

func.func @gather_1(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects offset_dims to be sorted}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_2(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 2 more than once in offset_dims}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_3(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 4 in offset_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_4(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension -1 in offset_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [-1, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_5(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has 1 dimensions in offset_dims, 1 in collapsed_slice_dims and 0 in operand_batching_dims, which do not make up 'tensor<3x4x2xi32>'}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_6(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 0 more than once in collapsed_slice_dims}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_7(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects collapsed_slice_dims to be sorted}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_8(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 3 in collapsed_slice_dims, expected values in the range [0, 3)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_9(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension -1 in collapsed_slice_dims, expected values in the range [0, 3)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [-1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_10(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op slice_sizes collapsed or batching dimension 1 should <= 1 but got 2}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_11(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op start_index_map size (1) is not equal to size of index dimension (2) of indices (2)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_12(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 1 more than once in start_index_map}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_13(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 3 in start_index_map, expected values in the range [0, 3)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_14(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension -1 in start_index_map, expected values in the range [0, 3)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [-1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_15(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op start_index_map size (3) is not equal to size of index dimension (2) of indices (2)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_16(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op index_vector_dim 4 is out of bounds for indices of rank 3}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 4>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_17(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op index_vector_dim -1 is out of bounds for indices of rank 3}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_18(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op start_index_map size (2) is not equal to size of index dimension (3) of indices (1)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_19(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op slice_sizes size (2) not equal to (implied) operand rank (3)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_20(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op slice size (3) is out of bounds for operand dimension (2) at index 2}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 3>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_21(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op slice size (-2) is out of bounds for operand dimension (4) at index 1}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, -2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_22(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op slice_sizes collapsed or batching dimension 0 should <= 1 but got 2}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_23(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op slice_sizes size (0) not equal to (implied) operand rank (3)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_24(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op inferred type(s) 'tensor<2x3x2x2xi32>' are incompatible with return type(s) of operation 'tensor<2x3x2x3xi32>'}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x3xi32>
  return
}

// -----

func.func @gather_25(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op inferred type(s) 'tensor<2x3x2x2xi32>' are incompatible with return type(s) of operation 'tensor<2x3x2x2xf32>'}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @gather_26(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xf32>) {
  // expected-error@+1 {{'stablehlo.gather' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<2x3x2xf32>'}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false} : (tensor<3x4x2xi32>, tensor<2x3x2xf32>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_27(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 1 in operand_batching_dims and in collapsed_slice_dims or start_index_map}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_28(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 0 more than once in operand_batching_dims}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0, 0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_29(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 4 in operand_batching_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [4], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_30(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension -1 in operand_batching_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [-1], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_31(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op expects start_indices_batching_dims not to include index_vector_dim}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_32(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 4 in start_indices_batching_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [4], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_33(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension -1 in start_indices_batching_dims, expected values in the range [0, 4)}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [-1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_34(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op batching dimension sizes must match, but dimension 0 of 'tensor<2x3x4x2xi32>' and 2 of 'tensor<2x2x3x2xi64>' differ}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_35(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op operand_batching_dims and start_indices_batching_dims should have the same size}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_36(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 1 more than once in start_indices_batching_dims}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_37(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op has dimension 0 in operand_batching_dims and in collapsed_slice_dims or start_index_map}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [0, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_38(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op slice_sizes collapsed or batching dimension 0 should <= 1 but got 2}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 2, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_39(%a: tensor<2x3x4x2xi32>, %b: tensor<2x2x3x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op operand_batching_dims and start_indices_batching_dims should have the same size}}
  %0 = "stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>, indices_are_sorted = false} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_1(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>, %c: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op expects slice_sizes to have 3 entries, but got 'tensor<2xi64>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %c) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2xi64>) -> tensor<2x3x?x?xi32>
  return
}

// -----

func.func @dynamic_gather_2(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op operand #2 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<3xf32>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %c) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xf32>) -> tensor<2x3x?x?xi32>
  return
}

// -----

func.func @dynamic_gather_3(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>, %c: tensor<1x3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op expects slice_sizes to have 3 entries, but got 'tensor<1x3xi64>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %c) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<1x3xi64>) -> tensor<2x3x?x?xi32>
  return
}

// -----

func.func @dynamic_gather_4(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>, %c: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op expects offset_dims to be sorted}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %c) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xi32>
  return
}

// -----

func.func @dynamic_gather_5(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>, %c: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op has 1 dimensions in offset_dims, 1 in collapsed_slice_dims and 0 in operand_batching_dims, which do not make up 'tensor<3x4x2xi32>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %c) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xi32>
  return
}

// -----

func.func @dynamic_gather_6(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>, %c: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x3x?x?xi32>' are incompatible with return type(s) of operation 'tensor<2x4x?x?xi32>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %c) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x4x?x?xi32>
  return
}

// -----

func.func @dynamic_gather_7(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>, %c: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x3x?x?xi32>' are incompatible with return type(s) of operation 'tensor<2x3x?x?xf32>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %c) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  return
}

// -----

func.func @dynamic_gather_8(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op slice size (3) is out of bounds for operand dimension (2) at index 2}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xi32>
  return
}

// -----

func.func @dynamic_gather_9(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, -2, 2]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op slice size (-2) is out of bounds for operand dimension (4) at index 1}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xi32>
  return
}

// -----

func.func @dynamic_gather_10(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[2, 2, 2]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op slice_sizes collapsed or batching dimension 0 should <= 1 but got 2}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xi32>
  return
}

// -----

func.func @dynamic_gather_11(%a: tensor<3x4x2xi32>, %b: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x3x2x2xi32>' are incompatible with return type(s) of operation 'tensor<2x3x3x2xi32>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %b, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x3x2xi32>
  return
}

// -----

func.func @torch_index_select_1(%a: tensor<8x128xf32>, %b: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op dim (2) is out of bounds [0, 2)}}
  %0 = "stablehlo.torch_index_select"(%a, %b) {batch_dims = 0 : i64, dim = 2 : i64} : (tensor<8x128xf32>, tensor<4xi32>) -> tensor<4x128xf32>
  return
}

// -----

func.func @torch_index_select_2(%a: tensor<8x128xf32>, %b: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x128xf32>'}}
  %0 = "stablehlo.torch_index_select"(%a, %b) {batch_dims = 1 : i64, dim = 1 : i64} : (tensor<8x128xf32>, tensor<4xi32>) -> tensor<4x128xf32>
  return
}
