// Each op is read, printed, and read again from both forms.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s > %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.generic.mlir | diff %t.mlir -

// CHECK: check.expect_true(%{{.*}}) : i32
%x = "test.value"() : () -> i32
check.expect_true(%x) : i32

// -----

// CHECK: check.expect_false(%{{.*}}) : i32
%x = "test.value"() : () -> i32
check.expect_false(%x) : i32

// -----

// CHECK: check.expect_all_true(%{{.*}}) : tensor<4xi32>
%t = "test.value"() : () -> tensor<4xi32>
check.expect_all_true(%t) : tensor<4xi32>

// -----

// CHECK: check.expect_eq(%{{.*}}, %{{.*}}) : tensor<4xi32>
%t = "test.value"() : () -> tensor<4xi32>
check.expect_eq(%t, %t) : tensor<4xi32>

// -----

// CHECK: check.expect_eq_const(%{{.*}}, dense<1> : tensor<4xi32>) : tensor<4xi32>
%t = "test.value"() : () -> tensor<4xi32>
check.expect_eq_const(%t, dense<1> : tensor<4xi32>) : tensor<4xi32>

// -----

// CHECK: check.expect_almost_eq(%{{.*}}, %{{.*}}, atol 0.00999999977, rtol 1.000000e-03) : tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
check.expect_almost_eq(%t, %t, atol 1.0e-02, rtol 1.0e-03) : tensor<4xf32>

// -----

// CHECK: check.expect_almost_eq_const(%{{.*}}, dense<1.000000e+00> : tensor<4xf32>, atol 0.00999999977) : tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
check.expect_almost_eq_const(%t, dense<1.0> : tensor<4xf32>, atol 1.0e-02) : tensor<4xf32>

// -----

// CHECK: check.expect_close %{{.*}}, %{{.*}}, max_ulp_difference = 5 : tensor<4xf32>, tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
check.expect_close %t, %t, max_ulp_difference = 5 : tensor<4xf32>, tensor<4xf32>

// -----

// Until 2025, the absolute tolerance came without a word.
// CHECK: check.expect_almost_eq_const(%{{.*}}, dense<1.000000e+00> : tensor<4xf32>, atol 0.00999999977) : tensor<4xf32>
%t = "test.value"() : () -> tensor<4xf32>
check.expect_almost_eq_const(%t, dense<1.0> : tensor<4xf32>, 1.0e-02) : tensor<4xf32>
