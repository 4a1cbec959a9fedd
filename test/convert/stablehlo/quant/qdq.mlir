// An op on quantized tensors as dequantize, op and quantize; and back.
// RUN: tern-opt --stablehlo-legalize-quantized-op-to-qdq --split-input-file %s | FileCheck %s --check-prefix=SPLIT
// RUN: tern-opt --stablehlo-legalize-quantized-op-to-qdq --stablehlo-legalize-qdq-to-quantized-op --split-input-file %s | FileCheck %s --check-prefix=JOIN

!q = !quant.uniform<i8:f32, 2.0:10>
!r = !quant.uniform<i8:f32, 0.5>

// SPLIT-LABEL: func.func @add
// SPLIT-SAME: %[[A:.*]]: tensor<4x!quant.uniform<i8:f32, 2.000000e+00:10>>, %[[B:.*]]: tensor
// SPLIT: %[[X:.*]] = stablehlo.uniform_dequantize %[[A]]
// SPLIT: %[[Y:.*]] = stablehlo.uniform_dequantize %[[B]]
// SPLIT: %[[Z:.*]] = stablehlo.add %[[X]], %[[Y]] : tensor<4xf32>
// SPLIT: %[[R:.*]] = stablehlo.uniform_quantize %[[Z]] : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
// SPLIT: return %[[R]]
// JOIN-LABEL: func.func @add
// JOIN-NEXT: %[[R:.*]] = stablehlo.add %{{.*}}, %{{.*}} : (tensor<4x!quant.uniform<i8:f32, 2.000000e+00:10>>, {{.*}}) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
// JOIN-NEXT: return %[[R]]
func.func @add(%a: tensor<4x!q>, %b: tensor<4x!q>) -> tensor<4x!r> {
  %0 = stablehlo.add %a, %b : (tensor<4x!q>, tensor<4x!q>) -> tensor<4x!r>
  return %0 : tensor<4x!r>
}

// Operands and results that are not quantized stay.
// SPLIT-LABEL: func.func @select
// SPLIT: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// SPLIT-LABEL: func.func @compare
// SPLIT: %[[C:.*]] = stablehlo.compare GT, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// SPLIT-NEXT: return %[[C]]
// A predicate that nothing was dequantized to is no quantized operand.
// JOIN-LABEL: func.func @select
// JOIN: stablehlo.uniform_quantize
func.func @select(%p: tensor<4xi1>, %a: tensor<4x!q>, %b: tensor<4x!q>) -> tensor<4x!q> {
  %0 = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4x!q>
  return %0 : tensor<4x!q>
}
func.func @compare(%a: tensor<4x!q>) -> tensor<4xi1> {
  %0 = stablehlo.compare GT, %a, %a : (tensor<4x!q>, tensor<4x!q>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// Products are for --stablehlo-legalize-quant-to-math.
// SPLIT-LABEL: func.func @dot
// SPLIT-NEXT: stablehlo.dot_general
func.func @dot(%a: tensor<4x4x!q>, %b: tensor<4x4x!r>) -> tensor<4x4x!q> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4x!q>, tensor<4x4x!r>) -> tensor<4x4x!q>
  return %0 : tensor<4x4x!q>
}
