// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

%x = "test.value"() : () -> tensor<4xf32>
%y = "test.value"() : () -> tensor<3xf32>
// expected-error@+1 {{operands don't have broadcast-compatible shapes}}
%r = tosa.add %x, %y : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{requires the same shape for all operands and results}}
%r = tosa.exp %x : (tensor<4xf32>) -> tensor<5xf32>

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{expect axis to be in the range [0, 1), but got 2}}
%r = tosa.reduce_sum %x {axis = 2 : i32} : (tensor<4xf32>) -> tensor<1xf32>

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{result tensor is not of integer type}}
%r = tosa.argmax %x {axis = 0 : i32} : (tensor<4xf32>) -> tensor<f32>

// -----

%x = "test.value"() : () -> tensor<2x3xf32>
%y = "test.value"() : () -> tensor<3xf32>
// expected-error@+1 {{expect all operands to have the same rank}}
%r = tosa.concat %x, %y {axis = 0 : i32} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>

// -----

%x = "test.value"() : () -> tensor<2x3xf32>
%y = "test.value"() : () -> tensor<2x4xf32>
// expected-error@+1 {{expect all operand shapes to have the same sizes on non-axis dimensions, but got 3 vs 4 at index 1 on operands 0 and 1}}
%r = tosa.concat %x, %y {axis = 0 : i32} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>

// -----

// expected-error@+1 {{expects at least one operand}}
%r = tosa.concat {axis = 0 : i32} : () -> tensor<4x3xf32>

// -----

%x = "test.value"() : () -> tensor<6xf32>
%s = tosa.const_shape {values = dense<8> : tensor<1xindex>} : () -> !tosa.shape<1>
// expected-error@+1 {{cannot reshape 6 elements into 8}}
%r = tosa.reshape %x, %s : (tensor<6xf32>, !tosa.shape<1>) -> tensor<8xf32>

// -----

%x = "test.value"() : () -> tensor<6xf32>
%s = tosa.const_shape {values = dense<8> : tensor<1xindex>} : () -> !tosa.shape<1>
// expected-error@+1 {{new shape is inconsistent with result shape}}
%r = tosa.reshape %x, %s : (tensor<6xf32>, !tosa.shape<1>) -> tensor<6xf32>

// -----

%x = "test.value"() : () -> tensor<6xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
// expected-error@+1 {{expect operand #1 to be a shape of rank 1, but got '!tosa.shape<2>'}}
%r = tosa.reshape %x, %s : (tensor<6xf32>, !tosa.shape<2>) -> tensor<6xf32>

// -----

%x = "test.value"() : () -> tensor<6xf32>
%s = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
// expected-error@+1 {{expect input and output to have same element type, got 'f32' and 'i32'}}
%r = tosa.reshape %x, %s : (tensor<6xf32>, !tosa.shape<1>) -> tensor<6xi32>

// -----

%x = "test.value"() : () -> tensor<2x3xf32>
// expected-error@+1 {{expected perms attribute to have size 2 (input rank) but got size 1}}
%r = tosa.transpose %x {perms = array<i32: 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>

// -----

%x = "test.value"() : () -> tensor<2x3xf32>
// expected-error@+1 {{expected valid permutation indices}}
%r = tosa.transpose %x {perms = array<i32: 0, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>

// -----

%x = "test.value"() : () -> tensor<3xf32>
%s = tosa.const_shape {values = dense<-2> : tensor<2xindex>} : () -> !tosa.shape<2>
%c = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{invalid padding values at dimension 0: values must be non-negative or -1 for dynamic padding, got [-2, -2]}}
%r = tosa.pad %x, %s, %c : (tensor<3xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<1xf32>

// -----

%x = "test.value"() : () -> tensor<3xf32>
%s = tosa.const_shape {values = dense<0> : tensor<1xindex>} : () -> !tosa.shape<1>
// expected-error@+1 {{expect element of multiples to be positive or -1}}
%r = tosa.tile %x, %s : (tensor<3xf32>, !tosa.shape<1>) -> tensor<3xf32>

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{expected min_val <= max_val}}
%r = tosa.clamp %x {min_val = 2.0 : f32, max_val = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{min/max attributes types are incompatible with input/output element types}}
%r = tosa.clamp %x {min_val = 2 : i8, max_val = 3 : i8} : (tensor<4xf32>) -> tensor<4xf32>

// -----

%x = "test.value"() : () -> tensor<1x4x4x1xf32>
// expected-error@+1 {{expected all padding to be less than the kernel size}}
%r = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 2, 0, 0, 0>} : (tensor<1x4x4x1xf32>) -> tensor<1x5x3x1xf32>

// -----

// expected-error@+1 {{expected same attr/result types, got 'tensor<2xi32>' and 'tensor<3xi32>'}}
%r = "tosa.const"() <{values = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>

// -----

// expected-error@+1 {{expect number of elements in attribute values (2) to be equal to the rank (3) for the result shape type}}
%r = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<3>

// -----

// expected-error@+1 {{invalid rank (must be >= 0): -1}}
%r = "test.value"() : () -> !tosa.shape<-1>

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{invalid nan_mode: 'SOME'}}
%r = tosa.maximum %x, %x {nan_mode = SOME} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// -----

%x = "test.value"() : () -> tensor<4xf32>
// expected-error@+1 {{expected the types of 1 operands but got 2}}
%r = tosa.exp %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// -----

%x = "test.value"() : () -> tensor<3xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%c = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{mismatch in output shape at dimension 0: expected 3 + 1 + 1 = 5, but got 4}}
%r = tosa.pad %x, %s, %c : (tensor<3xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<4xf32>

// -----

%x = "test.value"() : () -> tensor<3xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%c = "test.value"() : () -> tensor<1xf32>
// expected-error@+1 {{expect same input and output tensor rank, but got inputRank: 1, outputRank: 2}}
%r = tosa.pad %x, %s, %c : (tensor<3xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<5x1xf32>

// -----

%x = "test.value"() : () -> tensor<3xf32>
%s = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
%c = "test.value"() : () -> tensor<1xi32>
// expected-error@+1 {{expect input and output to have same element type, got 'i32' and 'f32'}}
%r = tosa.pad %x, %s, %c : (tensor<3xf32>, !tosa.shape<2>, tensor<1xi32>) -> tensor<5xf32>

// -----

%x = "test.value"() : () -> tensor<3xf32>
%s = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
%t = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
// expected-error@+1 {{length of size is not equal to rank of input shape}}
%r = tosa.slice %x, %s, %t : (tensor<3xf32>, !tosa.shape<1>, !tosa.shape<2>) -> tensor<1xf32>

// -----

%x = "test.value"() : () -> tensor<3xf32>
%s = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
// expected-error@+1 {{expect input1 and output to have the same ranks, got 1 and 2}}
%r = tosa.slice %x, %s, %s : (tensor<3xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<1x1xf32>

// -----

%x = "test.value"() : () -> tensor<3xf32>
%s = "test.value"() : () -> !tosa.shape<1>
// expected-error@+1 {{'tosa.slice' op shape operand is not compile time resolvable}}
%r = tosa.slice %x, %s, %s : (tensor<3xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<1xf32>
