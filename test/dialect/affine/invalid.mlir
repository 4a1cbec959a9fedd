// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @apply_counts(%n: index) {
  // expected-error@+1 {{operand count and affine map dimension and symbol count must match}}
  %0 = "affine.apply"(%n) <{map = affine_map<(d0, d1) -> (d0 + d1)>}> : (index) -> index
  return
}

// -----

func.func @apply_results(%n: index) {
  // expected-error@+1 {{mapping must produce one value}}
  %0 = "affine.apply"(%n) <{map = affine_map<(d0) -> (d0, d0 + 1)>}> : (index) -> index
  return
}

// -----

func.func @apply_symbol() {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{dimensional operand cannot be used as a symbol}}
    %0 = affine.apply affine_map<()[s0] -> (s0)>()[%i]
  }
  return
}

// -----

func.func @apply_syntax(%n: index) {
  // expected-error@+1 {{dimension or symbol index mismatch}}
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%n)
  return
}

// -----

func.func @min_results() {
  // expected-error@+1 {{affine map expect at least one result}}
  %0 = affine.min affine_map<() -> ()>()
  return
}

// -----

func.func @max_counts(%n: index) {
  // expected-error@+1 {{operand count and affine map dimension and symbol count must match}}
  %0 = "affine.max"(%n) <{map = affine_map<() -> (0, 1)>}> : (index) -> index
  return
}

// -----

func.func @for_dim(%m: memref<4xindex>) {
  affine.for %i = 0 to 4 {
    %v = affine.load %m[%i] : memref<4xindex>
    // expected-error@+1 {{operand cannot be used as a dimension id}}
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%v) {
    }
  }
  return
}

// -----

func.func @for_symbol() {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{operand cannot be used as a symbol}}
    affine.for %j = %i to 4 {
    }
  }
  return
}

// -----

func.func @for_prefix(%n: index) {
  // expected-error@+1 {{lower loop bound affine map with multiple results requires 'max' prefix}}
  affine.for %i = affine_map<()[s0] -> (0, s0)>()[%n] to 4 {
  }
  return
}

// -----

func.func @for_dims(%n: index) {
  // expected-error@+1 {{dim operand count and affine map dim count must match}}
  affine.for %i = 0 to affine_map<(d0) -> (d0)>() {
  }
  return
}

// -----

func.func @for_symbols(%n: index) {
  // expected-error@+1 {{symbol operand count and affine map symbol count must match}}
  affine.for %i = 0 to affine_map<()[s0] -> (s0)>() {
  }
  return
}

// -----

func.func @for_step() {
  // expected-error@+1 {{expected step to be representable as a positive signed integer}}
  affine.for %i = 0 to 4 step -1 {
  }
  return
}

// -----

func.func @for_bound() {
  // expected-error@+1 {{expected valid affine map representation for loop bounds}}
  affine.for %i = 0 to "four" {
  }
  return
}

// -----

func.func @for_counter() {
  // expected-error@+1 {{expected body to have a single index argument for the induction variable}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: i32):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @for_carried(%x: f32) {
  // expected-error@+1 {{different number of inits and region iter_args: 1 != 0}}
  %0 = "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    affine.yield %x : f32
  }) : (f32) -> f32
  return
}

// -----

func.func @for_carried_type(%x: f32) {
  // expected-error@+1 {{0-th init and 0-th region iter_arg have different type: 'f32' != 'i32'}}
  %0 = "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index, %a: i32):
    affine.yield %x : f32
  }) : (f32) -> f32
  return
}

// -----

func.func @for_result_count(%x: f32) {
  // expected-error@+1 {{mismatch between the number of loop-carried values and results}}
  %0:2 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32, f32) {
    affine.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @for_result_type(%x: f32, %y: i32) {
  // expected-error@+1 {{0-th region iter_arg and 0-th yielded value have different type: 'f32' != 'i32'}}
  %0 = "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index, %a: f32):
    affine.yield %y : i32
  }) : (f32) -> i32
  return
}

// -----

func.func @if_counts(%n: index) {
  // expected-error@+1 {{operand count and condition integer set dimension and symbol count must match}}
  "affine.if"(%n) <{condition = affine_set<() : (0 == 0)>}> ({
    affine.yield
  }, {
  }) : (index) -> ()
  return
}

// -----

func.func @if_dims(%n: index) {
  // expected-error@+1 {{dim operand count and integer set dim count must match}}
  affine.if affine_set<(d0) : (d0 == 0)>() {
  }
  return
}

// -----

func.func @if_symbols(%n: index) {
  // expected-error@+1 {{symbol operand count and integer set symbol count must match}}
  affine.if affine_set<()[s0] : (s0 == 0)>() {
  }
  return
}

// -----

func.func @if_else(%n: index, %x: f32) {
  // expected-error@+2 {{along control flow edge from parent to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note@+1 {{region branch point}}
  %0 = affine.if affine_set<(d0) : (d0 == 0)>(%n) -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @yield_parent() {
  // expected-error@+1 {{only terminates affine.if/for/parallel regions}}
  affine.yield
}

// -----

func.func @yield_count(%x: f32) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{parent of yield must have same number of results as the yield operands}}
    affine.yield %x : f32
  }
  return
}

// -----

func.func @yield_type(%x: f32, %y: i32) {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    // expected-error@+1 {{types mismatch between yield op and its parent}}
    affine.yield %y : i32
  }
  return
}

// -----

func.func @parallel_steps(%n: index) {
  // expected-error@+1 {{steps must be constant integers}}
  affine.parallel (%i) = (0) to (4) step (%n) {
  }
  return
}

// -----

func.func @parallel_rank() {
  // expected-error@+1 {{the number of region arguments (1) and the number of map groups for lower (2) and upper bound (1), and the number of steps (1) must all match}}
  affine.parallel (%i) = (0, 0) to (4) {
  }
  return
}

// -----

func.func @parallel_groups() {
  // expected-error@+1 {{expected lower bounds map to have 2 results}}
  "affine.parallel"() <{lowerBoundsGroups = dense<2> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @parallel_reductions(%x: f32) {
  // expected-error@+1 {{a reduction must be specified for each output}}
  %0 = affine.parallel (%i) = (0) to (4) -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @parallel_reduction(%x: f32) {
  // expected-error@+1 {{invalid reduction value: "avg"}}
  %0 = affine.parallel (%i) = (0) to (4) reduce ("avg") -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @parallel_type(%x: f32) {
  // expected-error@+1 {{result type cannot match reduction attribute}}
  %0 = affine.parallel (%i) = (0) to (4) reduce ("addi") -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @load_rank(%m: memref<4x4xf32>) {
  // expected-error@+1 {{affine map num results must equal memref rank}}
  %0 = affine.load %m[0] : memref<4x4xf32>
  return
}

// -----

func.func @load_inputs(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{expects as many subscripts as affine map inputs}}
  %0 = "affine.load"(%m, %n) <{map = affine_map<() -> (0)>}> : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @load_type(%m: memref<4xf32>) {
  // expected-error@+1 {{result type must match element type of memref}}
  %0 = "affine.load"(%m) <{map = affine_map<() -> (0)>}> : (memref<4xf32>) -> f64
  return
}

// -----

func.func @store_type(%m: memref<4xf32>, %x: f64) {
  // expected-error@+1 {{value to store must have the same type as memref element type}}
  "affine.store"(%x, %m) <{map = affine_map<() -> (0)>}> : (f64, memref<4xf32>) -> ()
  return
}

// -----

func.func @load_index(%m: memref<4xf32>, %k: memref<4xindex>) {
  affine.for %i = 0 to 4 {
    %v = affine.load %k[%i] : memref<4xindex>
    // expected-error@+1 {{operand cannot be used as a dimension id}}
    %0 = affine.load %m[%v] : memref<4xf32>
  }
  return
}

// -----

func.func @store_symbol(%m: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{operand cannot be used as a symbol}}
    affine.store %x, %m[symbol(%i)] : memref<4xf32>
  }
  return
}

// -----

func.func @prefetch_index(%m: memref<4xf32>, %k: memref<4xindex>) {
  affine.for %i = 0 to 4 {
    %v = affine.load %k[%i] : memref<4xindex>
    // expected-error@+1 {{index must be a valid dimension or symbol identifier}}
    affine.prefetch %m[%v], read, locality<0>, data : memref<4xf32>
  }
  return
}

// -----

func.func @vector_type(%m: memref<4xf32>) {
  // expected-error@+1 {{requires memref and vector types of the same elemental type}}
  %0 = affine.vector_load %m[0] : memref<4xf32>, vector<4xi32>
  return
}

// -----

func.func @prefetch_access(%m: memref<4xf32>) {
  // expected-error@+1 {{rw specifier has to be 'read' or 'write'}}
  affine.prefetch %m[0], rw, locality<0>, data : memref<4xf32>
  return
}

// -----

func.func @prefetch_cache(%m: memref<4xf32>) {
  // expected-error@+1 {{cache type has to be 'data' or 'instr'}}
  affine.prefetch %m[0], read, locality<0>, both : memref<4xf32>
  return
}

// -----

func.func @prefetch_rank(%m: memref<4xf32>) {
  // expected-error@+1 {{affine.prefetch affine map num results must equal memref rank}}
  affine.prefetch %m[0, 0], read, locality<0>, data : memref<4xf32>
  return
}

// -----

func.func @prefetch_operands(%m: memref<4xf32>) {
  // expected-error@+1 {{too few operands}}
  "affine.prefetch"(%m) <{isDataCache = true, isWrite = false, localityHint = 0 : i32, map = affine_map<(d0) -> (d0)>}> : (memref<4xf32>) -> ()
  return
}

// -----

func.func @dma_stride(%m: memref<4xf32>, %t: memref<1xi32>, %n: index) {
  // expected-error@+1 {{expected two stride related operands}}
  affine.dma_start %m[0], %m[1], %t[0], %n, %n : memref<4xf32>, memref<4xf32>, memref<1xi32>
  return
}

// -----

func.func @dma_types(%m: memref<4xf32>, %t: memref<1xi32>, %n: index) {
  // expected-error@+1 {{expected three types}}
  affine.dma_start %m[0], %m[1], %t[0], %n : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @dma_operands(%m: memref<4xf32>, %t: memref<1xi32>, %n: index) {
  // expected-error@+1 {{incorrect number of operands}}
  "affine.dma_start"(%m, %m, %t, %n, %n) {dst_map = affine_map<() -> (0)>, src_map = affine_map<() -> (0)>, tag_map = affine_map<() -> (0)>} : (memref<4xf32>, memref<4xf32>, memref<1xi32>, index, index) -> ()
  return
}

// -----

func.func @delinearize_count(%n: index) {
  // expected-error@+1 {{should return an index for each basis element and up to one extra index}}
  %0:4 = affine.delinearize_index %n into (2, 3) : index, index, index, index
  return
}

// -----

func.func @delinearize_size(%n: index) {
  // expected-error@+1 {{no basis element may be statically non-positive}}
  %0:2 = affine.delinearize_index %n into (2, 0) : index, index
  return
}

// -----

func.func @linearize_count(%n: index) {
  // expected-error@+1 {{should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%n, %n] by (2, 3, 4) : index
  return
}

// -----

func.func @linearize_basis(%n: index) {
  // expected-error@+1 {{mismatch between dynamic and static basis}}
  %0 = "affine.linearize_index"(%n, %n, %n) <{disjoint, operandSegmentSizes = array<i32: 2, 1>, static_basis = array<i64: 3, 4>}> : (index, index, index) -> index
  return
}

// -----

func.func @counter_in_its_bound() {
  // expected-error@+2 {{region entry argument '%i' is already in use}}
  // expected-note@+1 {{previously referenced here}}
  affine.for %i = affine_map<(d0) -> (d0)>(%i) to 10 {
  }
  return
}

// -----

func.func @counter_with_a_number() {
  // expected-error@+1 {{result number not allowed in argument list}}
  affine.for %i#0 = 0 to 10 {
  }
  return
}

// -----

func.func @step_that_varies(%n: index) {
  // expected-error@+1 {{expected attribute value}}
  affine.for %i = 0 to 10 step %n {
  }
  return
}

// -----

func.func @bounds_without_to() {
  // expected-error@+1 {{expected 'to' between bounds}}
  affine.for %i = 0 upto 10 {
  }
  return
}

// -----

func.func @step_of_text() {
  // expected-error@+1 {{custom op 'affine.for' invalid kind of attribute specified}}
  affine.for %i = 0 to 10 step "2" {
  }
  return
}
