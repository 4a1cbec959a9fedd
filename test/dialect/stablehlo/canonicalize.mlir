// RUN: tern-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @folds_integers(
func.func @folds_integers() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>) {
  %a = stablehlo.constant dense<[7, -7]> : tensor<2xi32>
  %b = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  // CHECK-DAG: %[[SUM:.*]] = stablehlo.constant dense<[9, -7]> : tensor<2xi32>
  %0 = stablehlo.add %a, %b : tensor<2xi32>
  // Division by zero gives all ones.
  // CHECK-DAG: %[[QUOTIENT:.*]] = stablehlo.constant dense<[3, -1]> : tensor<2xi32>
  %1 = stablehlo.divide %a, %b : tensor<2xi32>
  // CHECK-DAG: %[[REST:.*]] = stablehlo.constant dense<[1, -7]> : tensor<2xi32>
  %2 = stablehlo.remainder %a, %b : tensor<2xi32>
  // The same constant.
  %3 = stablehlo.shift_right_arithmetic %a, %b : tensor<2xi32>
  // CHECK-DAG: %[[MAX:.*]] = stablehlo.constant dense<[7, 0]> : tensor<2xi32>
  %4 = stablehlo.maximum %a, %b : tensor<2xi32>
  // The sum of booleans is their or.
  // CHECK-DAG: %[[OR:.*]] = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %5 = stablehlo.add %p, %p : tensor<2xi1>
  // CHECK: return %[[SUM]], %[[QUOTIENT]], %[[REST]], %[[REST]], %[[MAX]], %[[OR]]
  return %0, %1, %2, %3, %4, %5 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>
}

// CHECK-LABEL: func.func @folds_unsigned(
func.func @folds_unsigned() -> (tensor<ui8>, tensor<ui8>) {
  %a = stablehlo.constant dense<200> : tensor<ui8>
  %b = stablehlo.constant dense<100> : tensor<ui8>
  // CHECK-DAG: %[[QUOTIENT:.*]] = stablehlo.constant dense<2> : tensor<ui8>
  %0 = stablehlo.divide %a, %b : tensor<ui8>
  // CHECK-DAG: %[[MAX:.*]] = stablehlo.constant dense<200> : tensor<ui8>
  %1 = stablehlo.maximum %a, %b : tensor<ui8>
  // CHECK: return %[[QUOTIENT]], %[[MAX]]
  return %0, %1 : tensor<ui8>, tensor<ui8>
}

// CHECK-LABEL: func.func @folds_floats(
func.func @folds_floats() -> (tensor<3xf32>, tensor<3xf32>) {
  %a = stablehlo.constant dense<[1.0, -0.0, 0x7FC00000]> : tensor<3xf32>
  %b = stablehlo.constant dense<[2.0, 0.0, 1.0]> : tensor<3xf32>
  // CHECK-DAG: %[[SUM:.*]] = stablehlo.constant dense<[3.000000e+00, 0.000000e+00, 0x7FC00000]> : tensor<3xf32>
  %0 = stablehlo.add %a, %b : tensor<3xf32>
  // CHECK-DAG: %[[MAX:.*]] = stablehlo.constant dense<[2.000000e+00, 0.000000e+00, 0x7FC00000]> : tensor<3xf32>
  %1 = stablehlo.maximum %a, %b : tensor<3xf32>
  // CHECK: return %[[SUM]], %[[MAX]]
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @drops_identities(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>
func.func @drops_identities(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.convert %2 : tensor<2x3xf32>
  %4 = stablehlo.slice %3 [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.concatenate %4, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @keeps_movement(
func.func @keeps_movement(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1, 0]
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: stablehlo.reverse
  %1 = stablehlo.reverse %0, dims = [0] : tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @folds_splats(
func.func @folds_splats() -> tensor<4x2xf32> {
  // CHECK-NEXT: %[[C:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4x2xf32>
  // CHECK-NEXT: return %[[C]]
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @chooses(
// CHECK-SAME: %[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>
func.func @chooses(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %c = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>
  %1 = stablehlo.tuple %a, %b : tuple<tensor<f32>, tensor<f32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  // CHECK-NEXT: return %[[B]], %[[A]]
  return %0, %2 : tensor<f32>, tensor<f32>
}
