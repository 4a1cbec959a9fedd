// RUN: tern-opt %s --stablehlo-legalize-to-linalg | FileCheck %s

// What a product says of tf32 stands on its contraction: that it may be used, as one product, or that it may not.

// CHECK-LABEL: func.func @one_product
// CHECK: linalg.matmul {tern.allow_tf32}
func.func @one_product(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @three_products
// CHECK-NOT: tern.allow_tf32
func.func @three_products(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @highest
// CHECK: linalg.generic
// CHECK-SAME: attrs = {tern.allow_tf32 = false}
func.func @highest(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1], precision = [DEFAULT, HIGHEST] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The default says nothing, and other types are what they are.

// CHECK-LABEL: func.func @default
// CHECK-NOT: tern.allow_tf32
func.func @default(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>, %c: tensor<8x4xf64>, %d: tensor<4x8xf64>) -> (tensor<8x8xf32>, tensor<8x8xf64>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x4xf64>, tensor<4x8xf64>) -> tensor<8x8xf64>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf64>
}
