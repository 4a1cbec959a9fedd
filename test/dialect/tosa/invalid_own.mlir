// Sizes that do not go together, which upstream sees when it lowers them.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

%a = "test.value"() : () -> tensor<1x2x3xf32>
%z = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{expects the columns of a (3) to be the rows of b (2)}}
%r = tosa.matmul %a, %a, %z, %z : (tensor<1x2x3xf32>, tensor<1x2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x3xf32>

// -----

%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x2xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{expect the channels of input (3) and weight (2) to be equal}}
%r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x2xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x5xf32>

// -----

%a = "test.value"() : () -> tensor<1x2x3xf32>
%b = "test.value"() : () -> tensor<2x3x2xf32>
%z = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{expects a and b to have the same batch}}
%r = tosa.matmul %a, %b, %z, %z : (tensor<1x2x3xf32>, tensor<2x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
