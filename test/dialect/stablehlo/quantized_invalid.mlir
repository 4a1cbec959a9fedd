// Quantized types that do not go together.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

!q = !quant.uniform<i8:f32, 2.0:10>
!wide = !quant.uniform<i16:f32, 2.0:10>

func.func @f(%a: tensor<2x2x!q>) {
  // expected-error@+1 {{requires compatible types for all operands and results}}
  %0 = stablehlo.tanh %a : (tensor<2x2x!q>) -> tensor<2x2x!wide>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
!axis0 = !quant.uniform<i8:f32:0, {2.0, 3.0}>

func.func @f(%a: tensor<2x2x!q>, %b: tensor<2x2x!axis0>) {
  // expected-error@+1 {{requires compatible types for all operands and results}}
  %0 = stablehlo.add %a, %b : (tensor<2x2x!q>, tensor<2x2x!axis0>) -> tensor<2x2x!q>
  return
}

// -----

!axis0 = !quant.uniform<i8:f32:0, {2.0, 3.0}>

func.func @f(%a: tensor<2x2x!axis0>) {
  // expected-error@+1 {{operand #0 must be per-tensor quantized}}
  %0 = stablehlo.tanh %a : tensor<2x2x!axis0>
  return
}

// -----

!axis0 = !quant.uniform<i8:f32:0, {2.0, 3.0}>
!axis1 = !quant.uniform<i8:f32:1, {2.0, 3.0}>

func.func @f(%a: tensor<2x2x!axis0>) {
  // expected-error@+1 {{has scales along dimension 0 of operand #0 and along 1 of its result}}
  %0 = stablehlo.add %a, %a : (tensor<2x2x!axis0>, tensor<2x2x!axis0>) -> tensor<2x2x!axis1>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>>) {
  // expected-error@+1 {{operand #0 has scales in blocks, expected one scale: }}
  %0 = stablehlo.tanh %a : tensor<2x2x!quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>>) {
  // expected-error@+1 {{operand #0 has scales in blocks, expected one scale or scales along an axis}}
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x2x!quant.uniform<i8:f32:{0:1}, {{2.0}, {3.0}}>>) -> tensor<2x2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x!quant.uniform<i3:f32, 2.0>>) {
  // expected-error@+1 {{operand #0 is stored in 3 bits, expected 2, 4, 8, 16 or 32}}
  %0 = stablehlo.tanh %a : tensor<2x!quant.uniform<i3:f32, 2.0>>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 2.0:1000>>) {
  // expected-error@+1 {{operand #0 has the zero point 1000, which is not stored in [-128, 127]}}
  %0 = stablehlo.tanh %a : tensor<2x!quant.uniform<i8:f32, 2.0:1000>>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<4x!quant.uniform<i8:f32:0, {2.0}>>) {
  // expected-error@+1 {{operand #0: quantized dimension size does not match number of scales}}
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<i8:f32:0, {2.0}>>) -> tensor<4xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
!r = !quant.uniform<i8:f32, 0.5>

func.func @f(%a: tensor<2x2x!q>) {
  // expected-error@+1 {{moves elements of type '!quant.uniform<i8:f32, 2.000000e+00:10>' into '!quant.uniform<i8:f32, 5.000000e-01>', which has another scale or zero point}}
  %0 = stablehlo.reshape %a : (tensor<2x2x!q>) -> tensor<2x2x!r>
  return
}

// -----

!axis0 = !quant.uniform<i8:f32:0, {2.0, 3.0}>

func.func @f(%a: tensor<2x2x!axis0>) {
  // expected-error@+1 {{has scales along dimension 0 of its operand, which is not dimension 0 of its result}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!axis0>) -> tensor<2x2x!axis0>
  return
}

// -----

!axis0 = !quant.uniform<i8:f32:0, {2.0, 3.0}>

func.func @f(%a: tensor<2x2x!axis0>) {
  // expected-error@+1 {{has scales along dimension 0 of its operand, which is not dimension 0 of its result}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 0] : (tensor<2x2x!axis0>) -> tensor<2x2x!axis0>
  return
}

// -----

!axis0 = !quant.uniform<i8:f32:0, {2.0, 3.0}>
!axis1 = !quant.uniform<i8:f32:1, {2.0, 3.0}>

func.func @f(%a: tensor<2x2x!axis0>) {
  // expected-error@+1 {{has scales along dimension 0 of its operand, which is not dimension 1 of its result}}
  %0 = stablehlo.reshape %a : (tensor<2x2x!axis0>) -> tensor<2x2x!axis1>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x2xf16>) {
  // expected-error@+1 {{has a result that stands for 'f32', but an operand of 'f16'}}
  %0 = stablehlo.uniform_quantize %a : (tensor<2x2xf16>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x2x!q>) {
  // expected-error@+1 {{are incompatible with return type(s) of operation}}
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x2x!q>) -> tensor<2x2xf16>
  return
}

// -----

func.func @f(%a: tensor<2x2xi8>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of integer quantized values}}
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x2xi8>) -> tensor<2x2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x2x!q>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of}}
  %0 = stablehlo.convert %a : (tensor<2x2x!q>) -> tensor<2x2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x2x!q>) {
  // expected-error@+1 {{Zero point of rhs should be 0}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!q>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x2x!q>, %b: tensor<2x2x!quant.uniform<i8:f32:1, {2.0:1, 3.0}>>) {
  // expected-error@+1 {{Zero points of rhs should be 0}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!quant.uniform<i8:f32:1, {2.0:1, 3.0}>>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
!axis0 = !quant.uniform<i8:f32:0, {2.0, 3.0}>

func.func @f(%a: tensor<2x2x!q>, %b: tensor<2x2x!axis0>) {
  // expected-error@+1 {{has scales of rhs along dimension 0, which is summed over}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!axis0>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
!r = !quant.uniform<i8:f32, 0.5>
!wide = !quant.uniform<i16:f32, 2.0:10>

func.func @f(%a: tensor<2x2x!wide>, %b: tensor<2x2x!r>) {
  // expected-error@+1 {{mismatched lhs and rhs quantization storage types}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!wide>, tensor<2x2x!r>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>

func.func @f(%a: tensor<2x2x!q>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{has a quantized lhs or result, but rhs is 'tensor<2x2xf32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2xf32>) -> tensor<2x2x!q>
  return
}

// -----

!r = !quant.uniform<i8:f32, 0.5>

func.func @f(%a: tensor<2x2xf16>, %b: tensor<2x2x!r>) {
  // expected-error@+1 {{has a quantized rhs that stands for 'f32', expected lhs and result of that type or quantized}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2xf16>, tensor<2x2x!r>) -> tensor<2x2xf16>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
!r = !quant.uniform<i8:f32, 0.5>

func.func @f(%a: tensor<2x2x!q>, %b: tensor<2x2x!r>) {
  // expected-error@+1 {{has a quantized lhs, but a result of type 'tensor<2x2xf32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<2x2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
!r = !quant.uniform<i8:f32, 0.5>
!axis0 = !quant.uniform<i8:f32:0, {2.0, 3.0}>

func.func @f(%a: tensor<2x2x!axis0>, %b: tensor<2x2x!r>) {
  // expected-error@+1 {{lhs must be per-tensor quantized}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!axis0>, tensor<2x2x!r>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
!r = !quant.uniform<i8:f32, 0.5>
!axis1 = !quant.uniform<i8:f32:1, {2.0, 3.0}>

func.func @f(%a: tensor<2x2x!q>, %b: tensor<2x2x!r>) {
  // expected-error@+1 {{result must be per-tensor quantized, as rhs is}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<2x2x!axis1>
  return
}

// -----

!q = !quant.uniform<i8:f32, 2.0:10>
!r = !quant.uniform<i8:f32, 0.5>

func.func @f(%a: tensor<2x2x!q>, %b: tensor<2x2x!r>) {
  // expected-error@+1 {{has operands and a result that stand for 'f32', 'f32' and 'f16', expected one type}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!r>) -> tensor<2x2x!quant.uniform<i8:f16, 2.0>>
  return
}
