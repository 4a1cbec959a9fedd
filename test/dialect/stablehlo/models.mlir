// Networks as JAX writes them, in small: they come back as they were.
// RUN: tern-opt %s | grep -v '^$' > %t.mlir
// RUN: grep -v '^ *//' %s | grep -v '^$' | diff - %t.mlir
// RUN: tern-opt %t.mlir | grep -v '^$' | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | grep -v '^$' | diff %t.mlir -
// RUN: FileCheck %s < %t.mlir

// CHECK: module @jit_small attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32}
module @jit_small attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @softmax_layer(%arg0: tensor<8x12xf32>, %arg1: tensor<12x5xf32>, %arg2: tensor<5xf32>) -> (tensor<8x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8x12xf32>, tensor<12x5xf32>) -> tensor<8x5xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<8x5xf32>
    %3 = stablehlo.add %0, %2 : tensor<8x5xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: stablehlo.reduce(%{{.*}} init: %cst) applies stablehlo.maximum across dimensions = [1]
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<8xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x5xf32>
    %6 = stablehlo.subtract %3, %5 : tensor<8x5xf32>
    %7 = stablehlo.exponential %6 : tensor<8x5xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x5xf32>
    %10 = stablehlo.divide %7, %9 : tensor<8x5xf32>
    return %10 : tensor<8x5xf32>
  }
  func.func public @pooled_convolution(%arg0: tensor<2x8x8x1xf32>, %arg1: tensor<3x3x1x4xf32>) -> tensor<2x4x4x4xf32> {
    // CHECK: stablehlo.convolution({{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[}}[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<2x8x8x1xf32>, tensor<3x3x1x4xf32>) -> tensor<2x8x8x4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = "stablehlo.reduce_window"(%0, %cst) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2x8x8x4xf32>, tensor<f32>) -> tensor<2x4x4x4xf32>
    return %1 : tensor<2x4x4x4xf32>
  }
  func.func public @loop(%arg0: tensor<6x3xf32>) -> tensor<3xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>
    // CHECK: %{{.*}}:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %cst) : tensor<i32>, tensor<3xf32>
    // CHECK-NEXT: cond {
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %cst) : tensor<i32>, tensor<3xf32>
    cond {
      %c_1 = stablehlo.constant dense<6> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %1 = stablehlo.dynamic_slice %arg0, %iterArg, %c_1, sizes = [1, 3] : (tensor<6x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
      %2 = stablehlo.reshape %1 : (tensor<1x3xf32>) -> tensor<3xf32>
      %3 = stablehlo.add %iterArg_0, %2 : tensor<3xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      stablehlo.return %4, %3 : tensor<i32>, tensor<3xf32>
    }
    return %0#1 : tensor<3xf32>
  }
  func.func public @argmax(%arg0: tensor<4x9xf32>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x9xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    // CHECK: %{{.*}}:2 = stablehlo.reduce(%{{.*}} init: %cst), (%{{.*}} init: %c) across dimensions = [1]
    // CHECK-NEXT: reducer(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>) (%{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>) {
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<4x9xf32>, tensor<4x9xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.select %2, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %4 = stablehlo.select %2, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func public @pick(%arg0: tensor<8x10xf32>, %arg1: tensor<8x1x1xi32>) -> tensor<8x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x10xf32>, tensor<8x1x1xi32>) -> tensor<8x1xf32>
    %1 = chlo.erf_inv %0 : tensor<8x1xf32> -> tensor<8x1xf32>
    return %1 : tensor<8x1xf32>
  }
}
