// RUN: tern-opt %s --iree-flow-align-parameters | FileCheck %s

// Read by 5 rows; by one, and by several ops, one of which has 2; by nobody knows how many; once, by an element-wise op; a part of
// what the archive has; and one that is aligned already.

// CHECK-DAG: @many = #flow.parameter.named<"m"::"many", {tern.alignment = 64 : i64}> : tensor<6x7xf32>
// CHECK-DAG: @once = #flow.parameter.named<"m"::"once"> : tensor<6x7xf32>
// CHECK-DAG: @shared = #flow.parameter.named<"shared", {tern.alignment = 64 : i64}> : tensor<6x7xf32>
// CHECK-DAG: @unknown = #flow.parameter.named<"m"::"unknown", {tern.alignment = 64 : i64}> : tensor<6x7xf32>
// CHECK-DAG: @added = #flow.parameter.named<"m"::"added"> : tensor<6x7xf32>
// CHECK-DAG: @part = #flow.parameter.named<"m"::"part", {offset = 4 : i64}> : tensor<6x7xf32>
// CHECK-DAG: @constant = dense<1.000000e+00> : tensor<6x7xf32>
util.global private @many = #flow.parameter.named<"m"::"many"> : tensor<6x7xf32>
util.global private @once = #flow.parameter.named<"m"::"once"> : tensor<6x7xf32>
util.global private @shared = #flow.parameter.named<"shared"> : tensor<6x7xf32>
util.global private @unknown = #flow.parameter.named<"m"::"unknown"> : tensor<6x7xf32>
util.global private @added = #flow.parameter.named<"m"::"added"> : tensor<6x7xf32>
util.global private @part = #flow.parameter.named<"m"::"part", {offset = 4 : i64}> : tensor<6x7xf32>
util.global private @constant = dense<1.0> : tensor<6x7xf32>
util.func public @f(%x: tensor<5x6xf32>, %y: tensor<1x6xf32>, %z: tensor<2x6xf32>, %d: tensor<?x6xf32>, %o5: tensor<5x7xf32>,
    %o1: tensor<1x7xf32>, %o2: tensor<2x7xf32>, %od: tensor<?x7xf32>, %s: tensor<6x7xf32>)
    -> (tensor<5x7xf32>, tensor<1x7xf32>, tensor<1x7xf32>, tensor<2x7xf32>, tensor<?x7xf32>, tensor<6x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) {
  %many = util.global.load @many : tensor<6x7xf32>
  %once = util.global.load @once : tensor<6x7xf32>
  %shared = util.global.load @shared : tensor<6x7xf32>
  %again = util.global.load @shared : tensor<6x7xf32>
  %unknown = util.global.load @unknown : tensor<6x7xf32>
  %added = util.global.load @added : tensor<6x7xf32>
  %part = util.global.load @part : tensor<6x7xf32>
  %constant = util.global.load @constant : tensor<6x7xf32>
  %0 = linalg.matmul ins(%x, %many : tensor<5x6xf32>, tensor<6x7xf32>) outs(%o5 : tensor<5x7xf32>) -> tensor<5x7xf32>
  %1 = linalg.matmul ins(%y, %once : tensor<1x6xf32>, tensor<6x7xf32>) outs(%o1 : tensor<1x7xf32>) -> tensor<1x7xf32>
  %2 = linalg.matmul ins(%y, %shared : tensor<1x6xf32>, tensor<6x7xf32>) outs(%o1 : tensor<1x7xf32>) -> tensor<1x7xf32>
  %3 = linalg.matmul ins(%z, %again : tensor<2x6xf32>, tensor<6x7xf32>) outs(%o2 : tensor<2x7xf32>) -> tensor<2x7xf32>
  %4 = linalg.matmul ins(%d, %unknown : tensor<?x6xf32>, tensor<6x7xf32>) outs(%od : tensor<?x7xf32>) -> tensor<?x7xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]} ins(%s, %added : tensor<6x7xf32>, tensor<6x7xf32>) outs(%s : tensor<6x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<6x7xf32>
  %6 = linalg.matmul ins(%x, %part : tensor<5x6xf32>, tensor<6x7xf32>) outs(%o5 : tensor<5x7xf32>) -> tensor<5x7xf32>
  %7 = linalg.matmul ins(%x, %constant : tensor<5x6xf32>, tensor<6x7xf32>) outs(%o5 : tensor<5x7xf32>) -> tensor<5x7xf32>
  util.return %0, %1, %2, %3, %4, %5, %6, %7
    : tensor<5x7xf32>, tensor<1x7xf32>, tensor<1x7xf32>, tensor<2x7xf32>, tensor<?x7xf32>, tensor<6x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
}
