// RUN: tern-opt %s --stablehlo-refine-shapes --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[A:.*]]: tensor<4x5xf32>) -> (tensor<12x5xf32>, tensor<12xf32>)
// CHECK: call @f(%{{.*}}, %{{.*}}) : (tensor<i32>, tensor<4x5xf32>) -> (tensor<12x5xf32>, tensor<12xf32>)
func.func @main(%a: tensor<4x5xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<4x5xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %m = stablehlo.multiply %n, %two : tensor<i32>
  %b = stablehlo.convert %a : (tensor<4x5xf32>) -> tensor<?x?xf32>
  %0:2 = call @f(%m, %b) : (tensor<i32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func private @f
// CHECK-SAME: (%{{.*}}: tensor<i32>, %{{.*}}: tensor<4x5xf32>) -> (tensor<12x5xf32>, tensor<12xf32>)
// CHECK: stablehlo.dynamic_iota {{.*}} -> tensor<8x5xf32>
// CHECK: stablehlo.concatenate {{.*}} -> tensor<12x5xf32>
// CHECK: stablehlo.while{{.*}} : tensor<i1>, tensor<12x5xf32>
// CHECK: stablehlo.dot_general {{.*}} -> tensor<12x12xf32>
// CHECK: stablehlo.reduce{{.*}} -> tensor<12xf32>
func.func private @f(%n: tensor<i32>, %a: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %five = stablehlo.constant dense<5> : tensor<1xi32>
  %p = stablehlo.constant dense<false> : tensor<i1>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %five, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %c = stablehlo.concatenate %i, %a, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %w:2 = stablehlo.while(%q = %p, %x = %c) : tensor<i1>, tensor<?x?xf32>
  cond {
    stablehlo.return %q : tensor<i1>
  } do {
    %y = stablehlo.exponential %x : tensor<?x?xf32>
    stablehlo.return %q, %y : tensor<i1>, tensor<?x?xf32>
  }
  %d = stablehlo.dot_general %c, %c, contracting_dims = [1] x [1] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %w#1, %r : tensor<?x?xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @windows
// CHECK: stablehlo.convolution{{.*}} -> tensor<1x4x4x16xf32>
// CHECK: stablehlo.pad {{.*}} -> tensor<1x6x6x16xf32>
func.func @windows(%a: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>, %v: tensor<f32>) -> tensor<?x?x?x?xf32> {
  %x = stablehlo.convert %a : (tensor<1x8x8x3xf32>) -> tensor<?x?x?x3xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x3xf32>, tensor<3x3x3x16xf32>) -> tensor<?x?x?x?xf32>
  %1 = stablehlo.pad %0, %v, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<?x?x?x?xf32>, tensor<f32>) -> tensor<?x?x?x?xf32>
  return %1 : tensor<?x?x?x?xf32>
}
