// RUN: tern-opt %s --stablehlo-canonicalize-dynamism | FileCheck %s

// CHECK-LABEL: func.func @becomes_static
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
// CHECK: stablehlo.iota dim = 1 : tensor<2x4xf32>
// CHECK: stablehlo.reshape %{{.*}} : (tensor<4xf32>) -> tensor<2x2xf32>
// CHECK: stablehlo.pad %{{.*}}, low = [1], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
// CHECK: stablehlo.slice %{{.*}} [1:3] : (tensor<4xf32>) -> tensor<2xf32>
// CHECK: "stablehlo.gather"
// CHECK: stablehlo.convolution
func.func @becomes_static(%a: tensor<4xf32>, %v: tensor<f32>, %i: tensor<3x1xi32>, %x: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x2xf32>, tensor<9xf32>, tensor<2xf32>, tensor<3x1xf32>, tensor<1x8x4xf32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %q = stablehlo.constant dense<2> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %p = stablehlo.constant dense<1> : tensor<1x2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<2x4xf32>
  %2 = stablehlo.dynamic_reshape %a, %q : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %3 = stablehlo.dynamic_pad %a, %v, %one, %one, %one : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<9xf32>
  %4 = stablehlo.real_dynamic_slice %a, %one, %three, %one : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  %5 = "stablehlo.dynamic_gather"(%a, %i, %one) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4xf32>, tensor<3x1xi32>, tensor<1xi32>) -> tensor<3x1xf32>
  %6 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi32>) -> tensor<1x8x4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x2xf32>, tensor<9xf32>, tensor<2xf32>, tensor<3x1xf32>, tensor<1x8x4xf32>
}

// CHECK-LABEL: func.func @stays_dynamic
// CHECK: stablehlo.dynamic_iota
func.func @stays_dynamic(%s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A stride for a dimension that there is not.
// CHECK-LABEL: func.func @drops_surplus_strides
// CHECK: stablehlo.convolution
// CHECK-SAME: stride = [2]
func.func @drops_surplus_strides(%x: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>) -> tensor<1x4x4xf32> {
  %p = stablehlo.constant dense<1> : tensor<1x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 2, 2>}> : (tensor<1x8x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi32>) -> tensor<1x4x4xf32>
  return %0 : tensor<1x4x4xf32>
}
