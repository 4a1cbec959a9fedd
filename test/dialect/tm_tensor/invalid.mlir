// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @yield_of_others(%o: tensor<8x4xf32>) {
  // expected-error@+1 {{has a body that does not yield one value of the right type}}
  %r = tm_tensor.sort dimension(1) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @dimension(%o: tensor<8x4xf32>) {
  // expected-error@+1 {{has dimension 2, but its operand has rank 2}}
  %r = tm_tensor.sort dimension(2) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_operands(%u: tensor<3x4xf32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{takes updates and indices, and has one output}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u : tensor<3x4xf32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_places(%u: tensor<3x4xf32>, %i: tensor<3x1xf32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{has indices that are no integers}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<3x1xf32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_depth(%u: tensor<3x4xf32>, %i: tensor<3x2xi32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{has indices that are no rows of one coordinate for each of the 1 dims of dimension_map}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<3x2xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_rank(%u: tensor<3xf32>, %i: tensor<3x1xi32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{has updates of rank 1, expected 2, or 3 with dims of size 1}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3xf32>, tensor<3x1xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_window(%u: tensor<3x2x4xf32>, %i: tensor<3x1xi32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{has updates whose dim 1 is not of size 1}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3x2x4xf32>, tensor<3x1xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_count(%u: tensor<3x4xf32>, %i: tensor<2x1xi32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{has another number of updates than of indices}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<2x1xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @attention_operands(%q: tensor<2x8x4xf32>) {
  // expected-error@+1 {{takes query, key, value and, optionally, a mask, and has one output}}
  %r = tm_tensor.attention ins(%q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @attention_of_integers(%q: tensor<2x8x4xi32>) {
  // expected-error@+1 {{has a query that is no tensor of rank 2 or more of floats}}
  %r = tm_tensor.attention ins(%q, %q, %q : tensor<2x8x4xi32>, tensor<2x8x4xi32>, tensor<2x8x4xi32>) outs(%q : tensor<2x8x4xi32>) -> tensor<2x8x4xi32>
  return
}

// -----

func.func @attention_rank(%q: tensor<2x8x4xf32>, %k: tensor<8x4xf32>) {
  // expected-error@+1 {{has operands of different ranks}}
  %r = tm_tensor.attention ins(%q, %k, %q : tensor<2x8x4xf32>, tensor<8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @attention_batch(%q: tensor<2x8x4xf32>, %k: tensor<3x8x4xf32>) {
  // expected-error@+1 {{has operands that differ in batch dim 0}}
  %r = tm_tensor.attention ins(%q, %k, %k : tensor<2x8x4xf32>, tensor<3x8x4xf32>, tensor<3x8x4xf32>) outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}
