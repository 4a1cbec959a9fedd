// RUN: tern-opt %s --iree-stablehlo-canonicalize | FileCheck %s

// CHECK-LABEL: func.func @reshapes_once
// CHECK: stablehlo.reshape %{{.*}} : (tensor<2x6xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: return
func.func @reshapes_once(%a: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x6xf32>) -> tensor<12xf32>
  %1 = stablehlo.reshape %0 : (tensor<12xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @transposes_back
// CHECK-SAME: %[[A:[^:]*]]: tensor<2x6xf32>
// CHECK-NEXT: return %[[A]]
func.func @transposes_back(%a: tensor<2x6xf32>) -> tensor<2x6xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x6xf32>) -> tensor<6x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<6x2xf32>) -> tensor<2x6xf32>
  return %1 : tensor<2x6xf32>
}

// CHECK-LABEL: func.func @moves_ones
// CHECK: stablehlo.reshape %{{.*}} : (tensor<2x1x6xf32>) -> tensor<1x2x6xf32>
// CHECK-LABEL: func.func @moves_more
// CHECK: stablehlo.transpose
func.func @moves_ones(%a: tensor<2x1x6xf32>) -> tensor<1x2x6xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0, 2] : (tensor<2x1x6xf32>) -> tensor<1x2x6xf32>
  return %0 : tensor<1x2x6xf32>
}
func.func @moves_more(%a: tensor<2x1x6xf32>) -> tensor<6x1x2xf32> {
  %0 = stablehlo.transpose %a, dims = [2, 1, 0] : (tensor<2x1x6xf32>) -> tensor<6x1x2xf32>
  return %0 : tensor<6x1x2xf32>
}

// CHECK-LABEL: func.func @broadcasts_once
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [2] : (tensor<4xf32>) -> tensor<5x3x4xf32>
// CHECK-NEXT: return
func.func @broadcasts_once(%a: tensor<4xf32>) -> tensor<5x3x4xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<5x3x4xf32>
  return %1 : tensor<5x3x4xf32>
}

// CHECK-LABEL: func.func @repeats_nothing
// CHECK: stablehlo.reshape %{{.*}} : (tensor<4xf32>) -> tensor<1x4xf32>
func.func @repeats_nothing(%a: tensor<4xf32>) -> tensor<1x4xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -0 + 0 is 0: floats keep the sum.

// CHECK-LABEL: func.func @adds_nothing
// CHECK-SAME: %[[A:[^:]*]]: tensor<4xi32>, %{{.*}}: tensor<4xf32>
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK: return %[[A]], %[[SUM]]
func.func @adds_nothing(%a: tensor<4xi32>, %b: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %f = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.add %a, %z : tensor<4xi32>
  %1 = stablehlo.add %b, %f : tensor<4xf32>
  return %0, %1 : tensor<4xi32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @multiplies_by_one
// CHECK-SAME: %[[A:[^:]*]]: tensor<4xf32>
// CHECK-NEXT: return %[[A]], %[[A]], %[[A]]
func.func @multiplies_by_one(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %p = stablehlo.constant dense<true> : tensor<4xi1>
  %0 = stablehlo.multiply %a, %one : tensor<4xf32>
  %1 = stablehlo.divide %a, %one : tensor<4xf32>
  %2 = stablehlo.select %p, %a, %one : tensor<4xi1>, tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @folds
// CHECK-DAG: stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
// CHECK-DAG: stablehlo.constant dense<[true, false]> : tensor<2xi1>
// CHECK-DAG: stablehlo.constant dense<{{\[\[}}1, 3], [2, 4{{\]\]}}> : tensor<2x2xi32>
// CHECK-DAG: stablehlo.constant dense<[127, -128, 0]> : tensor<3xi8>
// CHECK-DAG: stablehlo.constant dense<4> : tensor<i32>
func.func @folds(%x: tensor<4x?xf32>) -> (tensor<3xi64>, tensor<2xi1>, tensor<2x2xi32>, tensor<3xi8>, tensor<i32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<3> : tensor<1xi32>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>
  %d = stablehlo.convert %c : (tensor<3xi32>) -> tensor<3xi64>
  %e = stablehlo.constant dense<[4294967295, 0]> : tensor<2xui32>
  %f = stablehlo.constant dense<[1, 1]> : tensor<2xui32>
  %g = stablehlo.compare GT, %e, %f : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  %m = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %t = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = stablehlo.constant dense<[3.0e5, -3.0e5, 0x7FC00000]> : tensor<3xf32>
  %i = stablehlo.convert %r : (tensor<3xf32>) -> tensor<3xi8>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4x?xf32>) -> tensor<i32>
  return %d, %g, %t, %i, %n : tensor<3xi64>, tensor<2xi1>, tensor<2x2xi32>, tensor<3xi8>, tensor<i32>
}

// CHECK-LABEL: func.func @joins_parts
// CHECK-SAME: %[[A:[^:]*]]: tensor<2xf32>, %[[B:[^:]*]]: tensor<0xf32>
// CHECK: stablehlo.concatenate %[[A]], %[[A]], %[[A]], dim = 0
func.func @joins_parts(%a: tensor<2xf32>, %b: tensor<0xf32>) -> tensor<6xf32> {
  %0 = stablehlo.concatenate %a, %b, %a, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = stablehlo.concatenate %0, %a, dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @knows_places
// CHECK: stablehlo.slice %{{.*}} [3:5]
func.func @knows_places(%a: tensor<5xf32>) -> tensor<2xf32> {
  %i = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<5xf32>, tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @pads_nothing
// CHECK-SAME: %[[A:[^:]*]]: tensor<5xf32>
// CHECK-NEXT: return %[[A]]
func.func @pads_nothing(%a: tensor<5xf32>, %v: tensor<f32>) -> tensor<5xf32> {
  %0 = stablehlo.pad %a, %v, low = [0], high = [0], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
