// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @scatter_depth(%u: tensor<3x4xf32>, %i: tensor<3x2xi32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{has updates of rank 2, expected 2 batch dims and 1 of a slice}}
  %r = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<3x2xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_map(%u: tensor<3xf32>, %i: tensor<3x2xi32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{has a dimension_map that names no dims of the output, each once}}
  %r = iree_linalg_ext.scatter dimension_map = [1, 1] unique_indices(false) ins(%u, %i : tensor<3xf32>, tensor<3x2xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_batch(%u: tensor<3x4xf32>, %i: tensor<2x1xi32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{has updates and indices that differ in dim 0}}
  %r = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<2x1xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_indices(%u: tensor<3x4xf32>, %i: tensor<3x1xf32>, %o: tensor<8x4xf32>) {
  // expected-error@+1 {{has indices that are no integers}}
  %r = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<3x1xf32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @sort_dimension(%o: tensor<8xf32>) {
  // expected-error@+1 {{has dimension 1, but its operand has rank 1}}
  %r = iree_linalg_ext.sort dimension(1) outs(%o : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<8xf32>
  return
}

// -----

func.func @sort_shapes(%o: tensor<8xf32>, %p: tensor<7xf32>) {
  // expected-error@+1 {{has outputs of different shapes}}
  %r:2 = iree_linalg_ext.sort dimension(0) outs(%o, %p : tensor<8xf32>, tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %e = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %e : i1
  } -> tensor<8xf32>, tensor<7xf32>
  return
}

// -----

func.func @sort_yield(%o: tensor<8xf32>) {
  // expected-error@+1 {{has a body that does not yield one value of the right type}}
  %r = iree_linalg_ext.sort dimension(0) outs(%o : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    iree_linalg_ext.yield %a : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @sort_result(%o: tensor<8xf32>) {
  // expected-error@+1 {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  iree_linalg_ext.sort dimension(0) outs(%o : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %e = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %e : i1
  }
  return
}

// -----

func.func @fft_length(%o: tensor<12xf32>) {
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{transforms 12 elements, which is no power of two}}
  %r:2 = iree_linalg_ext.fft ins(%c1 : index) outs(%o, %o : tensor<12xf32>, tensor<12xf32>) : tensor<12xf32>, tensor<12xf32>
  return
}

// -----

func.func @scan_ranks(%a: tensor<8xf32>, %s: tensor<8xf32>) {
  // expected-error@+1 {{has outputs of other ranks than the input's and one less}}
  %r:2 = iree_linalg_ext.scan dimension(0) inclusive(true) ins(%a : tensor<8xf32>) outs(%a, %s : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    iree_linalg_ext.yield %x : f32
  } -> tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @topk_indices(%a: tensor<8xf32>, %v: tensor<2xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{has indices that are not i32}}
  %r:2 = iree_linalg_ext.topk dimension(0) ins(%a : tensor<8xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi64>) {
  ^bb0(%x: f32, %y: f32):
    %e = arith.cmpf olt, %x, %y : f32
    iree_linalg_ext.yield %e : i1
  } -> tensor<2xf32>, tensor<2xi64>
  return
}

// -----

func.func @scan_elements(%x: tensor<8xf32>, %o: tensor<8xf64>, %s: tensor<f64>) {
  // expected-error@+1 {{has input, output and accumulator of different elements}}
  %r:2 = iree_linalg_ext.scan dimension(0) inclusive(true) ins(%x : tensor<8xf32>) outs(%o, %s : tensor<8xf64>, tensor<f64>) {
  ^bb0(%a: f64, %b: f64):
    iree_linalg_ext.yield %a : f64
  } -> tensor<8xf64>, tensor<f64>
  return
}
