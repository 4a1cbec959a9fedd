// What upstream takes and we do not, or says in other words.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @for_step() {
  // expected-error@+1 {{expected step to be a positive integer}}
  affine.for %i = 0 to 4 step 0 {
  }
  return
}

// -----

func.func @for_results() {
  // expected-error@+1 {{expected upper bound map to have at least one result}}
  affine.for %i = 0 to affine_map<() -> ()>() {
  }
  return
}

// -----

func.func @for_inits(%x: f32) {
  // expected-error@+1 {{mismatch between the number of loop-carried values and results}}
  "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index, %a: f32):
    affine.yield
  }) : (f32) -> ()
  return
}

// -----

func.func @for_operands(%n: index) {
  // expected-error@+1 {{upper bound operand count and affine map dimension and symbol count must match}}
  "affine.for"(%n) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    affine.yield
  }) : (index) -> ()
  return
}

// -----

func.func @parallel_step() {
  // expected-error@+1 {{expected step #0 to be positive}}
  affine.parallel (%i) = (0) to (4) step (-1) {
  }
  return
}

// -----

func.func @parallel_counter() {
  // expected-error@+1 {{expected region argument #0 to be an index}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: i32):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @parallel_empty_group() {
  // expected-error@+1 {{expected lower bound map to have at least one result}}
  "affine.parallel"() <{lowerBoundsGroups = dense<0> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> ()>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @parallel_operands(%n: index) {
  // expected-error@+1 {{operand count and affine map dimension and symbol count must match}}
  "affine.parallel"(%n) <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    affine.yield
  }) : (index) -> ()
  return
}

// -----

func.func @if_arguments(%n: index) {
  // expected-error@+1 {{region #0 should have no arguments}}
  "affine.if"() <{condition = affine_set<() : (0 == 0)>}> ({
  ^bb0(%i: index):
    affine.yield
  }, {
  }) : () -> ()
  return
}

// -----

func.func @map_kind(%n: index) {
  // expected-error@+1 {{invalid kind of attribute specified: expected an affine map}}
  %0 = affine.apply affine_set<(d0) : (d0 == 0)>(%n)
  return
}

// -----

func.func @set_kind(%n: index) {
  // expected-error@+1 {{invalid kind of attribute specified: expected an integer set}}
  affine.if affine_map<(d0) -> (d0)>(%n) {
  }
  return
}

// -----

func.func @access_kind(%m: memref<*xf32>) {
  // expected-error@+1 {{invalid kind of type specified: expected a memref, but found 'memref<*xf32>'}}
  %0 = affine.load %m[0] : memref<*xf32>
  return
}

// -----

func.func @vector_kind(%m: memref<4xf32>) {
  // expected-error@+1 {{invalid kind of type specified: expected a vector, but found 'f32'}}
  %0 = affine.vector_load %m[0] : memref<4xf32>, f32
  return
}

// -----

func.func @dma_map(%m: memref<4xf32>, %t: memref<1xi32>, %n: index) {
  // expected-error@+1 {{requires an affine map 'tag_map'}}
  "affine.dma_start"(%m, %m, %t, %n) {dst_map = affine_map<() -> (0)>, src_map = affine_map<() -> (0)>} : (memref<4xf32>, memref<4xf32>, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @dma_rank(%m: memref<4xf32>, %t: memref<1xi32>, %n: index) {
  // expected-error@+1 {{affine map of the DMA source must have as many results as its memref has dimensions}}
  affine.dma_start %m[0, 0], %m[1], %t[0], %n : memref<4xf32>, memref<4xf32>, memref<1xi32>
  return
}

// -----

func.func @dma_memref(%t: memref<1xi32>, %n: index) {
  // expected-error@+1 {{expected DMA destination to be of memref type}}
  "affine.dma_start"(%t, %n, %t, %n) {dst_map = affine_map<() -> (0)>, src_map = affine_map<() -> (0)>, tag_map = affine_map<() -> (0)>} : (memref<1xi32>, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @dma_number(%m: memref<4xf32>, %t: memref<1xi32>, %n: i32) {
  // expected-error@+1 {{number of elements and strides must have 'index' type}}
  "affine.dma_start"(%m, %m, %t, %n) {dst_map = affine_map<() -> (0)>, src_map = affine_map<() -> (0)>, tag_map = affine_map<() -> (0)>} : (memref<4xf32>, memref<4xf32>, memref<1xi32>, i32) -> ()
  return
}

// -----

func.func @dma_index(%m: memref<4xf32>, %t: memref<1xi32>, %n: index, %i: i32) {
  // expected-error@+1 {{src index to dma_start must have 'index' type}}
  "affine.dma_start"(%m, %i, %m, %t, %n) {dst_map = affine_map<() -> (0)>, src_map = affine_map<(d0) -> (d0)>, tag_map = affine_map<() -> (0)>} : (memref<4xf32>, i32, memref<4xf32>, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @wait_map(%t: memref<1xi32>, %n: index) {
  // expected-error@+1 {{requires an affine map 'tag_map'}}
  "affine.dma_wait"(%t, %n) : (memref<1xi32>, index) -> ()
  return
}

// -----

func.func @wait_operands(%t: memref<1xi32>, %n: index) {
  // expected-error@+1 {{incorrect number of operands}}
  "affine.dma_wait"(%t) {tag_map = affine_map<() -> (0)>} : (memref<1xi32>) -> ()
  return
}

// -----

func.func @wait_number(%t: memref<1xi32>, %n: i32) {
  // expected-error@+1 {{number of elements must have 'index' type}}
  "affine.dma_wait"(%t, %n) {tag_map = affine_map<() -> (0)>} : (memref<1xi32>, i32) -> ()
  return
}
