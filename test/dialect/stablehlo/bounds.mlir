// Bounds of sizes: what was #stablehlo.type_extensions, and what follows from the bounds of operands.
// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s | tern-opt | FileCheck %s

// CHECK-LABEL: func.func @bounds(
// CHECK-SAME: tensor<?x2xf32, #stablehlo.bounds<4, ?>>, %{{.*}}: tensor<?x2xf32, #stablehlo.bounds<6, ?>>
func.func @bounds(%a: tensor<?x2xf32, #stablehlo.type_extensions<bounds = [4, ?]>>, %b: tensor<?x2xf32, #stablehlo.bounds<6, ?>>,
                  %c: tensor<3x2xf32>, %d: tensor<?x2xf32>, %n: tensor<i32>) {
  // CHECK: stablehlo.add {{.*}} -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  %0 = stablehlo.add %a, %b : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<?x2xf32, #stablehlo.bounds<6, ?>>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  %1 = stablehlo.add %a, %c : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.add %a, %d : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<?x2xf32>) -> tensor<?x2xf32>
  // CHECK: stablehlo.set_dimension_size {{.*}} -> tensor<?x2xf32, #stablehlo.bounds<3, ?>>
  %3 = stablehlo.set_dimension_size %c, %n, dim = 0 : (tensor<3x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<3, ?>>
  // CHECK: stablehlo.transpose {{.*}} -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  %4 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  return
}
