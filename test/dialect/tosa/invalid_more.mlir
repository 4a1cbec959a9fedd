// Windows, quantization, control flow, and the spelling of 2023-24.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// expected-error@+1 {{expect elements in attribute values with rank 1}}
%r = tosa.const_shape {values = dense<1> : tensor<index>} : () -> !tosa.shape<1>

// -----

%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{expect all stride values to be >= 1, got 0}}
%r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 0, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x5xf32>

// -----

%x = "test.value"() : () -> tensor<4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{operand #0 must be 4-d tosa-conformant tensor, but got 'tensor<4x4x3xf32>'}}
%r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x5xf32>

// -----

%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<4xf32>
%z = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{bias channels expected to be equal to output channels (5) or 1, got 4}}
%r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x5xf32>

// -----

%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x6x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{expects the window to fit into the padded input}}
%r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x6x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x5xf32>

// -----

%x = "test.value"() : () -> tensor<1x2x2x1xf32>
// expected-error@+1 {{expects the window to fit into the padded input}}
%r = tosa.max_pool2d %x {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>} : (tensor<1x2x2x1xf32>) -> tensor<1x1x1x1xf32>

// -----

%x = "test.value"() : () -> tensor<4xf32>
%m = "test.value"() : () -> tensor<1xi32>
%s = "test.value"() : () -> tensor<1xi8>
%z = "test.value"() : () -> tensor<1xi8>
// expected-error@+1 {{expect input and output to have integer element type}}
%r = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xf32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>

// -----

%x = "test.value"() : () -> tensor<4xi8>
%m = "test.value"() : () -> tensor<1xi16>
%s = "test.value"() : () -> tensor<1xi8>
%z = "test.value"() : () -> tensor<1xi8>
// expected-error@+1 {{expect i32 element type for multiplier for scale32=true}}
%r = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>

// -----

%x = "test.value"() : () -> tensor<i8>
%m = "test.value"() : () -> tensor<1xi32>
%s = "test.value"() : () -> tensor<1xi8>
%z = "test.value"() : () -> tensor<1xi8>
// expected-error@+1 {{requires input to be at least rank 1 when per_channel is true}}
%r = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<i8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<i8>

// -----

%x = "test.value"() : () -> tensor<4xi8>
%m = "test.value"() : () -> tensor<3xi32>
%s = "test.value"() : () -> tensor<3xi8>
%z = "test.value"() : () -> tensor<1xi8>
// expected-error@+1 {{expect shape of { 4 } for multiplier and shift}}
%r = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>

// -----

%x = "test.value"() : () -> tensor<1x2x2x1xf32>
%s = tosa.const_shape {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
%o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
// expected-error@+1 {{expect all scale values to be > 0, got 0}}
%r = tosa.resize %x, %s, %o, %o {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x?x?x1xf32>

// -----

%x = "test.value"() : () -> tensor<1x2x2x1xf32>
%s = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
%o = tosa.const_shape {values = dense<9> : tensor<2xindex>} : () -> !tosa.shape<2>
%b = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
// expected-error@+1 {{calculated output height did not match expected: calculated=-7, expected=2}}
%r = tosa.resize %x, %s, %o, %b {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x2x1xf32>

// -----

%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{require same number of values in 'then_graph' arguments (2) and 'input_list' (1)}}
%r = "tosa.cond_if"(%c, %x) ({
^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
  tosa.yield %a : tensor<4xf32>
}, {
^bb0(%a: tensor<4xf32>):
  tosa.yield %a : tensor<4xf32>
}) : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>

// -----

%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{require same number of values in 'else_graph' results (2) and 'output_list' (1)}}
%r = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
  tosa.yield %x : tensor<4xf32>
} else {
  tosa.yield %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{'cond_graph' result must be a size 1 tensor, got 'tensor<4xf32>'}}
%r = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
  tosa.yield %a : tensor<4xf32>
} do {
^bb0(%a: tensor<4xf32>):
  tosa.yield %a : tensor<4xf32>
}

// -----

// expected-error@+1 {{expected a ranked tensor for variable type}}
tosa.variable @v : i32

// -----

%a = "test.value"() : () -> tensor<1x2x2xi8>
// expected-error@+1 {{expected a zero point of #tosa.matmul_quant}}
%r = tosa.matmul %a, %a {quantization_info = #tosa.matmul_quant<c_zp = 1>} : (tensor<1x2x2xi8>, tensor<1x2x2xi8>) -> tensor<1x2x2xi32>

// -----

%x = "test.value"() : () -> tensor<2x3xf32>
%p = "test.value"() : () -> tensor<?x2xi32>
// expected-error@+1 {{operand #1 of 'tosa.pad' has to be a constant}}
%r = tosa.pad %x, %p : (tensor<2x3xf32>, tensor<?x2xi32>) -> tensor<3x3xf32>

// -----

%x = "test.value"() : () -> tensor<2x3xf32>
%p = "test.value"() : () -> tensor<2xi32>
// expected-error@+1 {{the permutation of 'tosa.transpose' has to be a constant}}
%r = tosa.transpose %x, %p : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{attribute 'axis' occurs more than once}}
%r = tosa.reverse %x {axis = 0 : i32, axis = 0 : i32} : (tensor<4xf32>) -> tensor<4xf32>

// -----

%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{expected as many input types as operands (expected 1 got 0)}}
%r = tosa.cond_if %c (%a = %x) : tensor<i1> -> tensor<4xf32> {
}

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{'tosa.abs' has no attribute 'axis'}}
%r = tosa.abs %x axis(0) : (tensor<4xf32>) -> tensor<4xf32>

// -----

%x = "test.value"() : () -> tensor<4x4xf32>
// expected-error@+1 {{attribute 'axis' occurs more than once}}
%r = tosa.reverse %x axis(0) axis(1) : (tensor<4x4xf32>) -> tensor<4x4xf32>

// -----

%x = "test.value"() : () -> tensor<4x4xf32>
// expected-error@+1 {{invalid nan_mode: 'NEVER'}}
%r = tosa.reduce_max %x axis(0) nan_mode<NEVER> : (tensor<4x4xf32>) -> tensor<1x4xf32>
