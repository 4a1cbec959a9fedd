// RUN: tern-opt %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff %t.mlir -

// CHECK-LABEL: func.func @special(
func.func @special(%x: tensor<4xf32>, %y: tensor<2x4xf32>, %d: tensor<4x16xf32>) {
  // CHECK: chlo.erf_inv %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  %0 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.is_inf %{{.*}} : tensor<4xf32> -> tensor<4xi1>
  %1 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: chlo.next_after %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.next_after %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK: chlo.top_k(%{{.*}}, k = 8) : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)
  %4, %5 = chlo.top_k(%d, k = 8) : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)
  // CHECK: chlo.constant dense<1.000000e+00> : tensor<2xf32>
  %6 = chlo.constant dense<1.0> : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @structure(
func.func @structure(%i: tensor<3xui8>, %a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>, %z: tensor<5xf32>) {
  // CHECK: chlo.mulhi %{{.*}}, %{{.*}} : tensor<3xui8>, tensor<3xui8> -> tensor<3xui8>
  %0 = chlo.mulhi %i, %i : tensor<3xui8>, tensor<3xui8> -> tensor<3xui8>
  // CHECK: "chlo.ragged_dot"
  // CHECK-SAME: precision_config = [#chlo<precision HIGH>, #chlo<precision DEFAULT>]
  // CHECK-SAME: #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  %1 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision HIGH>, #chlo<precision DEFAULT>]} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  // CHECK: chlo.scan(%{{.*}}) inits (%{{.*}}) dimension=0 attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<5xf32>, %{{.*}}: tensor<5xf32>):
  // CHECK: } : (tensor<11x5xf32>, tensor<5xf32>) -> (tensor<11x5xf32>, tensor<5xf32>)
  %2:2 = chlo.scan(%a) inits(%z) dimension=0 attributes {is_reverse = true} {
  ^bb0(%x: tensor<5xf32>, %y: tensor<5xf32>):
    %3 = stablehlo.add %x, %y : tensor<5xf32>
    stablehlo.return %3, %3 : tensor<5xf32>, tensor<5xf32>
  } : (tensor<11x5xf32>, tensor<5xf32>) -> (tensor<11x5xf32>, tensor<5xf32>)
  return
}
