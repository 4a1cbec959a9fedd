// Elements, zero points and sizes that do not go together.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

func.func @zero_point(%x: tensor<1x4x8xi8>, %y: tensor<1x8x3xi8>, %z: tensor<1xi8>, %w: tensor<1xi16>) {
  // expected-error@+1 {{expect input b and b_zp have the same element type, got 'i8' and 'i16'}}
  %0 = tosa.matmul %x, %y, %z, %w : (tensor<1x4x8xi8>, tensor<1x8x3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<1x4x3xi32>
  return
}

// -----

func.func @unsigned_zero_point(%x: tensor<4x!quant.uniform<u8:f32, 0.5>>, %z: tensor<1xi8>) {
  // expected-error@+1 {{expect both input1 and its zero point are the same element type, got 'ui8' and 'i8'}}
  %0 = tosa.negate %x, %z, %z : (tensor<4x!quant.uniform<u8:f32, 0.5>>, tensor<1xi8>, tensor<1xi8>) -> tensor<4x!quant.uniform<u8:f32, 0.5>>
  return
}

// -----

func.func @scalar_zero_point(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{operand #1 must be tosa-conformant unranked tensor of unsigned integer or signless integer or floating-point values or tosa-conformant scalar tensor of unsigned integer or signless integer or floating-point values, but got 'tensor<f32>'}}
  %0 = tosa.negate %x, %z, %z : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @elements(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error@+1 {{requires the same element type for all operands and results}}
  %0 = tosa.add %x, %y : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @compared(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{requires the same element type for all operands}}
  %0 = tosa.greater %x, %y : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @joined(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error@+1 {{expect input and output to have same element type, got 'f16' and 'f32'}}
  %0 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<4xf32>, tensor<4xf16>) -> tensor<8xf32>
  return
}

// -----

func.func @turned(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{failed to verify that all of {input1, output} have same element type: got 'f32' and 'f16'}}
  %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<4x3xf32>) -> tensor<3x4xf16>
  return
}

// -----

func.func @factors(%x: tensor<4xi32>, %y: tensor<4xi16>, %s: tensor<1xi8>) {
  // expected-error@+1 {{requires the same element type for all operands}}
  %0 = tosa.mul %x, %y, %s : (tensor<4xi32>, tensor<4xi16>, tensor<1xi8>) -> tensor<4xi32>
  return
}

// -----

func.func @narrowed(%x: tensor<4xi32>, %s: tensor<1xi8>) {
  // expected-error@+1 {{invalid data type size for operands or result}}
  %0 = tosa.mul %x, %x, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi16>
  return
}

// -----

func.func @float_weights(%x: tensor<1x4x4x2xi8>, %w: tensor<3x1x1x2xf32>, %b: tensor<3xi32>, %z: tensor<1xi8>, %v: tensor<1xf32>) {
  // expected-error@+1 {{expect both input and weight to be float or not together, got 'i8' and 'f32'}}
  %0 = tosa.conv2d %x, %w, %b, %z, %v {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>, tensor<3x1x1x2xf32>, tensor<3xi32>, tensor<1xi8>, tensor<1xf32>) -> tensor<1x4x4x3xi32>
  return
}

// -----

func.func @bias(%x: tensor<1x4x4x2xf16>, %w: tensor<3x1x1x2xf16>, %b: tensor<3xf32>, %z: tensor<1xf16>) {
  // expected-error@+1 {{expect both bias and result to have same element type, got 'f32' and 'f16'}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f16, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf16>, tensor<3x1x1x2xf16>, tensor<3xf32>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4x4x3xf16>
  return
}

// -----

func.func @steps(%x: tensor<1x5x4x2xf32>, %w: tensor<3x2x1x2xf32>, %b: tensor<3xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{expected input_height - 1 + pad_top + pad_bottom - (kernel_height - 1) * dilation_y to be wholly divisible by stride_y, got (3) / 2}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 1>} : (tensor<1x5x4x2xf32>, tensor<3x2x1x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4x3xf32>
  return
}

// -----

func.func @windows(%x: tensor<1x4x5x2xf32>) {
  // expected-error@+1 {{expected input_width + pad_left + pad_right - kernel_x to be wholly divisible by stride_x, got (3) / 2}}
  %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x5x2xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @sums(%x: tensor<1x4x4x2xbf16>, %z: tensor<1xbf16>) {
  // expected-error@+1 {{accumulator type for bf16 tensor is not f32}}
  %0 = tosa.avg_pool2d %x, %z, %z {acc_type = f16, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<1x2x2x2xbf16>
  return
}

// -----

func.func @rescaled(%x: tensor<4xi8>, %m: tensor<1xi32>, %s: tensor<1xi8>, %z: tensor<1xi16>) {
  // expected-error@+1 {{expected input and input_zp to both be integer of the same bitwidth, but got 'i8' vs. 'i16'}}
  %0 = tosa.rescale %x, %m, %s, %z, %z {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<4xi16>
  return
}

// -----

func.func @rows(%v: tensor<2x5x3xf32>, %i: tensor<2x4xi32>) {
  // expected-error@+1 {{requires output dimension 2 to have size 3, got 7}}
  %0 = tosa.gather %v, %i : (tensor<2x5x3xf32>, tensor<2x4xi32>) -> tensor<2x4x7xf32>
  return
}

// -----

func.func @placed(%v: tensor<2x5x3xf32>, %i: tensor<2x4xi32>, %u: tensor<2x6x3xf32>) {
  // expected-error@+1 {{requires input dimension 1 to have size 4, got 6}}
  %0 = tosa.scatter %v, %i, %u : (tensor<2x5x3xf32>, tensor<2x4xi32>, tensor<2x6x3xf32>) -> tensor<2x5x3xf32>
  return
}

// -----

func.func @table(%x: tensor<4xi8>, %t: tensor<256xi8>) {
  // expected-error@+1 {{requires the same shape for input1 and output, got 'tensor<4xi8>' and 'tensor<5xi8>'}}
  %0 = tosa.table %x, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<5xi8>
  return
}

// -----

func.func @axis(%x: tensor<*xf32>) {
  // expected-error@+1 {{expect output tensor rank (2) to be larger than axis (3)}}
  %0 = tosa.reduce_sum %x {axis = 3 : i32} : (tensor<*xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @reduced(%x: tensor<*xf32>) {
  // expected-error@+1 {{expect reduced dimension size to be 1, got 4}}
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<*xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @permuted(%x: tensor<*xf32>) {
  // expected-error@+1 {{expected perms attribute to have size 3 (output rank) but got size 2}}
  %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<*xf32>) -> tensor<1x4x2xf32>
  return
}

// -----

func.func @no_power(%x: tensor<1x4x6xf32>) {
  // expected-error@+1 {{expected width to be a power of two, got 6}}
  %r, %i = tosa.rfft2d %x : (tensor<1x4x6xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x4xf32>)
  return
}

// -----

func.func @half(%x: tensor<1x4x8xf32>) {
  // expected-error@+1 {{expected output dimension 2 to be 5, got 4}}
  %r, %i = tosa.rfft2d %x : (tensor<1x4x8xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x4xf32>)
  return
}

// -----

func.func @integers(%x: tensor<1x4x8xi32>) {
  // expected-error@+1 {{requires a floating point type, got 'i32'}}
  %r, %i = tosa.fft2d %x, %x {inverse = false} : (tensor<1x4x8xi32>, tensor<1x4x8xi32>) -> (tensor<1x4x8xi32>, tensor<1x4x8xi32>)
  return
}

// -----

// Tensors without elements are none of TOSA's.
func.func @empty(%x: tensor<0x4xf32>) {
  // expected-error@+1 {{operand #0 must be tosa-conformant tensor of number values, but got 'tensor<0x4xf32>'}}
  %0 = tosa.exp %x : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return
}

// -----

func.func @narrow_weights(%x: tensor<1x4x4x2xf16>, %w: tensor<3x1x1x2xf8E5M2>, %b: tensor<3xf16>, %z: tensor<1xf16>, %v: tensor<1xf8E5M2>) {
  // expected-error@+1 {{expect both input and weight to have same element type, got 'f16' and 'f8E5M2'}}
  %0 = tosa.conv2d %x, %w, %b, %z, %v {acc_type = f16, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf16>, tensor<3x1x1x2xf8E5M2>, tensor<3xf16>, tensor<1xf16>, tensor<1xf8E5M2>) -> tensor<1x4x4x3xf16>
  return
}

// -----

func.func @integer_sums(%x: tensor<1x4x4x2xi8>, %z: tensor<1xi8>) {
  // expected-error@+1 {{accumulator type for integer tensor is not i32}}
  %0 = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return
}

// -----

func.func @half_sums(%x: tensor<1x4x4x2xf16>, %z: tensor<1xf16>) {
  // expected-error@+1 {{accumulator type for f16 tensor is not f16/f32}}
  %0 = tosa.avg_pool2d %x, %z, %z {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x2x2x2xf16>
  return
}
