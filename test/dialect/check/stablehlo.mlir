// The spelling of StableHLO's own tests is read too.
// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s | tern-opt | FileCheck %s

func.func @f(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // CHECK: check.expect_eq_const(%arg1, dense<[1, 2]> : tensor<2xi32>) : tensor<2xi32>
  check.expect_eq_const %b, dense<[1, 2]> : tensor<2xi32>
  // CHECK: check.expect_eq(%arg1, %arg1) : tensor<2xi32>
  check.expect_eq %b, %b : tensor<2xi32>
  // CHECK: check.expect_almost_eq_const(%arg0, dense<1.000000e+00> : tensor<2xf32>, atol 1.000000e-03) : tensor<2xf32>
  check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32>
  // CHECK: check.expect_almost_eq(%arg0, %arg0, atol 1.000000e-01) : tensor<2xf32>
  check.expect_almost_eq %a, %a {tolerance = 0.1 : f64} : tensor<2xf32>
  // CHECK: check.expect_close %arg0, %arg0, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %a, %a {max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : tensor<2xf32>, tensor<2xf32>
  // CHECK: check.expect_almost_eq(%arg0, %arg0, atol 2.000000e-01) : tensor<2xf32>
  check.expect_almost_eq %a, %a, tolerance = 0.2 : tensor<2xf32>
  // CHECK: check.expect_almost_eq_const(%arg0, dense<3.000000e+00> : tensor<2xf32>, atol 3.000000e-01) : tensor<2xf32>
  check.expect_almost_eq_const %a, dense<3.0> : tensor<2xf32>, tolerance = 0.3
  // CHECK: check.expect_close %arg0, %arg0, max_ulp_difference = 7, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %a, %a, min_ulp_difference = 2, max_ulp_difference = 7 : tensor<2xf32>, tensor<2xf32>
  // Names of 2023.
  // CHECK: check.expect_eq_const(%arg1, dense<3> : tensor<2xi32>) : tensor<2xi32>
  check.eq %b, dense<3> : tensor<2xi32>
  // CHECK: check.expect_almost_eq_const(%arg0, dense<2.000000e+00> : tensor<2xf32>, atol 1.000000e-03) : tensor<2xf32>
  check.almost_eq %a, dense<2.0> : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @probed
// CHECK: check.expect_serialized_eq %{{.*}}, probe_id = "a" : tensor<f32>
// CHECK: check.expect_serialized_eq %{{.*}}, probe_id = "a", iter = 1 : tensor<f32>
func.func @probed(%a: tensor<f32>) {
  check.expect_serialized_eq %a, probe_id = "a" : tensor<f32>
  check.expect_serialized_eq %a, probe_id = "a", iter = 1 : tensor<f32>
  return
}
