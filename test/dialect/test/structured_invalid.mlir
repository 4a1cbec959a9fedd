// The ops of the dialect that are structured, in upstream's words.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

%a = "test.v"() : () -> tensor<4xf32>
// expected-error@+1 {{expected a LinalgOp}}
%0 = "test.conv_op_not_linalg_op"(%a, %a, %a) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// -----

%a = "test.v"() : () -> tensor<4xf32>
// expected-error@+1 {{expected a LinalgOp}}
%0 = "test.fill_op_not_linalg_op"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @convolves_itself(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected op with 2 inputs and 1 output}}
  %0 = test.linalg_conv_op {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                            iterator_types = [#test.iterator_type<parallel>]}
      ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @window_of_a_product(%a: tensor<4xf32>) {
  // expected-error@+1 {{unexpected input index map for convolutions}}
  %0 = test.linalg_conv_op {indexing_maps = [affine_map<(i, k) -> (i * 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
                            iterator_types = [#test.iterator_type<parallel>, #test.iterator_type<reduction>]}
      ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @sum_in_the_filter(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected output/filter indexing maps to be projected permutations}}
  %0 = test.linalg_conv_op {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (i)>],
                            iterator_types = [#test.iterator_type<parallel>, #test.iterator_type<reduction>]}
      ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @loop_of_the_filter_alone(%a: tensor<4xf32>, %b: tensor<4x4xf32>) {
  // expected-error@+1 {{unexpected loop dimension for convolution op}}
  %0 = test.linalg_conv_op {indexing_maps = [affine_map<(i, k, l) -> (i + k)>, affine_map<(i, k, l) -> (k, l)>, affine_map<(i, k, l) -> (i)>],
                            iterator_types = [#test.iterator_type<parallel>, #test.iterator_type<reduction>, #test.iterator_type<reduction>]}
      ins(%a, %b : tensor<4xf32>, tensor<4x4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @output_over_a_reduction(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected all iterators used to access outputs to be parallel}}
  %0 = test.linalg_conv_op {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
                            iterator_types = [#test.iterator_type<reduction>, #test.iterator_type<reduction>]}
      ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @filter_in_parallel(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected all iterators not used to access outputs to be reduction}}
  %0 = test.linalg_conv_op {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
                            iterator_types = [#test.iterator_type<parallel>, #test.iterator_type<parallel>]}
      ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @no_window(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected convolved dim to be non-empty}}
  %0 = test.linalg_conv_op {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                            iterator_types = [#test.iterator_type<parallel>]}
      ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @fills_with_a_tensor(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected op with scalar input}}
  %0 = test.linalg_fill_op {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}
