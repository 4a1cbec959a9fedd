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

// -----

func.func @topk_v2_outputs(%x: tensor<4xf32>) {
  // expected-error@+1 {{takes values and, optionally, indices, and has one or two outputs}}
  %r:3 = iree_linalg_ext.topk_v2 dimension(0) ins(%x : tensor<4xf32>) outs(%x, %x, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @topk_v2_indices(%x: tensor<4xf32>, %i: tensor<4xi32>, %j: tensor<2xi64>, %v: tensor<2xf32>) {
  // expected-error@+1 {{has indices that are no integers of one type}}
  %r:2 = iree_linalg_ext.topk_v2 dimension(0) ins(%x, %i : tensor<4xf32>, tensor<4xi32>) outs(%v, %j : tensor<2xf32>, tensor<2xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi64>
  return
}

// -----

func.func @arg_compare_rank(%x: tensor<4x2xf32>, %i: tensor<4x2xi32>) {
  // expected-error@+1 {{has outputs that do not have one dim less than its input}}
  %r:2 = iree_linalg_ext.arg_compare dimension(0) ins(%x : tensor<4x2xf32>) outs(%x, %i : tensor<4x2xf32>, tensor<4x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<4x2xf32>, tensor<4x2xi32>
  return
}

// -----

func.func @arg_compare_base(%x: tensor<4xf32>, %n: tensor<4xi32>, %v: tensor<f32>, %i: tensor<i32>, %b: index) {
  // expected-error@+1 {{has an index_base beside indices that are given}}
  %r:2 = iree_linalg_ext.arg_compare dimension(0) ins(%x, %n : tensor<4xf32>, tensor<4xi32>) outs(%v, %i : tensor<f32>, tensor<i32>) index_base(%b : index) {
  ^bb0(%a: f32, %c: f32):
    %d = arith.cmpf ogt, %a, %c : f32
    iree_linalg_ext.yield %d : i1
  } -> tensor<f32>, tensor<i32>
  return
}

// -----

func.func @gather_rank(%x: tensor<8x4xf32>, %i: tensor<3x1xi32>, %o: tensor<4xf32>) {
  // expected-error@+1 {{has an output of rank 1, expected the indices' leading dims and 1 of a slice}}
  %r = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8x4xf32>, tensor<3x1xi32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @gather_map(%x: tensor<8x4xf32>, %i: tensor<3x2xi32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{has a dimension_map that names no dims of the source, each once}}
  %r = iree_linalg_ext.gather dimension_map = [0, 2] ins(%x, %i : tensor<8x4xf32>, tensor<3x2xi32>) outs(%o : tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_indices(%x: tensor<8x4xf32>, %i: tensor<3x1xf32>, %o: tensor<3x4xf32>) {
  // expected-error@+1 {{has indices that are no integers}}
  %r = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8x4xf32>, tensor<3x1xf32>) outs(%o : tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @map_load_body(%x: tensor<8x4xf32>, %o: tensor<32xf32>, %p: f32) {
  // expected-error@+1 {{has a body that does not make 2 indices and a value of 1 indices}}
  %r = iree_linalg_ext.map_load %x into %o {
  ^bb0(%i: index):
    iree_linalg_ext.yield %i, %p : index, f32
  } : tensor<8x4xf32> into tensor<32xf32> -> tensor<32xf32>
  return
}

// -----

func.func @map_store_body(%x: tensor<8xf32>, %o: tensor<8xf32>, %p: i8) {
  // expected-error@+1 {{has a body that does not make 1 indices and a truth value of 1 indices}}
  %r = iree_linalg_ext.map_store %x into %o {
  ^bb0(%i: index):
    iree_linalg_ext.yield %i, %p : index, i8
  } : tensor<8xf32> into tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @map_store_elements(%x: tensor<8xf32>, %o: tensor<8xi32>, %p: i1) {
  // expected-error@+1 {{has operands of different elements}}
  %r = iree_linalg_ext.map_store %x into %o {
  ^bb0(%i: index):
    iree_linalg_ext.yield %i, %p : index, i1
  } : tensor<8xf32> into tensor<8xi32> -> tensor<8xi32>
  return
}

// -----

#m = affine_map<(b, m, n, k, l) -> (b, m, l)>
func.func @attention_maps(%q: tensor<2x8x4xf32>) {
  // expected-error@+1 {{expects an indexing map for each of 4 operands}}
  %r = iree_linalg_ext.attention <indexing_maps = [#m, #m, #m]> ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

#m = affine_map<(b, m, n, k, l) -> (b, m + 1, l)>
func.func @attention_shifted(%q: tensor<2x8x4xf32>) {
  // expected-error@+1 {{has an indexing map that is no projected permutation of its 5 loops}}
  %r = iree_linalg_ext.attention <indexing_maps = [#m, #m, #m, #m]> ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

#m = affine_map<(b, m, n, k, l) -> (b, m)>
func.func @attention_rank(%q: tensor<2x8x4xf32>) {
  // expected-error@+1 {{has an indexing map with as many results as its operand has no dims}}
  %r = iree_linalg_ext.attention <indexing_maps = [#m, #m, #m, #m]> ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @attention_integers(%q: tensor<2x8x4xi32>) {
  // expected-error@+1 {{has a query, key or value without floats}}
  %r = iree_linalg_ext.attention ins(%q, %q, %q : tensor<2x8x4xi32>, tensor<2x8x4xi32>, tensor<2x8x4xi32>) outs(%q : tensor<2x8x4xi32>) -> tensor<2x8x4xi32>
  return
}

// -----

func.func @attention_body(%q: tensor<2x8x4xf32>) {
  // expected-error@+1 {{has a body that does not make a float of a float}}
  %r = iree_linalg_ext.attention ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) {
  ^bb0(%x: i32):
    iree_linalg_ext.yield %x : i32
  } -> tensor<2x8x4xf32>
  return
}

// -----

func.func @attention_body_arguments(%q: tensor<2x8x4xf32>) {
  // expected-error@+1 {{has a body with 1 arguments beside the score, which are elements of as many inputs, 3 at most}}
  %r = iree_linalg_ext.attention ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    iree_linalg_ext.yield %x : f32
  } -> tensor<2x8x4xf32>
  return
}

// -----

#m = affine_map<(b, m, n, k, l) -> (b, m, l)>
#k = affine_map<(b, m, n, k, l) -> (b, k, l)>
#v = affine_map<(b, m, n, k, l) -> (b, k, n)>
#s = affine_map<(b, m, n, k, l) -> (m, k)>
#o = affine_map<(b, m, n, k, l) -> (b, m, n)>
func.func @attention_body_elements(%q: tensor<2x8x4xf32>, %c: tensor<8x8xi1>) {
  // expected-error@+1 {{has a body whose argument 1 is no element of input 3}}
  %r = iree_linalg_ext.attention <indexing_maps = [#m, #k, #v, #s, #o]> ins(%q, %q, %q, %c : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<8x8xi1>) outs(%q : tensor<2x8x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    iree_linalg_ext.yield %x : f32
  } -> tensor<2x8x4xf32>
  return
}

// -----

func.func @online_outputs(%q: tensor<2x8x4xf32>) {
  // expected-error@+1 {{takes query, key, value and, optionally, a scale and a mask, and has three outputs}}
  %r = iree_linalg_ext.online_attention ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @winograd_alpha(%x: tensor<1x10x10x8xf32>, %y: tensor<6x6x1x2x2x8xf32>) {
  // expected-error@+1 {{expects tiles of size 8}}
  %r = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2]) ins(%x : tensor<1x10x10x8xf32>) outs(%y : tensor<6x6x1x2x2x8xf32>) -> tensor<6x6x1x2x2x8xf32>
  return
}

// -----

func.func @winograd_dims(%x: tensor<1x10x10x8xf32>, %y: tensor<8x8x1x2x2x8xf32>) {
  // expected-error@+1 {{expects two dims of the image, the lower first}}
  %r = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([2, 1]) ins(%x : tensor<1x10x10x8xf32>) outs(%y : tensor<8x8x1x2x2x8xf32>) -> tensor<8x8x1x2x2x8xf32>
  return
}

// -----

func.func @winograd_rank(%x: tensor<10x10x8xf32>, %y: tensor<8x8x1x2x2x8xf32>) {
  // expected-error@+1 {{expects an image of 4 dims and tiles of 6}}
  %r = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2]) ins(%x : tensor<10x10x8xf32>) outs(%y : tensor<8x8x1x2x2x8xf32>) -> tensor<8x8x1x2x2x8xf32>
  return
}

// -----

func.func @winograd_elements(%x: tensor<3x3x8x16xi32>, %y: tensor<8x8x8x16xi32>) {
  // expected-error@+1 {{has operands that are not of one type of floats}}
  %r = iree_linalg_ext.winograd.filter_transform output_tile_size(6) kernel_size(3) ins(%x : tensor<3x3x8x16xi32>) outs(%y : tensor<8x8x8x16xi32>) -> tensor<8x8x8x16xi32>
  return
}

// -----

func.func @groups_rank(%x: tensor<6x4xf32>, %e: tensor<2xi64>, %n: index) {
  // expected-error@+1 {{has an input 1 whose rank is not 3}}
  %r = iree_linalg_ext.group_matmul ins(%x, %x, %e, %n : tensor<6x4xf32>, tensor<6x4xf32>, tensor<2xi64>, index) outs(%x : tensor<6x4xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @groups_mixed(%x: tensor<6x4xf32>, %w: tensor<2x4x4xi32>, %e: tensor<2xi64>, %n: index) {
  // expected-error@+1 {{mixes integers and floats}}
  %r = iree_linalg_ext.group_matmul ins(%x, %w, %e, %n : tensor<6x4xf32>, tensor<2x4x4xi32>, tensor<2xi64>, index) outs(%x : tensor<6x4xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @groups_ends(%x: tensor<6x4xf32>, %w: tensor<2x4x4xf32>, %e: tensor<2xf32>, %n: index) {
  // expected-error@+1 {{has ends of groups that are no integers, or a first row that is no index}}
  %r = iree_linalg_ext.group_matmul ins(%x, %w, %e, %n : tensor<6x4xf32>, tensor<2x4x4xf32>, tensor<2xf32>, index) outs(%x : tensor<6x4xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @custom_body(%x: tensor<6x4xf32>) {
  // expected-error@+1 {{has a body that does not take a tensor for each operand and yield one for each output}}
  %r = iree_linalg_ext.custom_op {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = []} outs(%x : tensor<6x4xf32>) {
  ^bb0(%a: tensor<?xf32>):
    iree_linalg_ext.yield %a : tensor<?xf32>
  } -> tensor<6x4xf32>
  return
}

// -----

func.func @reverse_dim(%x: tensor<6xf32>) {
  // expected-error@+1 {{has dimension 1, but its operand has rank 1}}
  %r = iree_linalg_ext.reverse dimensions(dense<1> : tensor<1xi64>) ins(%x : tensor<6xf32>) outs(%x : tensor<6xf32>) : tensor<6xf32>
  return
}

// -----

func.func @reverse_rank(%x: tensor<6xf32>, %y: tensor<6x1xf32>) {
  // expected-error@+1 {{has an output that does not fit its input}}
  %r = iree_linalg_ext.reverse dimensions(dense<0> : tensor<1xi64>) ins(%x : tensor<6xf32>) outs(%y : tensor<6x1xf32>) : tensor<6x1xf32>
  return
}

// -----

func.func @topk_v2_values(%x: tensor<4xf32>, %v: tensor<2xf16>) {
  // expected-error@+1 {{has outputs that do not fit its input}}
  %r = iree_linalg_ext.topk_v2 dimension(0) ins(%x : tensor<4xf32>) outs(%v : tensor<2xf16>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<2xf16>
  return
}

// -----

func.func @topk_one_output(%x: tensor<4xf32>, %v: tensor<2xf32>) {
  // expected-error@+1 {{takes values and, optionally, indices, and has two outputs}}
  %r = iree_linalg_ext.topk dimension(0) ins(%x : tensor<4xf32>) outs(%v : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<2xf32>
  return
}

// -----

func.func @arg_compare_outputs(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{takes values and, optionally, indices, and has two outputs}}
  %r = iree_linalg_ext.arg_compare dimension(0) ins(%x : tensor<4xf32>) outs(%v : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<f32>
  return
}

// -----

func.func @arg_compare_values(%x: tensor<4xf32>, %v: tensor<f16>, %i: tensor<i32>) {
  // expected-error@+1 {{has outputs that do not fit its input}}
  %r:2 = iree_linalg_ext.arg_compare dimension(0) ins(%x : tensor<4xf32>) outs(%v, %i : tensor<f16>, tensor<i32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<f16>, tensor<i32>
  return
}

// -----

func.func @gather_inputs(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{takes a source and indices, and has one output}}
  %r = iree_linalg_ext.gather dimension_map = [0] ins(%x : tensor<8x4xf32>) outs(%x : tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @gather_no_slice(%x: tensor<8x4xf32>, %i: tensor<i32>, %o: tensor<f32>) {
  // expected-error@+1 {{has an output of rank 0, expected the indices' leading dims and 1 of a slice}}
  %r = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8x4xf32>, tensor<i32>) outs(%o : tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @gather_deep(%x: tensor<8xf32>, %i: tensor<3x2xi32>, %o: tensor<3xf32>) {
  // expected-error@+1 {{has a dimension_map of 2 dims for rank 1}}
  %r = iree_linalg_ext.gather dimension_map = [0, 1] ins(%x, %i : tensor<8xf32>, tensor<3x2xi32>) outs(%o : tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_elements(%x: tensor<8x4xf32>, %i: tensor<3xi32>, %o: tensor<3x4xf16>) {
  // expected-error@+1 {{has an output that does not fit its source}}
  %r = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8x4xf32>, tensor<3xi32>) outs(%o : tensor<3x4xf16>) -> tensor<3x4xf16>
  return
}

// -----

func.func @groups_inputs(%x: tensor<6x4xf32>, %w: tensor<2x4x4xf32>) {
  // expected-error@+1 {{takes rows, matrices, ends of groups and a first row, and has one output}}
  %r = iree_linalg_ext.group_matmul ins(%x, %w : tensor<6x4xf32>, tensor<2x4x4xf32>) outs(%x : tensor<6x4xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @groups_output(%x: tensor<6x4xf32>, %w: tensor<2x4x4xf32>, %e: tensor<2xi64>, %n: index) {
  // expected-error@+1 {{has an output that is no matrix}}
  %r = iree_linalg_ext.group_matmul ins(%x, %w, %e, %n : tensor<6x4xf32>, tensor<2x4x4xf32>, tensor<2xi64>, index) outs(%w : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

func.func @winograd_inputs(%x: tensor<1x10x10x8xf32>, %y: tensor<8x8x1x2x2x8xf32>) {
  // expected-error@+1 {{takes one input and has one output}}
  %r = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2]) ins(%x, %x : tensor<1x10x10x8xf32>, tensor<1x10x10x8xf32>) outs(%y : tensor<8x8x1x2x2x8xf32>) -> tensor<8x8x1x2x2x8xf32>
  return
}

// -----

func.func @reverse_inputs(%x: tensor<6xf32>) {
  // expected-error@+1 {{takes one input and has one output}}
  %r = iree_linalg_ext.reverse dimensions(dense<0> : tensor<1xi64>) ins(%x, %x : tensor<6xf32>, tensor<6xf32>) outs(%x : tensor<6xf32>) : tensor<6xf32>
  return
}

// -----

func.func @index_outside() {
  // expected-error@+1 {{is in no body of an attention}}
  %i = iree_linalg_ext.index 0 : index
  return
}

// -----

func.func @index_of_columns(%q: tensor<2x8x4xf32>) {
  %r = iree_linalg_ext.attention ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) {
  ^bb0(%x: f32):
    // expected-error@+1 {{names a loop that scores do not have}}
    %i = iree_linalg_ext.index 2 : index
    iree_linalg_ext.yield %x : f32
  } -> tensor<2x8x4xf32>
  return
}

// -----

func.func @index_of_depth(%q: tensor<2x8x4xf32>) {
  %r = iree_linalg_ext.attention ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) {
  ^bb0(%x: f32):
    // expected-error@+1 {{names a loop that scores do not have}}
    %i = iree_linalg_ext.index 4 : index
    iree_linalg_ext.yield %x : f32
  } -> tensor<2x8x4xf32>
  return
}
