// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Iota, broadcasts, reshapes, transposes, sizes.

func.func @iota_1() {
  // expected-error@+1 {{'stablehlo.iota' op iota_dimension (1) is out of bounds [0, 1)}}
  %0 = stablehlo.iota dim = 1 : tensor<4xf32>
  return
}

// -----

func.func @iota_2() {
  // expected-error@+1 {{'stablehlo.iota' op iota_dimension (-1) is out of bounds [0, 1)}}
  %0 = stablehlo.iota dim = -1 : tensor<4xf32>
  return
}

// -----

func.func @iota_3() {
  // expected-error@+1 {{'stablehlo.iota' op does not support scalars}}
  %0 = stablehlo.iota dim = 0 : tensor<f32>
  return
}

// -----

func.func @iota_4() {
  // expected-error@+1 {{'stablehlo.iota' op requires a static shape, but got 'tensor<?xf32>'}}
  %0 = stablehlo.iota dim = 0 : tensor<?xf32>
  return
}

// -----

func.func @iota_5() {
  // expected-error@+1 {{but got 'tensor<4xi1>'}}
  %0 = stablehlo.iota dim = 0 : tensor<4xi1>
  return
}

// -----

func.func @dynamic_iota_1(%a: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op iota_dimension (1) is out of bounds [0, 1)}}
  %0 = stablehlo.dynamic_iota %a, dim = 1 : (tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_iota_2(%a: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op iota_dimension (-1) is out of bounds [0, 1)}}
  %0 = stablehlo.dynamic_iota %a, dim = -1 : (tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_iota_3(%a: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op operand #0 has 1 entries for a tensor of 2 dimensions}}
  %0 = stablehlo.dynamic_iota %a, dim = 0 : (tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_iota_4(%a: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op operand #0 must be 1D tensor of index or 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<1xf32>'}}
  %0 = stablehlo.dynamic_iota %a, dim = 0 : (tensor<1xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_iota_5(%a: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op operand #0 must be 1D tensor of index or 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<i64>'}}
  %0 = stablehlo.dynamic_iota %a, dim = 0 : (tensor<i64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_iota_6() {
  %s = stablehlo.constant dense<[2]> : tensor<1xi64>
  // expected-error@+1 {{'stablehlo.dynamic_iota' op output shape [2] is incompatible with return type of operation 'tensor<3xf32>'}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_iota_7() {
  %s = stablehlo.constant dense<[-2]> : tensor<1xi64>
  // expected-error@+1 {{'stablehlo.dynamic_iota' op output shape [-2] is incompatible with return type of operation 'tensor<?xf32>'}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @broadcast_in_dim_1(%a: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions size (1) does not match operand rank (2)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [2] : (tensor<1x3xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_2(%a: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op has dimension 1 more than once in broadcast_dimensions}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 1] : (tensor<1x3xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_3(%a: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op has dimension 3 in broadcast_dimensions, expected values in the range [0, 3)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [3, 1] : (tensor<1x3xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_4(%a: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op has dimension -1 in broadcast_dimensions, expected values in the range [0, 3)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [-1, 1] : (tensor<1x3xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_5(%a: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op size of operand dimension 1 (3) is not equal to 1 or size of result dimension 0 (2)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<1x3xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_6(%a: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires the same element type for all operands and results}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 1] : (tensor<1x3xf32>) -> tensor<2x3x2xf64>
  return
}

// -----

func.func @broadcast_in_dim_7(%a: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op result #0 must be statically shaped or single bounded dimension tensor, but got 'tensor<?x3x2xf32>'}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 1] : (tensor<1x3xf32>) -> tensor<?x3x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_8(%a: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions size (0) does not match operand rank (1)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_1(%a: tensor<3xf32>, %b: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op operand #1 has 3 entries for a tensor of 2 dimensions}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [1] : (tensor<3xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_2(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op has dimension 2 in broadcast_dimensions, expected values in the range [0, 2)}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [2] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_3(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op has dimension -1 in broadcast_dimensions, expected values in the range [0, 2)}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [-1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_4(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op broadcast_dimensions size (2) does not match operand rank (1)}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0, 1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_5(%a: tensor<3x3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op has dimension 0 more than once in broadcast_dimensions}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0, 0] : (tensor<3x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_6(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op size of operand dimension 0 (3) is not equal to 1 or size of result dimension 1 (4)}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_7(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op has dimension 0 more than once in known_expanding_dimensions and known_nonexpanding_dimensions}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_8(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op has dimension 1 in known_expanding_dimensions and known_nonexpanding_dimensions, expected values in the range [0, 1)}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_9(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op has dimension 0 more than once in known_expanding_dimensions and known_nonexpanding_dimensions}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0, 0>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_10(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op has dimension -1 in known_expanding_dimensions and known_nonexpanding_dimensions, expected values in the range [0, 1)}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %b) {broadcast_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: -1>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_11(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires the same element type for all operands and results}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xi32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_12(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op size of operand dimension 0 (3) is not equal to 1 or value of shape at index 1 (4)}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_13(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op output shape [2, 3] is incompatible with return type of operation 'tensor<5x3xf32>'}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return
}

// -----

func.func @broadcast_1(%a: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast' op broadcast with negative dimension size -2}}
  %0 = stablehlo.broadcast %a, sizes = [1, -2] : (tensor<3xf32>) -> tensor<1x2x3xf32>
  return
}

// -----

func.func @broadcast_2(%a: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  %0 = stablehlo.broadcast %a, sizes = [2] : (tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @broadcast_3(%a: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast' op attribute 'broadcast_sizes' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "stablehlo.broadcast"(%a) {broadcast_sizes = dense<[[2]]> : tensor<1x1xi64>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reshape_1(%a: tensor<6xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op number of output elements (4) doesn't match expected number of elements (6)}}
  %0 = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reshape_2(%a: tensor<6xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op requires the same element type for all operands and results}}
  %0 = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @reshape_3(%a: tensor<6xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op result #0 must be statically shaped or single bounded dimension tensor, but got 'tensor<?x3xf32>'}}
  %0 = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_reshape_1(%a: tensor<6xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op operand #1 has 2 entries for a tensor of 1 dimensions}}
  %0 = stablehlo.dynamic_reshape %a, %b : (tensor<6xf32>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_reshape_2(%a: tensor<6xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires the same element type for all operands and results}}
  %0 = stablehlo.dynamic_reshape %a, %b : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xi32>
  return
}

// -----

func.func @dynamic_reshape_3(%a: tensor<6xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op number of output elements (4) doesn't match expected number of elements (6)}}
  %0 = stablehlo.dynamic_reshape %a, %b : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_reshape_4(%a: tensor<6xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op number of output elements (4) doesn't match expected number of elements (6)}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_reshape_5(%a: tensor<6xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op output shape [2, 3] is incompatible with return type of operation 'tensor<3x2xf32>'}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dynamic_reshape_6(%a: tensor<6xf32>) {
  %s = stablehlo.constant dense<[-2, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op output shape [-2, 3] is incompatible with return type of operation 'tensor<?x?xf32>'}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_reshape_7(%a: tensor<6xf32>) {
  %s = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op output_shape is incompatible with input type of operation: input has 6 elements, but output_shape has 4}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @transpose_1(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op has dimension 1 more than once in permutation}}
  %0 = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_2(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op operand rank 2 does not match permutation size 1}}
  %0 = stablehlo.transpose %a, dims = [1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_3(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op has dimension 2 in permutation, expected values in the range [0, 2)}}
  %0 = stablehlo.transpose %a, dims = [2, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_4(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_5(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op attribute 'permutation' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "stablehlo.transpose"(%a) {permutation = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @get_dimension_size_1(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op dimension (2) is out of bounds [0, 2)}}
  %0 = stablehlo.get_dimension_size %a, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
  return
}

// -----

func.func @get_dimension_size_2(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op dimension (-1) is out of bounds [0, 2)}}
  %0 = stablehlo.get_dimension_size %a, dim = -1 : (tensor<2x3xf32>) -> tensor<i32>
  return
}

// -----

func.func @get_dimension_size_3(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op result #0 must be tensor of 32-bit signless integer values, but got 'tensor<i64>'}}
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xf32>) -> tensor<i64>
  return
}

// -----

func.func @set_dimension_size_1(%a: tensor<2x3xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op dimension (2) is out of bounds [0, 2)}}
  %0 = stablehlo.set_dimension_size %a, %b, dim = 2 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @set_dimension_size_2(%a: tensor<2x3xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op dimension (-1) is out of bounds [0, 2)}}
  %0 = stablehlo.set_dimension_size %a, %b, dim = -1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @set_dimension_size_3(%a: tensor<2x3xf32>, %b: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op operand #1 must be 0D tensor of 32-bit signless integer values, but got 'tensor<i64>'}}
  %0 = stablehlo.set_dimension_size %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @set_dimension_size_4(%a: tensor<2x3xf32>, %b: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op operand #1 must be 0D tensor of 32-bit signless integer values, but got 'tensor<1xi32>'}}
  %0 = stablehlo.set_dimension_size %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @set_dimension_size_5(%a: tensor<2x3xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op inferred type(s) 'tensor<2x?xf32, #stablehlo.bounds<?, 3>>' are incompatible with return type(s) of operation 'tensor<3x?xf32, #stablehlo.bounds<?, 3>>'}}
  %0 = stablehlo.set_dimension_size %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<3x?xf32, #stablehlo.bounds<?, 3>>
  return
}
