// Graphs, variables, shapes and block scaled numbers that are wrong.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{'tosa.cond_if' op require same element type for 'then_graph' arguments ('i32') and 'input_list' ('f32')}}
%r = "tosa.cond_if"(%c, %x) ({
^bb0(%a: tensor<4xi32>):
  tosa.yield %x : tensor<4xf32>
}, {
^bb0(%a: tensor<4xf32>):
  tosa.yield %a : tensor<4xf32>
}) : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>

// -----

%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{'tosa.cond_if' op require same shapes for 'else_graph' results ('tensor<4xf32>') and 'output_list' ('tensor<3xf32>')}}
%r = tosa.cond_if %c : tensor<i1> -> tensor<3xf32> {
  %y = "test.value"() : () -> tensor<?xf32>
  tosa.yield %y : tensor<?xf32>
} else {
  tosa.yield %x : tensor<4xf32>
}

// -----

%c = "test.value"() : () -> tensor<2xi1>
// expected-error@+1 {{'tosa.cond_if' op 'condition' must be a size 1 tensor, got 'tensor<2xi1>'}}
tosa.cond_if %c : tensor<2xi1> -> () {
  "tosa.yield"() : () -> ()
} else {
  "tosa.yield"() : () -> ()
}

// -----

%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{'tosa.while_loop' op require same shapes for 'input_list' ('tensor<4xf32>') and 'output_list' ('tensor<5xf32>')}}
%r = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<5xf32> {
  tosa.yield %c : tensor<i1>
} do {
^bb0(%b: tensor<4xf32>):
  tosa.yield %b : tensor<4xf32>
}

// -----

%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{'tosa.while_loop' op require same number of values in 'body_graph' results (2) and 'input_list' (1)}}
%r = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
  tosa.yield %c : tensor<i1>
} do {
^bb0(%b: tensor<4xf32>):
  tosa.yield %b, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{'tosa.while_loop' op require 'cond_graph' only have one result}}
%r = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
  tosa.yield %c, %c : tensor<i1>, tensor<i1>
} do {
^bb0(%b: tensor<4xf32>):
  tosa.yield %b : tensor<4xf32>
}

// -----

%x = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{'tosa.while_loop' op 'cond_graph' result must be a boolean tensor, got 'tensor<1xf32>'}}
%r = tosa.while_loop (%a = %x) : (tensor<1xf32>) -> tensor<1xf32> {
  tosa.yield %a : tensor<1xf32>
} do {
^bb0(%b: tensor<1xf32>):
  tosa.yield %b : tensor<1xf32>
}

// -----

// expected-error@+1 {{'tosa.variable_read' op 'v' has not been declared by 'tosa.variable'}}
%r = tosa.variable_read @v : tensor<4xi32>

// -----

tosa.variable @v = dense<1> : tensor<4xi32>
// expected-error@+1 {{'tosa.variable_read' op require same element type for 'output1' ('f32') and the input tensor ('i32')}}
%r = tosa.variable_read @v : tensor<4xf32>

// -----

tosa.variable @v : tensor<4x?xi32>
%x = "test.value"() : () -> tensor<3x4xi32>
// expected-error@+1 {{'tosa.variable_write' op require same shapes for 'input1' ('tensor<3x4xi32>') and the input tensor ('tensor<4x?xi32>')}}
tosa.variable_write @v, %x : tensor<3x4xi32>

// -----

%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%b = tosa.const_shape {values = dense<1> : tensor<3xindex>} : () -> !tosa.shape<3>
// expected-error@+1 {{'tosa.add_shape' op operands don't have matching ranks}}
%r = tosa.add_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<2>

// -----

%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
// expected-error@+1 {{'tosa.exp2_shape' op result shape has different rank than operands}}
%r = tosa.exp2_shape %a : (!tosa.shape<2>) -> !tosa.shape<3>

// -----

%a = "test.value"() : () -> !tosa.shape<2>
// expected-error@+1 {{'tosa.add_shape' op shape operand is not compile time resolvable}}
%r = tosa.add_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>

// -----

%a = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
// expected-error@+1 {{'tosa.concat_shape' op requires output shape rank to be equal to the sum of the input shape ranks (4), got 3}}
%r = tosa.concat_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<3>

// -----

%a = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%i = "tosa.const"() <{values = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
// expected-error@+1 {{'tosa.slice_shape' op expected non-negative start index, got -1}}
%r = tosa.slice_shape %a, %i, %i : (!tosa.shape<4>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>

// -----

%a = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%i = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
// expected-error@+1 {{'tosa.slice_shape' op expected positive size, got 0}}
%r = tosa.slice_shape %a, %i, %i : (!tosa.shape<4>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>

// -----

%a = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%i = "tosa.const"() <{values = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
// expected-error@+1 {{'tosa.slice_shape' op expected output type size to be equal to size attribute, got 3 vs 2}}
%r = tosa.slice_shape %a, %i, %i : (!tosa.shape<4>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<3>

// -----

%a = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%i = "tosa.const"() <{values = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
// expected-error@+1 {{'tosa.slice_shape' op expected start + size to be less than or equal to input shape rank (4), got 6}}
%r = tosa.slice_shape %a, %i, %i : (!tosa.shape<4>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<3>

// -----

%x = "test.value"() : () -> tensor<2x3xf32>
// expected-error@+1 {{'tosa.dim' op expect axis to be in the range [0, 2), got 2}}
%r = tosa.dim %x {axis = 2 : i32} : (tensor<2x3xf32>) -> !tosa.shape<1>

// -----

%x = "test.value"() : () -> tensor<2x3xf32>
// expected-error@+1 {{'tosa.dim' op expect output shape type to contain one element, got '!tosa.shape<2>'}}
%r = tosa.dim %x {axis = 1 : i32} : (tensor<2x3xf32>) -> !tosa.shape<2>

// -----

%x = "test.value"() : () -> tensor<4x33xf32>
// expected-error@+1 {{'tosa.cast_to_block_scaled' op expect last dimension of input_data (33) to be divisible by block_size (32)}}
%r, %s = tosa.cast_to_block_scaled %x {block_size = BLOCK_SIZE_32} : (tensor<4x33xf32>) -> (tensor<4x33xf8E5M2>, tensor<4x1xf8E8M0FNU>)

// -----

%x = "test.value"() : () -> tensor<4x64xf8E5M2>
%s = "test.value"() : () -> tensor<4x1xf8E8M0FNU>
// expected-error@+1 {{'tosa.cast_from_block_scaled' op expect last dimension of input_scale (1) to be equal to last dimension of input_data / block_size (2)}}
%r = tosa.cast_from_block_scaled %x, %s {block_size = BLOCK_SIZE_32} : (tensor<4x64xf8E5M2>, tensor<4x1xf8E8M0FNU>) -> tensor<4x64xf32>

// -----

%x = "test.value"() : () -> tensor<4x64xf8E5M2>
%s = "test.value"() : () -> tensor<5x2xf8E8M0FNU>
// expected-error@+1 {{'tosa.cast_from_block_scaled' op require compatible shapes for input_data ('tensor<4x64xf8E5M2>') and input_scale ('tensor<5x2xf8E8M0FNU>') except for the last dimension}}
%r = tosa.cast_from_block_scaled %x, %s {block_size = BLOCK_SIZE_32} : (tensor<4x64xf8E5M2>, tensor<5x2xf8E8M0FNU>) -> tensor<4x64xf32>

// -----

%x = "test.value"() : () -> tensor<4x64xf8E5M2>
%s = "test.value"() : () -> tensor<4x2xf8E8M0FNU>
// expected-error@+1 {{'tosa.cast_from_block_scaled' op require compatible shapes for input_data ('tensor<4x64xf8E5M2>') and output_data ('tensor<4x63xf32>')}}
%r = tosa.cast_from_block_scaled %x, %s {block_size = BLOCK_SIZE_32} : (tensor<4x64xf8E5M2>, tensor<4x2xf8E8M0FNU>) -> tensor<4x63xf32>

// -----

%a = "test.value"() : () -> tensor<2x4x32xf8E5M2>
%s = "test.value"() : () -> tensor<2x4x1xf8E8M0FNU>
%b = "test.value"() : () -> tensor<2x8x32xf8E4M3FN>
%t = "test.value"() : () -> tensor<2x8x1xf8E8M0FNU>
// expected-error@+1 {{'tosa.matmul_t_block_scaled' op expect A_data and B_data to have same element type, got 'f8E5M2' and 'f8E4M3FN'}}
%r = tosa.matmul_t_block_scaled %a, %s, %b, %t {block_size = BLOCK_SIZE_32} : (tensor<2x4x32xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<2x8x32xf8E4M3FN>, tensor<2x8x1xf8E8M0FNU>) -> tensor<2x4x8xf32>

// -----

%a = "test.value"() : () -> tensor<2x4x32xf8E5M2>
%s = "test.value"() : () -> tensor<2x5x1xf8E8M0FNU>
// expected-error@+1 {{'tosa.matmul_t_block_scaled' op expected height of a_scale to match size 4, got 5}}
%r = tosa.matmul_t_block_scaled %a, %s, %a, %s {block_size = BLOCK_SIZE_32} : (tensor<2x4x32xf8E5M2>, tensor<2x5x1xf8E8M0FNU>, tensor<2x4x32xf8E5M2>, tensor<2x5x1xf8E8M0FNU>) -> tensor<2x4x4xf32>

// -----

%a = "test.value"() : () -> tensor<2x4x32xf8E5M2>
%s = "test.value"() : () -> tensor<2x4x1xf8E8M0FNU>
%b = "test.value"() : () -> tensor<3x4x32xf8E5M2>
%t = "test.value"() : () -> tensor<3x4x1xf8E8M0FNU>
// expected-error@+1 {{'tosa.matmul_t_block_scaled' op expect B matrix batch size to be broadcast compatible with A, got D=3 vs N=2}}
%r = tosa.matmul_t_block_scaled %a, %s, %b, %t {block_size = BLOCK_SIZE_32} : (tensor<2x4x32xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<3x4x32xf8E5M2>, tensor<3x4x1xf8E8M0FNU>) -> tensor<2x4x4xf32>

// -----

%a = "test.value"() : () -> tensor<2x4x33xf8E5M2>
%s = "test.value"() : () -> tensor<2x4x1xf8E8M0FNU>
// expected-error@+1 {{'tosa.matmul_t_block_scaled' op expect C to be a multiple of block size, got C=33, block_size=32}}
%r = tosa.matmul_t_block_scaled %a, %s, %a, %s {block_size = BLOCK_SIZE_32} : (tensor<2x4x33xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<2x4x33xf8E5M2>, tensor<2x4x1xf8E8M0FNU>) -> tensor<2x4x4xf32>

// -----

%a = "test.value"() : () -> tensor<2x4x64xf8E5M2>
%s = "test.value"() : () -> tensor<2x4x1xf8E8M0FNU>
// expected-error@+1 {{'tosa.matmul_t_block_scaled' op expect scale operands dimension 2 to equal C/block_size (64/32), got 1}}
%r = tosa.matmul_t_block_scaled %a, %s, %a, %s {block_size = BLOCK_SIZE_32} : (tensor<2x4x64xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<2x4x64xf8E5M2>, tensor<2x4x1xf8E8M0FNU>) -> tensor<2x4x4xf32>

// -----

%a = "test.value"() : () -> tensor<2x4x32xf8E5M2>
%s = "test.value"() : () -> tensor<2x4x1xf8E8M0FNU>
// expected-error@+1 {{'tosa.matmul_t_block_scaled' op expected output shape of 'tensor<2x4x4xf32>', got 'tensor<2x4x5xf32>'}}
%r = tosa.matmul_t_block_scaled %a, %s, %a, %s {block_size = BLOCK_SIZE_32} : (tensor<2x4x32xf8E5M2>, tensor<2x4x1xf8E8M0FNU>, tensor<2x4x32xf8E5M2>, tensor<2x4x1xf8E8M0FNU>) -> tensor<2x4x5xf32>
