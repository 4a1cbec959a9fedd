// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Ops that work element by element: types, shapes, formats, accuracy.

func.func @add_1(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.add' op requires compatible types for all operands and results}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @add_2(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.add' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @add_3(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op requires compatible types for all operands and results}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @add_4(%a: tensor<4xf32>, %b: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.add' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @add_5(%a: tensor<*xf32>) {
  // expected-error@+1 {{but got 'tensor<*xf32>'}}
  %0 = "stablehlo.add"(%a, %a) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @subtract_1(%a: tensor<4xi1>) {
  // expected-error@+1 {{but got 'tensor<4xi1>'}}
  %0 = stablehlo.subtract %a, %a : tensor<4xi1>
  return
}

// -----

func.func @divide_1(%a: tensor<4xi1>) {
  // expected-error@+1 {{but got 'tensor<4xi1>'}}
  %0 = stablehlo.divide %a, %a : tensor<4xi1>
  return
}

// -----

func.func @remainder_1(%a: tensor<4xi1>) {
  // expected-error@+1 {{but got 'tensor<4xi1>'}}
  %0 = stablehlo.remainder %a, %a : tensor<4xi1>
  return
}

// -----

func.func @power_1(%a: tensor<4xi1>) {
  // expected-error@+1 {{but got 'tensor<4xi1>'}}
  %0 = stablehlo.power %a, %a : tensor<4xi1>
  return
}

// -----

func.func @negate_1(%a: tensor<4xi1>) {
  // expected-error@+1 {{but got 'tensor<4xi1>'}}
  %0 = stablehlo.negate %a : tensor<4xi1>
  return
}

// -----

func.func @abs_1(%a: tensor<4xi1>) {
  // expected-error@+1 {{but got 'tensor<4xi1>'}}
  %0 = stablehlo.abs %a : tensor<4xi1>
  return
}

// -----

func.func @sign_1(%a: tensor<4xi1>) {
  // expected-error@+1 {{but got 'tensor<4xi1>'}}
  %0 = stablehlo.sign %a : tensor<4xi1>
  return
}

// -----

func.func @shift_left_1(%a: tensor<4xi1>) {
  // expected-error@+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<4xi1>'}}
  %0 = stablehlo.shift_left %a, %a : tensor<4xi1>
  return
}

// -----

func.func @popcnt_1(%a: tensor<4xi1>) {
  // expected-error@+1 {{'stablehlo.popcnt' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<4xi1>'}}
  %0 = stablehlo.popcnt %a : tensor<4xi1>
  return
}

// -----

func.func @abs_2(%a: tensor<4xui32>) {
  // expected-error@+1 {{but got 'tensor<4xui32>'}}
  %0 = stablehlo.abs %a : tensor<4xui32>
  return
}

// -----

func.func @sign_2(%a: tensor<4xui32>) {
  // expected-error@+1 {{but got 'tensor<4xui32>'}}
  %0 = stablehlo.sign %a : tensor<4xui32>
  return
}

// -----

func.func @and_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.and' op operand #0 must be ranked tensor of 1-bit signless integer or 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<4xf32>'}}
  %0 = stablehlo.and %a, %a : tensor<4xf32>
  return
}

// -----

func.func @not_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.not' op operand #0 must be ranked tensor of 1-bit signless integer or 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<4xf32>'}}
  %0 = stablehlo.not %a : tensor<4xf32>
  return
}

// -----

func.func @popcnt_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.popcnt' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<4xf32>'}}
  %0 = stablehlo.popcnt %a : tensor<4xf32>
  return
}

// -----

func.func @count_leading_zeros_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<4xf32>'}}
  %0 = stablehlo.count_leading_zeros %a : tensor<4xf32>
  return
}

// -----

func.func @shift_right_logical_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<4xf32>'}}
  %0 = stablehlo.shift_right_logical %a, %a : tensor<4xf32>
  return
}

// -----

func.func @cosine_1(%a: tensor<4xi32>) {
  // expected-error@+1 {{but got 'tensor<4xi32>'}}
  %0 = stablehlo.cosine %a : tensor<4xi32>
  return
}

// -----

func.func @exponential_1(%a: tensor<4xi32>) {
  // expected-error@+1 {{but got 'tensor<4xi32>'}}
  %0 = stablehlo.exponential %a : tensor<4xi32>
  return
}

// -----

func.func @floor_1(%a: tensor<4xi32>) {
  // expected-error@+1 {{but got 'tensor<4xi32>'}}
  %0 = stablehlo.floor %a : tensor<4xi32>
  return
}

// -----

func.func @floor_2(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{but got 'tensor<4xcomplex<f32>>'}}
  %0 = stablehlo.floor %a : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @ceil_1(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{but got 'tensor<4xcomplex<f32>>'}}
  %0 = stablehlo.ceil %a : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @round_nearest_even_1(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{but got 'tensor<4xcomplex<f32>>'}}
  %0 = stablehlo.round_nearest_even %a : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @abs_3(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{but got 'tensor<4xcomplex<f32>>'}}
  %0 = "stablehlo.abs"(%a) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @abs_4(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.abs' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  %0 = "stablehlo.abs"(%a) : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @real_1(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.real' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  %0 = "stablehlo.real"(%a) : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @real_2(%a: tensor<4xi32>) {
  // expected-error@+1 {{but got 'tensor<4xi32>'}}
  %0 = "stablehlo.real"(%a) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @imag_1(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{but got 'tensor<4xcomplex<f32>>'}}
  %0 = "stablehlo.imag"(%a) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @complex_1(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  // expected-error@+1 {{'stablehlo.complex' op requires compatible types for all operands and results}}
  %0 = "stablehlo.complex"(%a, %b) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @complex_2(%a: tensor<4xf16>) {
  // expected-error@+1 {{'stablehlo.complex' op operand #0 must be ranked tensor of 32-bit float or 64-bit float values, but got 'tensor<4xf16>'}}
  %0 = "stablehlo.complex"(%a, %a) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xcomplex<f16>>
  return
}

// -----

func.func @complex_3(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.complex' op inferred type(s) 'tensor<4xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<4xcomplex<f64>>'}}
  %0 = "stablehlo.complex"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  return
}

// -----

func.func @is_finite_1(%a: tensor<4xi32>) {
  // expected-error@+1 {{but got 'tensor<4xi32>'}}
  %0 = "stablehlo.is_finite"(%a) : (tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @is_finite_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op result #0 must be ranked tensor of 1-bit signless integer values, but got 'tensor<4xi32>'}}
  %0 = "stablehlo.is_finite"(%a) : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @is_finite_3(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.is_finite"(%a) : (tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

func.func @compare_1(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op requires the same element type for all operands}}
  %0 = stablehlo.compare EQ, %a, %b : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_2(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.compare EQ, %a, %b : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_3(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op cannot compare elements of type 'f32' as SIGNED}}
  %0 = stablehlo.compare EQ, %a, %a, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_4(%a: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op cannot compare elements of type 'i32' as FLOAT}}
  %0 = stablehlo.compare EQ, %a, %a, FLOAT : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_5(%a: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op cannot compare elements of type 'i32' as TOTALORDER}}
  %0 = stablehlo.compare EQ, %a, %a, TOTALORDER : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_6(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.compare' op cannot compare elements of type 'complex<f32>' as TOTALORDER}}
  %0 = stablehlo.compare EQ, %a, %a, TOTALORDER : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_7(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op result #0 must be ranked tensor of 1-bit signless integer values, but got 'tensor<4xi32>'}}
  %0 = stablehlo.compare EQ, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @compare_8(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = stablehlo.compare EQ, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

func.func @select_1(%a: tensor<1xi1>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.select' op requires a scalar predicate or one of the shape of 'tensor<4xf32>', but got 'tensor<1xi1>'}}
  %0 = "stablehlo.select"(%a, %b, %c) : (tensor<1xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_2(%a: tensor<4xi32>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.select' op operand #0 must be ranked tensor of 1-bit signless integer values, but got 'tensor<4xi32>'}}
  %0 = "stablehlo.select"(%a, %b, %c) : (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_3(%a: tensor<4xi1>, %b: tensor<4xf32>, %c: tensor<4xf64>) {
  // expected-error@+1 {{'stablehlo.select' op requires compatible types for non-predicate operands, but got 'tensor<4xf32>' and 'tensor<4xf64>'}}
  %0 = "stablehlo.select"(%a, %b, %c) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @select_4(%a: tensor<4xi1>, %b: tensor<4xf32>, %c: tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.select' op requires compatible types for non-predicate operands, but got 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %0 = "stablehlo.select"(%a, %b, %c) : (tensor<4xi1>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_5(%a: tensor<4xi1>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.select' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  %0 = "stablehlo.select"(%a, %b, %c) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @clamp_1(%a: tensor<1xf32>, %b: tensor<4xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.clamp' op min shape of 'tensor<1xf32>' is not scalar and is not compatible to operand type 'tensor<4xf32>'}}
  %0 = "stablehlo.clamp"(%a, %b, %c) : (tensor<1xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp_2(%a: tensor<f32>, %b: tensor<4xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.clamp' op max shape of 'tensor<3xf32>' is not scalar and is not compatible to operand type 'tensor<4xf32>'}}
  %0 = "stablehlo.clamp"(%a, %b, %c) : (tensor<f32>, tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp_3(%a: tensor<f64>, %b: tensor<4xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.clamp' op min has the element type 'f64', expected 'f32'}}
  %0 = "stablehlo.clamp"(%a, %b, %c) : (tensor<f64>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @clamp_4(%a: tensor<f32>, %b: tensor<4xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.clamp' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %0 = "stablehlo.clamp"(%a, %b, %c) : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

func.func @convert_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.convert' op requires the same shape for all operands and results}}
  %0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

func.func @convert_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.convert' op requires the same shape for all operands and results}}
  %0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4x1xi32>
  return
}

// -----

func.func @bitcast_convert_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op requires compatible bit widths: 32-bit elements do not make up the last dimension of 'tensor<4x2xi8>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4x2xi8>
  return
}

// -----

func.func @bitcast_convert_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op rank of the narrower element type is expected to be 2, but got 'tensor<4xf32>' and 'tensor<16xi8>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<16xi8>
  return
}

// -----

func.func @bitcast_convert_3(%a: tensor<4x4xi8>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op rank of the narrower element type is expected to be 3, but got 'tensor<4x4xi8>' and 'tensor<4x1xf32>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4x4xi8>) -> tensor<4x1xf32>
  return
}

// -----

func.func @bitcast_convert_4(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op cannot convert between real and complex types, but got: 'tensor<4xcomplex<f32>>' and 'tensor<4xf64>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @bitcast_convert_5(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op cannot convert between real and complex types, but got: 'tensor<4xcomplex<f32>>' and 'tensor<4x2xf32>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xcomplex<f32>>) -> tensor<4x2xf32>
  return
}

// -----

func.func @bitcast_convert_6(%a: tensor<4xi8>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op rank of the narrower element type is expected to be 2, but got 'tensor<4xi8>' and 'tensor<4xi1>'}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xi8>) -> tensor<4xi1>
  return
}

// -----

func.func @reduce_precision_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op exponent_bits must be at least 1}}
  %0 = stablehlo.reduce_precision %a, format = e0m2 : tensor<4xf32>
  return
}

// -----

func.func @reduce_precision_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op mantissa_bits must be at least 0}}
  %0 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 2 : i32, mantissa_bits = -1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_precision_3(%a: tensor<4xi32>) {
  // expected-error@+1 {{but got 'tensor<4xi32>'}}
  %0 = stablehlo.reduce_precision %a, format = e5m2 : tensor<4xi32>
  return
}

// -----

func.func @reduce_precision_4(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{but got 'tensor<4xcomplex<f32>>'}}
  %0 = stablehlo.reduce_precision %a, format = e5m2 : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @exponential_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op Negative tolerance}}
  %0 = "stablehlo.exponential"(%a) {result_accuracy = #stablehlo.result_accuracy<atol = -1.0, rtol = 0.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @exponential_3(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.exponential"(%a) {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @exponential_4(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op Invalid tolerances for ResultAccuracyAttr with mode HIGHEST, must be all zero.}}
  %0 = "stablehlo.exponential"(%a) {result_accuracy = #stablehlo.result_accuracy<rtol = 1.0, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @exponential_5(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op Negative tolerance}}
  %0 = "stablehlo.exponential"(%a) {result_accuracy = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @add_6(%a: tensor<4xi3>) {
  // expected-error@+1 {{but got 'tensor<4xi3>'}}
  %0 = stablehlo.add %a, %a : tensor<4xi3>
  return
}

// -----

func.func @add_7(%a: tensor<4xi128>) {
  // expected-error@+1 {{but got 'tensor<4xi128>'}}
  %0 = stablehlo.add %a, %a : tensor<4xi128>
  return
}

// -----

func.func @add_8(%a: tensor<4xindex>) {
  // expected-error@+1 {{but got 'tensor<4xindex>'}}
  %0 = stablehlo.add %a, %a : tensor<4xindex>
  return
}

// -----

func.func @add_9(%a: tensor<4xtf32>) {
  // expected-error@+1 {{but got 'tensor<4xtf32>'}}
  %0 = stablehlo.add %a, %a : tensor<4xtf32>
  return
}

// -----

func.func @add_10(%a: tensor<4xsi32>) {
  // expected-error@+1 {{but got 'tensor<4xsi32>'}}
  %0 = stablehlo.add %a, %a : tensor<4xsi32>
  return
}

// -----

func.func @uniform_quantize_1(%b: tensor<4xf64>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op has a result that stands for 'f32', but an operand of 'f64'}}
  %0 = stablehlo.uniform_quantize %b : (tensor<4xf64>) -> tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

func.func @uniform_quantize_2(%b: tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op requires the same shape for all operands and results}}
  %0 = stablehlo.uniform_quantize %b : (tensor<5xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

func.func @uniform_quantize_3(%b: tensor<4xi32>) {
  // expected-error@+1 {{but got 'tensor<4xi32>'}}
  %0 = stablehlo.uniform_quantize %b : (tensor<4xi32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  return
}

// -----

func.func @uniform_dequantize_1(%a: tensor<4x!quant.uniform<i8:f32, 2.0:15>>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  %1 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4xf64>
  return
}

// -----

func.func @uniform_dequantize_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op operand #0 must be ranked tensor of integer quantized values, but got 'tensor<4xf32>'}}
  %1 = stablehlo.uniform_dequantize %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @constant_1() {
  %1 = stablehlo.constant dense<1.0> : tensor<4xf32>
  // expected-error@+1 {{'stablehlo.constant' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<5xf32>
  return
}

// -----

func.func @constant_2() {
  // expected-error@+1 {{'stablehlo.constant' op result #0 must be statically shaped tensor, but got 'tensor<?xf32>'}}
  %2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<?xf32>
  return
}

// -----

func.func @constant_3() {
  // expected-error@+1 {{'stablehlo.constant' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xi32>'}}
  %2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xi32>
  return
}

// -----

func.func @constant_of_a_vector() {
  // expected-error@+1 {{'stablehlo.constant' op expected the elements of a ranked tensor as its value}}
  %0 = "stablehlo.constant"() <{value = dense<1> : vector<2xi32>}> : () -> tensor<2xi32>
  return
}

// -----

func.func @bitcast_convert_shapes(%x: tensor<2x3xi16>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op operand and result shapes must match except for the innermost dimension of the shape with the smaller element type, but got 'tensor<2x3xi16>' and 'tensor<3x3x2xi8>'}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2x3xi16>) -> tensor<3x3x2xi8>
  return
}
