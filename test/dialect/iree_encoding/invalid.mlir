// RUN: tern-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{expected an encoding to say which operand it is of, as 'operand_index = 0 : index'}}
#e = #iree_encoding.encoding<op_type = matmul>

// -----

// expected-error @+1 {{'color' is no entry of an encoding}}
#e = #iree_encoding.encoding<operand_index = 0 : index, color = 1>

// -----

// expected-error @+1 {{entry 'op_type' stands twice}}
#e = #iree_encoding.encoding<op_type = matmul, op_type = conv>

// -----

// expected-error @+1 {{'MIDDLE' is no role of an encoding}}
#e = #iree_encoding.encoding<role = MIDDLE>

// -----

// expected-error @+1 {{'SORT' is no user of an encoding}}
#e = #iree_encoding.encoding<role = LHS, user = SORT>

// -----

func.func @plain(%t: tensor<4xf32>) {
  // expected-error @+1 {{expects an encoding of tensor<4xf32>}}
  %0 = iree_encoding.set_encoding %t : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

#e = #iree_encoding.encoding<operand_index = 0 : index>
func.func @twice(%t: tensor<4xf32, #e>) {
  // expected-error @+1 {{expects no encoding but got}}
  %0 = iree_encoding.set_encoding %t : tensor<4xf32, #e> -> tensor<4xf32, #e>
  return
}

// -----

#e = #iree_encoding.encoding<operand_index = 0 : index>
func.func @shape(%t: tensor<4xf32, #e>) {
  // expected-error @+1 {{expects the shape and elements of tensor<4xf32> but got tensor<5xf32>}}
  %0 = iree_encoding.unset_encoding %t : tensor<4xf32, #e> -> tensor<5xf32>
  return
}

// -----

#e = #iree_encoding.encoding<operand_index = 0 : index>
func.func @sizes(%t: tensor<?x?xf32, #e>, %n: index) {
  // expected-error @+1 {{expects 2 dynamic dimension sizes for tensor<?x?xf32> but got 1}}
  %0 = iree_encoding.unset_encoding %t : tensor<?x?xf32, #e> -> tensor<?x?xf32>{%n}
  return
}

// -----

func.func @rank() {
  // expected-error @+1 {{expects a size for each of the 2 dimensions of tensor<4x4xf32> but has 1 results}}
  %0 = iree_encoding.upper_bound_tile_size tensor<4x4xf32> -> index
  return
}

// -----

func.func @unranked() {
  // expected-error @+1 {{expects a ranked tensor but got tensor<*xf32>}}
  %0 = iree_encoding.upper_bound_tile_size tensor<*xf32> -> index
  return
}
