// The spellings of 2020 are read and come back in today's.
// RUN: tern-opt --split-input-file %s | FileCheck %s
// RUN: tern-opt --split-input-file %s | tern-opt --split-input-file | FileCheck %s
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @dot(
// GENERIC: sym_name = "dot"
func.func @dot(%a: tensor<32x24xf32>, %b: tensor<24x16xf32>) -> tensor<32x16xf32> {
  // CHECK: mhlo.dot %{{.*}}, %{{.*}}, precision = [DEFAULT, DEFAULT] : (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32>
  // GENERIC: "mhlo.dot"(%{{.*}}, %{{.*}}) <{precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]}>
  %0 = "mhlo.dot"(%a, %b) {precision_config = ["DEFAULT", "DEFAULT"]} : (tensor<32x24xf32>, tensor<24x16xf32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}

// CHECK-LABEL: func.func @dot_general(
func.func @dot_general(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  // CHECK: mhlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  // GENERIC: dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>
  %0 = "mhlo.dot_general"(%a, %b) {dot_dimension_numbers = {lhs_batching_dimensions = dense<0> : tensor<1xi64>, lhs_contracting_dimensions = dense<2> : tensor<1xi64>, rhs_batching_dimensions = dense<0> : tensor<1xi64>, rhs_contracting_dimensions = dense<1> : tensor<1xi64>}} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// Without sizes they are what the result has in front.
// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%a: tensor<15xf32>) -> (tensor<10x15xf32>, tensor<10x15xf32>) {
  // CHECK: mhlo.broadcast %{{.*}} : (tensor<15xf32>) -> tensor<10x15xf32>
  %0 = "mhlo.broadcast"(%a) : (tensor<15xf32>) -> tensor<10x15xf32>
  // CHECK: mhlo.broadcast %{{.*}}, sizes = [10] : (tensor<15xf32>) -> tensor<10x15xf32>
  // GENERIC: broadcast_sizes = dense<10> : tensor<1xi64>
  %1 = "mhlo.broadcast"(%a) {broadcast_sizes = dense<[10]> : tensor<1xi64>} : (tensor<15xf32>) -> tensor<10x15xf32>
  return %0, %1 : tensor<10x15xf32>, tensor<10x15xf32>
}

// CHECK-LABEL: func.func @elementwise(
func.func @elementwise(%a: tensor<10x15xf32>, %b: tensor<10x15xf32>) -> tensor<10x15xf32> {
  // CHECK: %[[SUM:.*]] = mhlo.add %{{.*}}, %{{.*}} : tensor<10x15xf32>
  %0 = "mhlo.add"(%a, %b) : (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xf32>
  // CHECK: %[[LESS:.*]] = mhlo.compare LT, %[[SUM]], %{{.*}} : (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xi1>
  %1 = "mhlo.compare"(%0, %b) {comparison_direction = "LT"} : (tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xi1>
  // CHECK: mhlo.select %[[LESS]], %[[SUM]], %{{.*}} : tensor<10x15xi1>, tensor<10x15xf32>
  %2 = "mhlo.select"(%1, %0, %b) : (tensor<10x15xi1>, tensor<10x15xf32>, tensor<10x15xf32>) -> tensor<10x15xf32>
  // CHECK: mhlo.copy
  %3 = "mhlo.copy"(%2) : (tensor<10x15xf32>) -> tensor<10x15xf32>
  return %3 : tensor<10x15xf32>
}

// CHECK-LABEL: func.func @lists(
func.func @lists(%a: tensor<2x8xf32>, %p: tensor<f32>) {
  // CHECK: mhlo.transpose %{{.*}}, dims = [1, 0]
  // GENERIC: permutation = dense<[1, 0]> : tensor<2xi64>
  %0 = "mhlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x8xf32>) -> tensor<8x2xf32>
  // CHECK: mhlo.slice %{{.*}} [0:2, 1:7:2]
  %1 = "mhlo.slice"(%a) {limit_indices = dense<[2, 7]> : tensor<2xi64>, start_indices = dense<[0, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} : (tensor<2x8xf32>) -> tensor<2x3xf32>
  // CHECK: mhlo.pad %{{.*}}, %{{.*}}, low = [0, 1], high = [1, 0], interior = [0, 0]
  %2 = "mhlo.pad"(%a, %p) {edge_padding_high = dense<[1, 0]> : tensor<2xi64>, edge_padding_low = dense<[0, 1]> : tensor<2xi64>, interior_padding = dense<0> : tensor<2xi64>} : (tensor<2x8xf32>, tensor<f32>) -> tensor<3x9xf32>
  // CHECK: mhlo.broadcast_in_dim %{{.*}}, dims = [0, 1]
  %3 = "mhlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  // An array does as well.
  // CHECK: mhlo.reverse %{{.*}}, dims = [1]
  // GENERIC: dimensions = dense<1> : tensor<1xi64>
  %4 = "mhlo.reverse"(%a) {dimensions = array<i64: 1>} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return
}

// CHECK-LABEL: func.func @reduce(
func.func @reduce(%a: tensor<2x8xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  // CHECK: mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.maximum across dimensions = [1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
  %0 = "mhlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = "mhlo.maximum"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%1) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<2x8xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @conv(
func.func @conv(%x: tensor<1x14x14x3xf32>, %k: tensor<3x3x3x8xf32>) -> tensor<1x7x7x8xf32> {
  // CHECK: mhlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = {{\[}}[0, 1], [0, 1]], rhs_dilate = [1, 1]}
  // GENERIC: dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
  %0 = "mhlo.conv"(%x, %k) {batch_group_count = 1 : i64, dimension_numbers = {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64, input_spatial_dimensions = dense<[1, 2]> : tensor<2xi64>, kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = dense<[0, 1]> : tensor<2xi64>, output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = dense<[1, 2]> : tensor<2xi64>}, feature_group_count = 1 : i64, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, rhs_dilation = dense<1> : tensor<2xi64>, window_strides = dense<2> : tensor<2xi64>} : (tensor<1x14x14x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x7x7x8xf32>
  return %0 : tensor<1x7x7x8xf32>
}

// CHECK-LABEL: func.func @names(
func.func @names(%a: tensor<4x4xf32>, %i: tensor<i32>, %s: tensor<1xi64>, %z: tensor<f32>) {
  // CHECK: mhlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [2, 2]
  %0 = "mhlo.dynamic-slice"(%a, %i, %i) {slice_sizes = dense<2> : tensor<2xi64>} : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  // CHECK: mhlo.rng %{{.*}}, %{{.*}}, %{{.*}}, distribution = UNIFORM
  %1 = "mhlo.rng_uniform"(%z, %z, %s) : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<7xf32>
  // CHECK: mhlo.iota dim = 0 : tensor<4xi32>
  %2 = "mhlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xi32>
  // CHECK: mhlo.constant dense<{{.*}}> : tensor<2xf32>
  %3 = mhlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: mhlo.concatenate %{{.*}}, %{{.*}}, dim = 0
  %4 = "mhlo.concatenate"(%a, %a) {dimension = 0 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return
}
