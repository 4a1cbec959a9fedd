// What is refused with words of our own, or where upstream does not look.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @transpose_result_type_is_not_equivalent_to_the(%m: memref<8x16xf32>) {
  // expected-error@+1 {{'memref.transpose' op result type 'memref<8x16xf32>' is not equivalent to the canonical transposed input type 'memref<16x8xf32, affine_map<(d0, d1) -> (d0 + d1 * 16)>>'}}
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<8x16xf32> to memref<8x16xf32>
  return
}

// -----

func.func @atomic_rmw_failed_to_verify_that_type_of_matches(%m: memref<8x16xf32>, %i: index, %v: i32) {
  // expected-error@+1 {{'memref.atomic_rmw' op failed to verify that type of 'value' matches element type of 'memref'}}
  %0 = memref.atomic_rmw addf %v, %m[%i, %i] : (i32, memref<8x16xf32>) -> i32
  return
}

// -----

func.func @alloc_attribute_failed_to_satisfy_constraint_bit_signless(%m: memref<8xf32>) {
  // expected-error@+1 {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = memref.alloc() {alignment = 3} : memref<8xf32>
  return
}

// -----

func.func @generic_atomic_rmw_expects_the_number_of_subscripts_to_be(%m: memref<8xf32>, %i: index) {
  // expected-error@+1 {{'memref.generic_atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
  memref.generic_atomic_rmw %m[%i, %i] : memref<8xf32> { ^bb0(%c: f32): memref.atomic_yield %c : f32 }
  return
}

// -----

func.func @alloca_scope_operands_do_not_match_the_results_of(%a: memref<8xf32>) {
  // expected-error@+1 {{'memref.alloca_scope.return' op operands do not match the results of the scope around it}}
  %0 = memref.alloca_scope -> (f32) { memref.alloca_scope.return }
  return
}

// -----

%a = "test.v"() : () -> memref<4xf32>
  // expected-error@+1 {{expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (0 vs 1)}}
%r = "memref.subview"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4, 4>, static_strides = array<i64>}> : (memref<4xf32>) -> memref<4xf32>

// -----

%a = "test.v"() : () -> memref<4xf32>
  // expected-error@+1 {{expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (0 vs 1)}}
%r = "memref.subview"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<4xf32>

// -----

%a = "test.v"() : () -> memref<4xf32>
  // expected-error@+1 {{'memref.dma_start' op expected at least 5 operands}}
"memref.dma_start"(%a, %a, %a, %a) : (memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()

// -----

%a = "test.v"() : () -> memref<4xf32>
  // expected-error@+1 {{'memref.generic_atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
"memref.generic_atomic_rmw"(%a) ({}) : (memref<4xf32>) -> f32

// -----

  // expected-error@+1 {{'memref.global' op attribute 'type' failed to satisfy constraint: type attribute of memref of any type values}}
"memref.global"() <{sym_name = "x", type = i32}> : () -> ()
