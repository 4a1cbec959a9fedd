// RUN: tern-opt %s --iree-check-to-imports | FileCheck %s

// CHECK-LABEL: util.func private @checks
util.func private @checks(%t: tensor<4xf32>, %u: tensor<?xi32>, %i: i32, %b: i1, %l: i64) {
  // CHECK: %[[A:.*]] = hal.tensor.export %arg0 : tensor<4xf32> -> !hal.buffer_view
  // CHECK: %[[B:.*]] = hal.tensor.export %arg0 : tensor<4xf32> -> !hal.buffer_view
  // CHECK: util.call @check.expect_eq(%[[A]], %[[B]]) : (!hal.buffer_view, !hal.buffer_view) -> ()
  check.expect_eq(%t, %t) : tensor<4xf32>
  // CHECK: %[[D:.*]] = tensor.dim %arg1, %c0
  // CHECK: %[[U:.*]] = hal.tensor.export %arg1 : tensor<?xi32>{%[[D]]} -> !hal.buffer_view
  // CHECK: %[[C:.*]] = arith.constant dense<1> : tensor<4xi32>
  // CHECK: %[[E:.*]] = hal.tensor.export %[[C]] : tensor<4xi32> -> !hal.buffer_view
  // CHECK: util.call @check.expect_eq(%[[U]], %[[E]])
  check.expect_eq_const(%u, dense<1> : tensor<4xi32>) : tensor<?xi32>
  // CHECK: %[[ATOL:.*]] = arith.constant 9.99999974E-5 : f32
  // CHECK: %[[RTOL:.*]] = arith.constant 1.000000e-03 : f32
  // CHECK: util.call @check.expect_almost_eq(%{{.*}}, %{{.*}}, %[[ATOL]], %[[RTOL]]) : (!hal.buffer_view, !hal.buffer_view, f32, f32) -> ()
  check.expect_almost_eq(%t, %t, rtol 1.0e-3) : tensor<4xf32>
  // CHECK: arith.constant dense<2.000000e+00> : tensor<4xf32>
  // CHECK: util.call @check.expect_almost_eq
  check.expect_almost_eq_const(%t, dense<2.0> : tensor<4xf32>) : tensor<4xf32>
  // CHECK: util.call @check.expect_all_true(%{{.*}}) : (!hal.buffer_view) -> ()
  check.expect_all_true(%u) : tensor<?xi32>
  // CHECK: util.call @check.expect_true(%arg2) : (i32) -> ()
  check.expect_true(%i) : i32
  // CHECK: %[[W:.*]] = arith.extui %arg3 : i1 to i32
  // CHECK: util.call @check.expect_false(%[[W]]) : (i32) -> ()
  check.expect_false(%b) : i1
  // CHECK: %[[N:.*]] = arith.cmpi ne, %arg4, %c0_i64 : i64
  // CHECK: %[[X:.*]] = arith.extui %[[N]] : i1 to i32
  // CHECK: util.call @check.expect_true(%[[X]])
  check.expect_true(%l) : i64
  // CHECK: %[[FEW:.*]] = arith.constant 1 : i64
  // CHECK: %[[MANY:.*]] = arith.constant 3 : i64
  // CHECK: util.call @check.expect_close(%{{.*}}, %{{.*}}, %[[FEW]], %[[MANY]])
  check.expect_close %t, %t {min_ulp_difference = 1 : i64} : tensor<4xf32>, tensor<4xf32>
  util.return
}

// Signs are what the caller sees; the program computes without.
// CHECK-LABEL: util.func private @custom_calls
util.func private @custom_calls(%t: tensor<4xi32>, %f: tensor<4xf32>) -> tensor<?xi8> {
  %u = builtin.unrealized_conversion_cast %t : tensor<4xi32> to tensor<4xui32>
  // CHECK: hal.tensor.export %arg0 : tensor<4xui32> as tensor<4xi32> -> !hal.buffer_view
  // CHECK: %[[C:.*]] = arith.constant dense<3> : tensor<4xi32>
  // CHECK: hal.tensor.export %[[C]] : tensor<4xui32> as tensor<4xi32> -> !hal.buffer_view
  // CHECK: util.call @check.expect_eq(
  stablehlo.custom_call @check.expect_eq_const(%u) {api_version = 4 : i32, backend_config = {value = dense<3> : tensor<4xui32>}} : (tensor<4xui32>) -> ()
  // CHECK: %[[MIN:.*]] = arith.constant 1 : i64
  // CHECK: %[[MAX:.*]] = arith.constant 5 : i64
  // CHECK: util.call @check.expect_close(%{{.*}}, %{{.*}}, %[[MIN]], %[[MAX]]) : (!hal.buffer_view, !hal.buffer_view, i64, i64) -> ()
  stablehlo.custom_call @check.expect_close(%f, %f) {min_ulp_difference = 1 : i64, max_ulp_difference = 5 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  // CHECK: %[[TOLERANCE:.*]] = arith.constant 1.000000e-03 : f32
  // CHECK: util.call @check.expect_almost_eq(%{{.*}}, %{{.*}}, %[[TOLERANCE]],
  stablehlo.custom_call @check.expect_almost_eq(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> ()
  // CHECK: %[[R:.*]] = util.call @custom.mine(%{{.*}}) : (!hal.buffer_view) -> !hal.buffer_view
  // CHECK: %[[N:.*]] = hal.buffer_view.dim<%[[R]] : !hal.buffer_view>[0] : index
  // CHECK: %[[T:.*]] = hal.tensor.import %[[R]] : !hal.buffer_view -> tensor<?xui8> as tensor<?xi8>{%[[N]]}
  %0 = stablehlo.custom_call @mine(%f) : (tensor<4xf32>) -> tensor<?xui8>
  %1 = builtin.unrealized_conversion_cast %0 : tensor<?xui8> to tensor<?xi8>
  util.return %1 : tensor<?xi8>
}

// Each import is declared once.
// CHECK: util.func private @check.expect_eq(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view)
// CHECK-NOT: @check.expect_eq(
// CHECK: util.func private @custom.mine(%arg0: !hal.buffer_view) -> !hal.buffer_view
