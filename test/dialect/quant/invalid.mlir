// What is wrong in types of quantized numbers, and in casts of them.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

// expected-error@+1 {{illegal storage type size: 33}}
func.func private @f(!quant.uniform<i33:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type size: 0}}
func.func private @f(!quant.uniform<u0:f32, 1.0>)

// -----

// expected-error@+1 {{illegal quantized storage type alias}}
func.func private @f(!quant.uniform<x8:f32, 1.0>)

// -----

// expected-error@+1 {{illegal quantized storage type alias}}
func.func private @f(!quant.uniform<f32:f32, 1.0>)

// -----

// expected-error@+1 {{expected storage type width}}
func.func private @f(!quant.uniform<ux:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type minimum: -129}}
func.func private @f(!quant.uniform<i8<-129:4>:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type maximum: 400}}
func.func private @f(!quant.uniform<i8<-12:400>:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage min and storage max: (12:4)}}
func.func private @f(!quant.uniform<i8<12:4>:f32, 1.0>)

// -----

// expected-error@+1 {{expressed type must be floating point, but got 'i32'}}
func.func private @f(!quant.uniform<i8:i32, 1.0>)

// -----

// expected-error@+1 {{expected ':'}}
func.func private @f(!quant.uniform<i8, 1.0>)

// -----

// expected-error@+1 {{scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @f(!quant.uniform<i8:f32, -1.0>)

// -----

// expected-error@+1 {{scale 1.000000e+100 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @f(!quant.uniform<i8:f32, 1.0e100>)

// -----

// expected-error@+1 {{scale 7.000000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @f(!quant.uniform<i8:f16, 7.0e4>)

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @f(!quant.uniform<i8:f32, 1>)

// -----

// expected-error@+1 {{illegal quantized dimension: -1}}
func.func private @f(!quant.uniform<i8:f32:-1, {1.0}>)

// -----

// expected-error@+1 {{expected '{'}}
func.func private @f(!quant.uniform<i8:f32:1, 1.0>)

// -----

// expected-error@+1 {{illegal block size: 0}}
func.func private @f(!quant.uniform<i8:f32:{0:0, 1:2}, {{1.0}, {2.0}}>)

// -----

// expected-error@+1 {{illegal quantized dimension: -1}}
func.func private @f(!quant.uniform<i8:f32:{-1:1, 1:2}, {{1.0}, {2.0}}>)

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0}, {2.0, 3.0}}>)

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {1.0, {2.0, 3.0}}>)

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0}, 2.0}>)

// -----

// expected-error@+1 {{expected '>'}}
func.func private @f(!quant.any<i8 f32>)

// -----

// expected-error@+1 {{expressed type must be floating point, but got 'i32'}}
func.func private @f(!quant.any<i8:i32>)

// -----

// expected-error@+1 {{illegal min and max: (1.000000e+00:5.000000e-01)}}
func.func private @f(!quant.calibrated<f32<1.0:0.5>>)

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quant.uniform<i8:f16, 2.0:10>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x4x!quant.uniform<i8:f32, 2.0:10>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<*x!quant.uniform<i8:f32, 2.0:10>>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{scalar types may not use per-axis quantization}}
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32:0, {2.0:10}>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{scalar types may not use sub-channel quantization}}
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32:{0:1}, {2.0:10}>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{quantized dimension must be less than tensor rank}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quant.uniform<i8:f32:2, {2.0:10}>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{quantized dimension size does not match number of scales}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quant.uniform<i8:f32:1, {2.0:10}>>
  return
}

// -----

func.func @f(%x: tensor<*xf32>) {
  // expected-error@+1 {{tensor containing the sub-channel quantized type must be ranked}}
  %0 = quant.qcast %x : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:{0:1}, {2.0:10}>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{quantized dimension 2 must be less than tensor rank 2}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quant.uniform<i8:f32:{2:1}, {2.0:10}>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{tensor dimension size 3 at axis 1 must be divisible by the corresponding block size 2}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quant.uniform<i8:f32:{1:2}, {{2.0:10}}>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{dimension size 1 of scales tensor at axis 1 should match (tensor dimension at axis / block sizes at axis) = 3}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quant.uniform<i8:f32:{1:1}, {{2.0:10}}>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{Rank of scales 1 must match the rank of the tensor 2}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quant.uniform<i8:f32:{1:1}, {2.0:10}>>
  return
}

// -----

func.func @f(%x: tensor<2x3xi8>) {
  // expected-error@+1 {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = quant.scast %x : tensor<2x3xi8> to tensor<2x3xi8>
  return
}

// -----

func.func @f(%x: tensor<2x3xi8>) {
  // expected-error@+1 {{storage type in quantized type expected to match integer type}}
  %0 = quant.scast %x : tensor<2x3xi8> to tensor<2x3x!quant.uniform<i4:f32, 2.0:10>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'quant.qcast' op result #0 must be integer quantized or tensor of integer quantized values}}
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quant.any<i8:f32>>
  return
}

// -----

func.func @f(%x: tensor<2x3xi8>) {
  // expected-error@+1 {{'quant.qcast' op operand #0 must be floating-point or tensor of floating-point values}}
  %0 = quant.qcast %x : tensor<2x3xi8> to tensor<2x3x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// expected-error@+1 {{scales are nested more than 32 deep}}
func.func private @f(!quant.uniform<i8:f32:{}, {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{1.0}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}>)
