// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Parts of tensors, padding, concatenation.

func.func @slice_1(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op has 1 entries in 'start_indices', expected 2}}
  %0 = stablehlo.slice %a [0:2] : (tensor<3x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @slice_2(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op negative start index -1 in dimension 0}}
  %0 = stablehlo.slice %a [-1:2, 1:7] : (tensor<3x8xf32>) -> tensor<3x6xf32>
  return
}

// -----

func.func @slice_3(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op limit index 4 is larger than dimension size 3 in dimension 0}}
  %0 = stablehlo.slice %a [0:4, 1:7] : (tensor<3x8xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @slice_4(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op start index 2 is larger than limit index 1 in dimension 0}}
  %0 = stablehlo.slice %a [2:1, 1:7] : (tensor<3x8xf32>) -> tensor<0x6xf32>
  return
}

// -----

func.func @slice_5(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op stride must be positive but got 0 in dimension 0}}
  %0 = stablehlo.slice %a [0:2:0, 1:7] : (tensor<3x8xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @slice_6(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op stride must be positive but got -1 in dimension 0}}
  %0 = stablehlo.slice %a [0:2:-1, 1:7] : (tensor<3x8xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @slice_7(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  %0 = stablehlo.slice %a [0:2, 1:7:2] : (tensor<3x8xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @slice_8(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf64>'}}
  %0 = stablehlo.slice %a [0:2, 1:7:2] : (tensor<3x8xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @slice_9(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op has 1 entries in 'limit_indices', expected 2}}
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1>, strides = array<i64: 1, 1>} : (tensor<3x8xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_10(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op has 1 entries in 'strides', expected 2}}
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 1>, strides = array<i64: 1>} : (tensor<3x8xf32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @slice_11(%a: tensor<3x?xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op start index 8 is larger than limit index 7 in dimension 1}}
  %0 = stablehlo.slice %a [0:2, 8:7:2] : (tensor<3x?xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @dynamic_slice_1(%a: tensor<4x4xf32>, %b: tensor<i32>, %c: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op start indices must have same element type}}
  %0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_slice_2(%a: tensor<4x4xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op has mismatched number of start indices (1) and the rank of operand (2)}}
  %0 = stablehlo.dynamic_slice %a, %b, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_slice_3(%a: tensor<4x4xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op has 1 entries in 'slice_sizes', expected 2}}
  %0 = stablehlo.dynamic_slice %a, %b, %b, sizes = [2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_slice_4(%a: tensor<4x4xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op has slice size 5 greater than dimension size 4 in dimension 0 of operand}}
  %0 = stablehlo.dynamic_slice %a, %b, %b, sizes = [5, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
  return
}

// -----

func.func @dynamic_slice_5(%a: tensor<4x4xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op has negative size index to dynamic slice: -1}}
  %0 = stablehlo.dynamic_slice %a, %b, %b, sizes = [-1, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_slice_6(%a: tensor<4x4xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<3x2xf32>'}}
  %0 = stablehlo.dynamic_slice %a, %b, %b, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dynamic_slice_7(%a: tensor<4x4xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op operand #1 must be variadic of 0D tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<f32>'}}
  %0 = stablehlo.dynamic_slice %a, %b, %b, sizes = [2, 2] : (tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_slice_8(%a: tensor<4x4xf32>, %b: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op operand #1 must be variadic of 0D tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<1xi32>'}}
  %0 = stablehlo.dynamic_slice %a, %b, %b, sizes = [2, 2] : (tensor<4x4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_slice_9(%a: tensor<4x4xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x2xi32>'}}
  %0 = stablehlo.dynamic_slice %a, %b, %b, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  return
}

// -----

func.func @dynamic_update_slice_1(%a: tensor<4x4xf32>, %b: tensor<2x2xf32>, %c: tensor<i32>, %d: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op start indices must have same element type}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_2(%a: tensor<4x4xf32>, %b: tensor<2x2xf32>, %c: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op has mismatched number of start indices (1) and the rank of operand (2)}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %c : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_3(%a: tensor<4x4xf32>, %b: tensor<2xf32>, %c: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op update rank does not match operand rank: 1 vs 2}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %c, %c : (tensor<4x4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_4(%a: tensor<4x4xf32>, %b: tensor<5x2xf32>, %c: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op expects size at dimension 0 of update to be in range [0, 4], got 5}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %c, %c : (tensor<4x4xf32>, tensor<5x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_5(%a: tensor<4x4xf32>, %b: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op requires the same element type of operand and update, but got 'tensor<4x4xf32>' and 'tensor<2x2xi32>'}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %c, %c : (tensor<4x4xf32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_6(%a: tensor<4x4xf32>, %b: tensor<2x2xf32>, %c: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x5xf32>'}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %c, %c : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @real_dynamic_slice_1(%a: tensor<?xf32>, %b: tensor<1xi64>, %c: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op requires operands #1 to #3 to have the same type}}
  %0 = stablehlo.real_dynamic_slice %a, %b, %c, %b : (tensor<?xf32>, tensor<1xi64>, tensor<1xi32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @real_dynamic_slice_2(%a: tensor<?xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op operand #1 has 2 entries for a tensor of 1 dimensions}}
  %0 = stablehlo.real_dynamic_slice %a, %b, %b, %b : (tensor<?xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @real_dynamic_slice_3(%a: tensor<?xf32>, %b: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op has mismatched operand rank (1) and result rank (2)}}
  %0 = stablehlo.real_dynamic_slice %a, %b, %b, %b : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @real_dynamic_slice_4(%a: tensor<?xf32>, %b: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op requires the same element type for all operands and results}}
  %0 = stablehlo.real_dynamic_slice %a, %b, %b, %b : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  return
}

// -----

func.func @concatenate_1(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op shapes of operand (0) and (1) do not match at non-concat index: 'tensor<2x3xf32>' and 'tensor<1x3xf32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concatenate_2(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op dimension (2) is out of bounds [0, 2)}}
  %0 = stablehlo.concatenate %a, %b, dim = 2 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concatenate_3(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op dimension (-1) is out of bounds [0, 2)}}
  %0 = stablehlo.concatenate %a, %b, dim = -1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concatenate_4(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op operands (0) and (1) do not match rank or element type: 'tensor<2x3xf32>' and 'tensor<3xf32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concatenate_5(%a: tensor<2x3xf32>, %b: tensor<1x3xi32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op operands (0) and (1) do not match rank or element type: 'tensor<2x3xf32>' and 'tensor<1x3xi32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<1x3xi32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concatenate_6(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op rank-0 values cannot be concatenated}}
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @concatenate_7() {
  // expected-error@+1 {{'stablehlo.concatenate' op expects at least one operand}}
  %0 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<2xf32>
  return
}

// -----

func.func @concatenate_8(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op inferred type(s) 'tensor<3x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @pad_1(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op has 1 entries in 'edge_padding_low', expected 2}}
  %0 = stablehlo.pad %a, %b, low = [0], high = [2, 1], interior = [1, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x9xf32>
  return
}

// -----

func.func @pad_2(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op has 1 entries in 'edge_padding_low', expected 2}}
  %0 = stablehlo.pad %a, %b, low = [0], high = [2], interior = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x9xf32>
  return
}

// -----

func.func @pad_3(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op interior_padding[0] must be non-negative, got -1}}
  %0 = stablehlo.pad %a, %b, low = [0, 1], high = [2, 1], interior = [-1, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x9xf32>
  return
}

// -----

func.func @pad_4(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op padding result in negative size for dimension 0: -2}}
  %0 = stablehlo.pad %a, %b, low = [-2, 1], high = [-2, 1], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<0x9xf32>
  return
}

// -----

func.func @pad_5(%a: tensor<2x3xf32>, %b: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op padding value type should be a rank-0 tensor, is rank 1}}
  %0 = stablehlo.pad %a, %b, low = [0, 1], high = [2, 1], interior = [1, 2] : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<5x9xf32>
  return
}

// -----

func.func @pad_6(%a: tensor<2x3xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.pad' op requires the same element type for all operands and results}}
  %0 = stablehlo.pad %a, %b, low = [0, 1], high = [2, 1], interior = [1, 2] : (tensor<2x3xf32>, tensor<i32>) -> tensor<5x9xf32>
  return
}

// -----

func.func @pad_7(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op inferred type(s) 'tensor<5x9xf32>' are incompatible with return type(s) of operation 'tensor<5x8xf32>'}}
  %0 = stablehlo.pad %a, %b, low = [0, 1], high = [2, 1], interior = [1, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @dynamic_pad_1(%a: tensor<?xf32>, %b: tensor<f32>, %c: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op operand #2 has 2 entries for a tensor of 1 dimensions}}
  %0 = stablehlo.dynamic_pad %a, %b, %c, %c, %c : (tensor<?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_2(%a: tensor<?xf32>, %b: tensor<f32>, %c: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op operand rank (1) must match result rank (2)}}
  %0 = stablehlo.dynamic_pad %a, %b, %c, %c, %c : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_pad_3(%a: tensor<?xf32>, %b: tensor<1xf32>, %c: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op padding value type should be a rank-0 tensor, is rank 1}}
  %0 = stablehlo.dynamic_pad %a, %b, %c, %c, %c : (tensor<?xf32>, tensor<1xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_4(%a: tensor<?xf32>, %b: tensor<i32>, %c: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op requires the same element type for all operands and results}}
  %0 = stablehlo.dynamic_pad %a, %b, %c, %c, %c : (tensor<?xf32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_5(%a: tensor<?xf32>, %b: tensor<f32>, %c: tensor<1xi64>, %d: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op requires operands #2 to #4 to have the same type}}
  %0 = stablehlo.dynamic_pad %a, %b, %c, %d, %c : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_6(%a: tensor<4xf32>, %b: tensor<f32>) {
  %l = stablehlo.constant dense<1> : tensor<1xi64>
  %n = stablehlo.constant dense<-1> : tensor<1xi64>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op interior_padding must be non-negative, but got -1}}
  %0 = stablehlo.dynamic_pad %a, %b, %l, %l, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_7(%a: tensor<4xf32>, %b: tensor<f32>) {
  %l = stablehlo.constant dense<1> : tensor<1xi64>
  %n = stablehlo.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op expected output dimension at index 0 to equal 6, but got 7}}
  %0 = stablehlo.dynamic_pad %a, %b, %l, %l, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<7xf32>
  return
}

// -----

func.func @reverse_1(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op has dimension 1 more than once in dimensions}}
  %0 = stablehlo.reverse %a, dims = [1, 1] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_2(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op has dimension 2 in dimensions, expected values in the range [0, 2)}}
  %0 = stablehlo.reverse %a, dims = [2] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_3(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op has dimension -1 in dimensions, expected values in the range [0, 2)}}
  %0 = stablehlo.reverse %a, dims = [-1] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_4(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x2xf32>'}}
  %0 = "stablehlo.reverse"(%a) {dimensions = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}
