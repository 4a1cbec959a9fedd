// Quantized types become what is stored, and ops on them arithmetic.
// RUN: tern-opt --stablehlo-legalize-quant-to-math --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @quantize(
// CHECK-SAME: tensor<2x3xf32>) -> tensor<2x3xi8>
// CHECK: %[[SCALE:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[DIV:.*]] = chlo.broadcast_divide %{{.*}}, %[[SCALE]] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[ADD:.*]] = chlo.broadcast_add %[[DIV]], %[[ZERO]]
// CHECK-DAG: %[[LOW:.*]] = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
// CHECK-DAG: %[[HIGH:.*]] = stablehlo.constant dense<1.270000e+02> : tensor<f32>
// CHECK: %[[CLAMP:.*]] = stablehlo.clamp %[[LOW]], %[[ADD]], %[[HIGH]]
// CHECK: %[[ROUND:.*]] = stablehlo.round_nearest_even %[[CLAMP]]
// CHECK: stablehlo.convert %[[ROUND]] : (tensor<2x3xf32>) -> tensor<2x3xi8>
func.func @quantize(%x: tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
}

// What f32 cannot hold is limited as an integer.
// CHECK-LABEL: func.func @quantize_wide
// CHECK: stablehlo.round_nearest_even
// CHECK: stablehlo.convert {{.*}} -> tensor<2xi64>
// CHECK: stablehlo.constant dense<2147483647> : tensor<i64>
// CHECK: stablehlo.clamp
// CHECK: stablehlo.convert {{.*}} : (tensor<2xi64>) -> tensor<2xi32>
func.func @quantize_wide(%x: tensor<2xf32>) -> tensor<2x!quant.uniform<i32:f32, 0.5>> {
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i32:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i32:f32, 0.5>>
}

// Scales along an axis; sizes may be dynamic; what is stored may be unsigned.
// CHECK-LABEL: func.func @dequantize(
// CHECK-SAME: tensor<?x3xui8>
// CHECK: stablehlo.convert %{{.*}} : (tensor<?x3xui8>) -> tensor<?x3xi32>
// CHECK: stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
// CHECK: chlo.broadcast_subtract {{.*}} {broadcast_dimensions = array<i64: 1>}
// CHECK: stablehlo.convert {{.*}} -> tensor<?x3xf32>
// CHECK: stablehlo.constant dense<[5.000000e-01, 1.000000e+00, 2.000000e+00]> : tensor<3xf32>
// CHECK: chlo.broadcast_multiply {{.*}} {broadcast_dimensions = array<i64: 1>}
func.func @dequantize(%x: tensor<?x3x!quant.uniform<u8:f32:1, {0.5:1, 1.0:2, 2.0:3}>>) -> tensor<?x3xf32> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<?x3x!quant.uniform<u8:f32:1, {0.5:1, 1.0:2, 2.0:3}>>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Sums of one type are sums of integers.
// CHECK-LABEL: func.func @add
// CHECK: %[[SUM:.*]] = stablehlo.add %{{.*}}, %{{.*}} : tensor<4xi32>
// CHECK: %[[C:.*]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK: chlo.broadcast_subtract %[[SUM]], %[[C]]
// CHECK: stablehlo.clamp
// CHECK-NOT: f32
// CHECK: return
func.func @add(%a: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = stablehlo.add %a, %a : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}

// Other sums, and other ops, are computed on floats.
// CHECK-LABEL: func.func @computed
// CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: stablehlo.tanh %{{.*}} : tensor<4xf32>
// CHECK: stablehlo.compare EQ, {{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
func.func @computed(%a: tensor<4x!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4xi1> {
  %0 = stablehlo.add %a, %b : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.tanh %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %2 = stablehlo.compare EQ, %1, %b : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}

// Numbers of one type are chosen as they are stored.
// CHECK-LABEL: func.func @chosen
// CHECK-NEXT: stablehlo.maximum %{{.*}}, %{{.*}} : tensor<4xui8>
// CHECK-NEXT: return
func.func @chosen(%a: tensor<4x!quant.uniform<u8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<u8:f32, 0.5:3>> {
  %0 = stablehlo.maximum %a, %a : tensor<4x!quant.uniform<u8:f32, 0.5:3>>
  return %0 : tensor<4x!quant.uniform<u8:f32, 0.5:3>>
}

// Symmetric integers of one type are multiplied as they are; else what is stored is centered first.
// CHECK-LABEL: func.func @products
// CHECK: %[[S:.*]] = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<2x4xi8>, tensor<4x3xi8>) -> tensor<2x3xi32>
// CHECK: stablehlo.constant dense<[2.500000e-01, 5.000000e-01, 1.000000e+00]> : tensor<3xf32>
// CHECK: chlo.broadcast_multiply {{.*}} {broadcast_dimensions = array<i64: 1>}
// CHECK: chlo.broadcast_subtract {{.*}} -> tensor<2x4xi32>
// CHECK: stablehlo.dot_general {{.*}} : (tensor<2x4xi32>, tensor<4x3xi32>) -> tensor<2x3xi32>
func.func @products(%a: tensor<2x4x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>,
                    %w: tensor<4x3x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>)
    -> (tensor<2x3x!quant.uniform<i8:f32, 1.0>>, tensor<2x3x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f32, 0.5>>, tensor<4x3x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0>>
  %1 = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x3x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0>>
  return %0, %1 : tensor<2x3x!quant.uniform<i8:f32, 1.0>>, tensor<2x3x!quant.uniform<i8:f32, 1.0>>
}

// Sums that may not fit into 32 bits have 64.
// CHECK-LABEL: func.func @wide_product
// CHECK: stablehlo.dot_general {{.*}} : (tensor<2x4xi16>, tensor<4x3xi16>) -> tensor<2x3xi64>
func.func @wide_product(%a: tensor<2x4x!quant.uniform<i16:f32, 0.5>>, %w: tensor<4x3x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x3x!quant.uniform<i16:f32, 1.0>> {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i16:f32, 0.5>>, tensor<4x3x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x3x!quant.uniform<i16:f32, 1.0>>
  return %0 : tensor<2x3x!quant.uniform<i16:f32, 1.0>>
}

// Weights are dequantized for a product of floats.
// CHECK-LABEL: func.func @hybrid
// CHECK: chlo.broadcast_multiply
// CHECK: stablehlo.dot_general {{.*}} : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
func.func @hybrid(%a: tensor<2x4xf32>, %w: tensor<4x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3xf32> {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Regions and calls; operands of a reduction are promoted to what its region combines.
// CHECK-LABEL: func.func @regions
// CHECK: call @callee(%{{.*}}) : (tensor<4x6xi8>) -> tensor<4x6xi8>
// CHECK: stablehlo.convert {{.*}} -> tensor<4x6xi32>
// CHECK: stablehlo.reduce({{.*}} : (tensor<4x6xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK: reducer(%{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>)
func.func @regions(%a: tensor<4x6x!quant.uniform<i8:f32, 0.5:3>>, %z: tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i32:f32, 0.5>> {
  %0 = call @callee(%a) : (tensor<4x6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x6x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "stablehlo.reduce"(%0, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%p: tensor<!quant.uniform<i32:f32, 0.5>>, %q: tensor<!quant.uniform<i32:f32, 0.5>>):
    %s = stablehlo.add %p, %q : tensor<!quant.uniform<i32:f32, 0.5>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 0.5>>
  }) : (tensor<4x6x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i32:f32, 0.5>>
  return %1 : tensor<4x!quant.uniform<i32:f32, 0.5>>
}
func.func private @callee(%a: tensor<4x6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x6x!quant.uniform<i8:f32, 0.5:3>> {
  return %a : tensor<4x6x!quant.uniform<i8:f32, 0.5:3>>
}

// CHECK-LABEL: func.func @constant
// CHECK-NEXT: stablehlo.constant dense<[1, 2, 255]> : tensor<3xui8>
func.func @constant() -> tensor<3x!quant.uniform<u8:f32, 0.5:3>> {
  %0 = stablehlo.constant() <{value = dense<[1, 2, -1]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<u8:f32, 0.5:3>>
  return %0 : tensor<3x!quant.uniform<u8:f32, 0.5:3>>
}

// Casts of quant are those of StableHLO, which rounds.
// CHECK-LABEL: func.func @casts
// CHECK: stablehlo.round_nearest_even
// CHECK: stablehlo.bitcast_convert {{.*}} -> tensor<3xi8>
func.func @casts(%x: tensor<3xf32>) -> tensor<3xi8> {
  %0 = quant.qcast %x : tensor<3xf32> to tensor<3x!quant.uniform<u8:f32, 0.5:3>>
  %1 = quant.scast %0 : tensor<3x!quant.uniform<u8:f32, 0.5:3>> to tensor<3xi8>
  return %1 : tensor<3xi8>
}
