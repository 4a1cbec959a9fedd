// Quantized element types are taken where the specification has them.
// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s | tern-opt | FileCheck %s
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | FileCheck %s

!q = !quant.uniform<i8:f32, 2.0:10>
!r = !quant.uniform<i8:f32, 0.5>
!axis = !quant.uniform<i8:f32:1, {2.0, 3.0, 4.0}>
!other = !quant.uniform<i8:f32:0, {2.0, 3.0, 4.0}>

// CHECK-LABEL: func.func @computed
func.func @computed(%a: tensor<2x3x!q>, %p: tensor<2x3xi1>) {
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:10>>
  %0 = stablehlo.add %a, %a : tensor<2x3x!q>
  // CHECK: stablehlo.multiply %{{.*}}, %{{.*}} : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:10>>, {{.*}}) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  %1 = stablehlo.multiply %a, %a : (tensor<2x3x!q>, tensor<2x3x!q>) -> tensor<2x3x!r>
  // CHECK: stablehlo.tanh
  %2 = stablehlo.tanh %a : (tensor<2x3x!q>) -> tensor<2x3x!r>
  // CHECK: stablehlo.compare LT
  %3 = stablehlo.compare LT, %a, %1 : (tensor<2x3x!q>, tensor<2x3x!r>) -> tensor<2x3xi1>
  // CHECK: stablehlo.select
  %4 = stablehlo.select %p, %a, %1 : (tensor<2x3xi1>, tensor<2x3x!q>, tensor<2x3x!r>) -> tensor<2x3x!q>
  return
}

// CHECK-LABEL: func.func @casts
func.func @casts(%x: tensor<2x3xf32>, %q: tensor<2x3x!axis>) {
  // CHECK: stablehlo.uniform_quantize %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00,4.000000e+00}>>
  %0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!axis>
  // CHECK: stablehlo.uniform_quantize
  %1 = stablehlo.uniform_quantize %q : (tensor<2x3x!axis>) -> tensor<2x3x!q>
  // CHECK: stablehlo.uniform_dequantize
  %2 = stablehlo.uniform_dequantize %1 : (tensor<2x3x!q>) -> tensor<2x3xf32>
  // CHECK: stablehlo.constant() <{value = dense<1> : tensor<2x3xi8>}> : () -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:10>>
  %3 = stablehlo.constant() <{value = dense<1> : tensor<2x3xi8>}> : () -> tensor<2x3x!q>
  // CHECK: stablehlo.bitcast_convert
  %4 = stablehlo.bitcast_convert %q : (tensor<2x3x!axis>) -> tensor<2x3xi8>
  return
}

// CHECK-LABEL: func.func @moved
func.func @moved(%q: tensor<2x3x!axis>, %c: tensor<3x!other>) {
  // CHECK: stablehlo.transpose
  %0 = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x3x!axis>) -> tensor<3x2x!other>
  // CHECK: stablehlo.broadcast_in_dim
  %1 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3x!other>) -> tensor<2x3x!axis>
  // CHECK: stablehlo.reshape
  %2 = stablehlo.reshape %q : (tensor<2x3x!axis>) -> tensor<2x3x1x!axis>
  return
}

// CHECK-LABEL: func.func @products
func.func @products(%a: tensor<2x4x!q>, %w: tensor<4x3x!axis>, %x: tensor<2x4xf32>) {
  // CHECK: stablehlo.dot_general
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<2x4x!q>, tensor<4x3x!axis>) -> tensor<2x3x!quant.uniform<i32:f32:1, {1.0, 2.0, 3.0}>>
  // CHECK: stablehlo.dot_general
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x3x!axis>) -> tensor<2x3xf32>
  return
}
