// Ops of the dialect that are structured: right ones, and attributes that upstream takes for granted.
// RUN: tern-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @convolves
func.func @convolves(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: test.linalg_conv_op
  %0 = test.linalg_conv_op {indexing_maps = [affine_map<(n, i, c, k) -> (n, i * 2 + k)>, affine_map<(n, i, c, k) -> (c, k)>,
                                             affine_map<(n, i, c, k) -> (n, i, c)>],
                            iterator_types = [#test.iterator_type<parallel>, #test.iterator_type<parallel>,
                                              #test.iterator_type<parallel>, #test.iterator_type<reduction>]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x : f32
  } -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// CHECK-LABEL: @fills
func.func @fills(%a: f32, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: test.linalg_fill_op
  %0 = test.linalg_fill_op {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
                            iterator_types = [#test.iterator_type<parallel>]}
      ins(%a : f32) outs(%b : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @iterators_of_strings(%a: f32, %b: tensor<?xf32>) {
  // expected-error@+1 {{'test.linalg_fill_op' op expects element #0 of 'iterator_types' to be an iterator type}}
  %0 = test.linalg_fill_op {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : f32) outs(%b : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
  } -> tensor<?xf32>
  return
}

// -----

func.func @no_iterators(%a: f32, %b: tensor<?xf32>) {
  // expected-error@+1 {{'test.linalg_fill_op' op expects 'iterator_types' to be an array of at most 32 iterators}}
  %0 = test.linalg_fill_op {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>]}
      ins(%a : f32) outs(%b : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
  } -> tensor<?xf32>
  return
}

// -----

func.func @a_map_too_few(%a: f32, %b: tensor<?xf32>) {
  // expected-error@+1 {{'test.linalg_fill_op' op expects 'indexing_maps' to be an array with a map for each of 2 operands}}
  %0 = test.linalg_fill_op {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = [#test.iterator_type<parallel>]}
      ins(%a : f32) outs(%b : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
  } -> tensor<?xf32>
  return
}

// -----

func.func @map_of_other_loops(%a: f32, %b: tensor<?xf32>) {
  // expected-error@+1 {{'test.linalg_fill_op' op expects element #1 of 'indexing_maps' to be a map of 1 loops}}
  %0 = test.linalg_fill_op {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i, j) -> (i)>],
                            iterator_types = [#test.iterator_type<parallel>]}
      ins(%a : f32) outs(%b : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
  } -> tensor<?xf32>
  return
}
