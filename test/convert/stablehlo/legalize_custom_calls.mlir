// RUN: tern-opt %s --iree-stablehlo-legalize-custom-calls --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @special
// CHECK: chlo.erf %{{.*}} : tensor<4xf32> -> tensor<4xf32>
// CHECK: chlo.is_inf %{{.*}} : tensor<4xf32> -> tensor<4xi1>
// Of no known name, or not of one operand.
// CHECK: stablehlo.custom_call @mhlo.unheard_of
// CHECK: stablehlo.custom_call @chlo.next_after
func.func @special(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @chlo.is_inf(%0) : (tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.custom_call @mhlo.unheard_of(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @chlo.next_after(%0, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %2, %3 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
}

// -----

func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK-LABEL: func.func @approx_top_k
// CHECK: %[[ALL:.*]]:2 = "stablehlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64, is_stable = true}>
// CHECK: func.call @greater
// CHECK: %[[V:.*]] = tensor.extract_slice %[[ALL]]#0[0, 0] [2, 3] [1, 1]
// CHECK: %[[I:.*]] = tensor.extract_slice %[[ALL]]#1[0, 0] [2, 3] [1, 1]
// CHECK: return %[[V]], %[[I]]
func.func @approx_top_k(%x: tensor<2x7xf32>, %n: tensor<2x7xi32>, %low: tensor<f32>, %none: tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %n, %low, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 9.500000e-01 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<2x7xf32>, tensor<2x7xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// -----

// CHECK-LABEL: func.func @is_expected
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK: check.expect_eq(%[[X]], %[[Y]]) : tensor<4xf32>
// CHECK: %[[T:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK: return %[[T]]
func.func @is_expected(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<i1> {
  %0 = stablehlo.custom_call @check.eq(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @probe
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]]
func.func @probe(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = interpreter.probe %x, probe_id = "x" : tensor<4xf32>
  return %0 : tensor<4xf32>
}
