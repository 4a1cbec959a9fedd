// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @f(%t: tensor<4xi32>) {
  // expected-error@+1 {{compares tensor<4xi32> with a constant of type tensor<5xi32>}}
  check.expect_eq_const(%t, dense<1> : tensor<5xi32>) : tensor<4xi32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{compares tensor<4xf32> with a constant of type tensor<4xi32>}}
  check.expect_almost_eq_const(%t, dense<1> : tensor<4xi32>) : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expected atol or rtol}}
  check.expect_almost_eq(%t, %t, ulp 3) : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expected ':'}}
  check.expect_eq_const %t, [1]
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expected max_ulp_difference or min_ulp_difference}}
  check.expect_close %t, %t, tolerance = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{expected a number as the tolerance}}
  check.expect_almost_eq %t, %t, tolerance = "small" : tensor<4xf32>
  return
}
