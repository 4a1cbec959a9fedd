// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Transforms, factorizations, normalization, random numbers.

func.func @fft_1(%a: tensor<3x9xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op the transform requires complex input type, but is given 'f32'}}
  %0 = stablehlo.fft %a, type = FFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x9xf32>
  return
}

// -----

func.func @fft_2(%a: tensor<3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op RFFT requires float input type, but is given 'complex<f32>'}}
  %0 = stablehlo.fft %a, type = RFFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

func.func @fft_3(%a: tensor<3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op requires innermost dimensions of operand to match fft_length, but 1 of 'tensor<3x9xcomplex<f32>>' is not 8}}
  %0 = stablehlo.fft %a, type = FFT, length = [8] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @fft_4(%a: tensor<3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op operand rank must not be less than fft rank of 3 for operand of type 'tensor<3x9xcomplex<f32>>'}}
  %0 = stablehlo.fft %a, type = FFT, length = [3, 3, 9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @fft_5(%a: tensor<1x1x3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op rank must be between 1 and 3, but got 4}}
  %0 = stablehlo.fft %a, type = FFT, length = [1, 1, 3, 9] : (tensor<1x1x3x9xcomplex<f32>>) -> tensor<1x1x3x9xcomplex<f32>>
  return
}

// -----

func.func @fft_6(%a: tensor<3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op rank must be between 1 and 3, but got 0}}
  %0 = stablehlo.fft %a, type = FFT, length = [] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @fft_7(%a: tensor<3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op requires innermost dimensions of operand to match fft_length, but 1 of 'tensor<3x9xcomplex<f32>>' is not 10}}
  %0 = stablehlo.fft %a, type = IRFFT, length = [18] : (tensor<3x9xcomplex<f32>>) -> tensor<3x18xf32>
  return
}

// -----

func.func @fft_8(%a: tensor<3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op requires innermost dimensions of operand to match fft_length, but 1 of 'tensor<3x9xcomplex<f32>>' is not -9}}
  %0 = stablehlo.fft %a, type = FFT, length = [-9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>
  return
}

// -----

func.func @fft_9(%a: tensor<3x9xf16>) {
  // expected-error@+1 {{'stablehlo.fft' op inferred type(s) 'tensor<3x5xcomplex<f16>>' are incompatible with return type(s) of operation 'tensor<3x5xcomplex<f32>>'}}
  %0 = stablehlo.fft %a, type = RFFT, length = [9] : (tensor<3x9xf16>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

func.func @cholesky_1(%a: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op minor dimensions of 'a' must have equal size, got 'tensor<3x4xf32>'}}
  %0 = stablehlo.cholesky %a, lower = true : tensor<3x4xf32>
  return
}

// -----

func.func @cholesky_2(%a: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op argument 'a' must have rank >= 2, got 'tensor<3xf32>'}}
  %0 = stablehlo.cholesky %a, lower = true : tensor<3xf32>
  return
}

// -----

func.func @cholesky_3(%a: tensor<3x3xi32>) {
  // expected-error@+1 {{but got 'tensor<3x3xi32>'}}
  %0 = stablehlo.cholesky %a, lower = true : tensor<3x3xi32>
  return
}

// -----

func.func @triangular_solve_1(%a: tensor<3x3xf32>, %b: tensor<3x3xf64>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op operands must have equal rank and element type, but got 'tensor<3x3xf32>' and 'tensor<3x3xf64>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true} : (tensor<3x3xf32>, tensor<3x3xf64>) -> tensor<3x3xf32>
  return
}

// -----

func.func @triangular_solve_2(%a: tensor<3x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op shared dimension of operands 'a' and 'b' does not match, 'tensor<3x3xf32>' and 'tensor<4x3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true} : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @triangular_solve_3(%a: tensor<2x3x3xf32>, %b: tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op operands must have equal rank and element type, but got 'tensor<2x3x3xf32>' and 'tensor<3x3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true} : (tensor<2x3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @triangular_solve_4(%a: tensor<2x3x3xf32>, %b: tensor<3x3x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op leading batch dimensions of the operands must be same, but got 'tensor<2x3x3xf32>' and 'tensor<3x3x3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true} : (tensor<2x3x3xf32>, tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
  return
}

// -----

func.func @triangular_solve_5(%a: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op argument 'a' must have rank >= 2, got 'tensor<3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @triangular_solve_6(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op minor dimensions of 'a' must have equal size, got 'tensor<3x4xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @triangular_solve_7(%a: tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op invalid transpose option value for triangular solve}}
  %0 = "stablehlo.triangular_solve"(%a, %a) {left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = true} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @triangular_solve_8(%a: tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op inferred type(s) 'tensor<3x3xf32>' are incompatible with return type(s) of operation 'tensor<3x4xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %a) {left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @batch_norm_training_1(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expects feature_index to be in the range of the operand's dimensions [0, 2), got 2}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %b) {epsilon = 0.001 : f32, feature_index = 2 : i64} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_2(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expects feature_index to be in the range of the operand's dimensions [0, 2), got -1}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %b) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_3(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expects operand #1 to have the feature count (2) and element type of the operand, but got 'tensor<4xf32>' and 'tensor<2x4xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %b) {epsilon = 0.001 : f32, feature_index = 0 : i64} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_4(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf64>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expects operand #2 to have the feature count (4) and element type of the operand, but got 'tensor<4xf64>' and 'tensor<2x4xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf64>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_inference_1(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expects operand #4 to have the feature count (4) and element type of the operand, but got 'tensor<3xf32>' and 'tensor<2x4xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%a, %b, %b, %b, %c) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @batch_norm_grad_1(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op expects grad_output to be of the operand's type, but got 'tensor<3x4xf32>' and 'tensor<2x4xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%a, %b, %b, %b, %c) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @rng_1(%a: tensor<f32>, %b: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op expects a size for each dimension of 'tensor<3x3xf32>', but got 'tensor<1xi64>'}}
  %0 = stablehlo.rng %a, %a, %b, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3x3xf32>
  return
}

// -----

func.func @rng_2(%a: tensor<i32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op mu and sigma must be floats, but got 'tensor<i32>'}}
  %0 = stablehlo.rng %a, %a, %b, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<3x3xi32>
  return
}

// -----

func.func @rng_3(%a: tensor<f32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op expects a and b to be scalars of the result's element type, but got 'tensor<f32>' and 'tensor<f32>'}}
  %0 = stablehlo.rng %a, %a, %b, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x3xi32>
  return
}

// -----

func.func @rng_4(%a: tensor<1xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op expects a and b to be scalars of the result's element type, but got 'tensor<1xf32>' and 'tensor<1xf32>'}}
  %0 = stablehlo.rng %a, %a, %b, distribution = UNIFORM : (tensor<1xf32>, tensor<1xf32>, tensor<2xi64>) -> tensor<3x3xf32>
  return
}

// -----

func.func @rng_5(%a: tensor<f32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.rng' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x3xf32>
  return
}

// -----

func.func @rng_bit_generator_1(%a: tensor<2xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op inferred type(s) 'tensor<2xui64>' are incompatible with return type(s) of operation 'tensor<3xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<3xui64>, tensor<2x2xui64>)
  return
}

// -----

func.func @rng_bit_generator_2(%a: tensor<2xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op expects its output to have a static shape, but got 'tensor<?x2xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?x2xui64>)
  return
}

// -----

func.func @rng_bit_generator_3(%a: tensor<2xi1>) {
  // expected-error@+1 {{but got 'tensor<2xi1>'}}
  %0:2 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xi1>) -> (tensor<2xi1>, tensor<2x2xui64>)
  return
}
