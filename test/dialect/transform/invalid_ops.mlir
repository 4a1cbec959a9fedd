// What is wrong in the ops of scripts.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.split_handle' op overflow_result is not a valid result index}}
%0:2 = transform.split_handle %h {overflow_result = 3} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.split_handle' op expects result types to implement the same transform interface as the operand type}}
%0 = transform.split_handle %h : (!transform.any_op) -> !transform.any_value

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.merge_handles' op expected 1 or more operands, but found 0}}
%0 = "transform.merge_handles"() : () -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{expected the parameter type to take the number, an 'i64', but got !transform.param<i32>}}
%0 = transform.num_associations %h : (!transform.any_op) -> !transform.param<i32>

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{expected an integer type of at most 64 bits but got f32}}
%0 = "test.value"() : () -> !transform.param<f32>

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.get_operand' op expected the listed values to be unique}}
%0 = transform.get_operand %h[1, 1] : (!transform.any_op) -> !transform.any_value

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.get_operand' op cannot request both 'all' and 'inverted' values in the list}}
%0 = "transform.get_operand"(%h) {raw_position_list = array<i64>, is_all, is_inverted} : (!transform.any_op) -> !transform.any_value

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.get_operand' op cannot both request 'all' and specific values in the list}}
%0 = "transform.get_operand"(%h) {raw_position_list = array<i64: 1>, is_all} : (!transform.any_op) -> !transform.any_value

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.get_operand' op must request specific values in the list if 'all' is not specified}}
%0 = "transform.get_operand"(%h) {raw_position_list = array<i64>} : (!transform.any_op) -> !transform.any_value

// -----

%i = "test.value"() : () -> i32
// expected-error@+1 {{'transform.get_operand' op operand #0 must be TransformHandleTypeInterface instance, but got 'i32'}}
%0 = "transform.get_operand"(%i) {raw_position_list = array<i64: 1>} : (i32) -> !transform.any_value

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.apply_patterns' op expected ops in its body that name patterns}}
transform.apply_patterns to %h {
  // expected-note@+1 {{this names none: 'transform.print'}}
  transform.print
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%p = transform.param.constant 1 : i64 -> !transform.any_param
// expected-error@+1 {{'transform.apply_registered_pass' op dynamic option index 2 is out of bounds for the number of dynamic options: 1}}
%0 = "transform.apply_registered_pass"(%h, %p) {pass_name = "cse", options = {a = #transform.param_operand<index = 2 : i64>}} : (!transform.any_op, !transform.any_param) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%p = transform.param.constant 1 : i64 -> !transform.any_param
// expected-error@+1 {{'transform.apply_registered_pass' op expects each of its 1 parameters once among the options but uses 0}}
%0 = "transform.apply_registered_pass"(%h, %p) {pass_name = "cse", options = {}} : (!transform.any_op, !transform.any_param) -> !transform.any_op

// -----

// expected-error@+1 {{expected an integer attribute}}
"test.use"() {a = #transform.param_operand<index = "x">} : () -> ()

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.tile_using_for' op expected number of loops to tile (2) to match number of `loops` results (3)}}
%0:4 = transform.structured.tile_using_for %h tile_sizes [4, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.tile_using_for' op expected same number of sizes (1) and scalable sizes (2)}}
%0:2 = "transform.structured.tile_using_for"(%h) {static_sizes = array<i64: 4>, scalable_sizes = array<i1: true, false>} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.tile_using_for' op expected 0 operands in 'dynamic_sizes', as many as 'static_sizes' has dynamic entries, but got 1}}
%0:2 = "transform.structured.tile_using_for"(%h, %h) {static_sizes = array<i64: 4>} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.tile_using_forall' op either (packed_)num_threads or (packed_)tile_sizes must be specified}}
%0:2 = transform.structured.tile_using_forall %h tile_sizes [] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.tile_using_forall' op num_threads and packed_num_threads are mutually exclusive}}
%0:2 = "transform.structured.tile_using_forall"(%h, %h) {static_num_threads = array<i64: 4>, operandSegmentSizes = array<i32: 1, 0, 0, 1, 0>} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.tile_using_forall' op tile_sizes and packed_tile_sizes are mutually exclusive}}
%0:2 = "transform.structured.tile_using_forall"(%h, %h) {static_tile_sizes = array<i64: 4>, operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.fuse' op expects interchange values to be in range [0, 1), found: 1}}
%0:2 = transform.structured.fuse %h tile_sizes [2] interchange [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.fuse' op expects interchange values to be unique, found duplicate: 0}}
%0:3 = transform.structured.fuse %h tile_sizes [2, 2] interchange [0, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.fuse' op expects 2 loop results}}
%0:2 = transform.structured.fuse %h tile_sizes [2, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.interchange' op expects iterator_interchange to be a permutation, found 1, 1}}
%0 = transform.structured.interchange %h iterator_interchange = [1, 1] : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.split' op expects either a dynamic or a static split point to be provided}}
%0 = "transform.structured.split"(%h) {dimension = 1, static_chunk_sizes = -9223372036854775808 : i64} : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.replace' op expected one operation in block}}
%0 = transform.structured.replace %h {
  builtin.module {
  }
  builtin.module {
  }
} : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.replace' op expected replacement without operands and results}}
%0 = transform.structured.replace %h {
  %1 = arith.constant 1 : i32
} : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.replace' op expected zero arguments in block}}
%0 = transform.structured.replace %h {
^bb0(%a: i32):
  builtin.module {
  }
} : (!transform.any_op) -> !transform.any_op

// -----

%l = "test.value"() : () -> !transform.op<"scf.if">
// expected-error@+1 {{'transform.loop.peel' op operand #0 must be Transform IR handle to scf.for operations, but got '!transform.op<"scf.if">'}}
%0:2 = transform.loop.peel %l : (!transform.op<"scf.if">) -> (!transform.any_op, !transform.any_op)

// -----

%l = "test.value"() : () -> !transform.op<"linalg.pack">
// expected-error@+1 {{'transform.structured.lower_pack' op result #0 must be Transform IR handle to tensor.pad operations, but got '!transform.op<"x">'}}
%0:3 = transform.structured.lower_pack %l : (!transform.op<"linalg.pack">) -> (!transform.op<"x">, !transform.op<"x">, !transform.op<"x">)

// -----

%l = "test.value"() : () -> !transform.op<"x">
// expected-error@+1 {{'transform.structured.lower_unpack' op operand #0 must be Transform IR handle to linalg.unpack operations, but got '!transform.op<"x">'}}
%0:4 = transform.structured.lower_unpack %l : (!transform.op<"x">) -> (!transform.op<"x">, !transform.op<"x">, !transform.op<"x">, !transform.op<"x">)

// -----

%l = "test.value"() : () -> !transform.op<"x">
// expected-error@+1 {{'transform.bufferization.empty_tensor_to_alloc_tensor' op operand #0 must be Transform IR handle to tensor.empty operations, but got '!transform.op<"x">'}}
%0 = transform.bufferization.empty_tensor_to_alloc_tensor %l : (!transform.op<"x">) -> !transform.op<"bufferization.alloc_tensor">

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{expected a trailing functional type with one argument and one result}}
%0:3 = transform.structured.multitile_sizes %h {dimension = 0, target_size = 10} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{expected a symbol reference}}
%0 = transform.foreach_match in %h 1 -> @x : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.pad' op expects nofold_flags to contain booleans (0/1), found [0, 2]}}
%0:3 = transform.structured.pad %h {nofold_flags = [0, 2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.pad' op expects padding_dimensions to contain positive integers, found [-1]}}
%0:3 = transform.structured.pad %h {padding_dimensions = [-1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.pad' op expects as many multiples as padding_dimensions}}
%0:3 = transform.structured.pad %h pad_to_multiple_of [4, 4] {padding_dimensions = [1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.pad' op expects transpose_paddings to be a permutation, found [0, 2]}}
%0:3 = transform.structured.pad %h {transpose_paddings = [[1, 0], [0, 2]]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.pad' op invalid copy_back_op}}
%0:3 = transform.structured.pad %h {copy_back_op = "memref.copy"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.hoist_pad' op expects transpose to be a permutation, found 1, 2}}
%0 = transform.structured.hoist_pad %h by 1 loops, transpose by [1, 2] : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.multitile_sizes' op expects all results type to be the same}}
%0:3 = "transform.structured.multitile_sizes"(%h) {dimension = 0, target_size = 10} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.param<i64>)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{"matmul_inner_dims_order" is not a valid permutation}}
%0 = transform.structured.pack_greedily %h matmul_packed_sizes = [8, 8, 8] matmul_inner_dims_order = [1, 2, 3] : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'matmul_padded_sizes_next_multiple_of' failed to satisfy constraint: i64 dense array attribute with 0 or 3 elements}}
%0 = transform.structured.pack_greedily %h matmul_packed_sizes = [8, 0, 8] matmul_padded_sizes_next_multiple_of = [0] matmul_inner_dims_order = [0, 1, 2] : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{at most one of the packed_size and the padded_sizes_next_multiple_of can be nonzero for the matmul strategy}}
%0 = transform.structured.pack_greedily %h matmul_packed_sizes = [8, 8, 8] matmul_padded_sizes_next_multiple_of = [0, 0, 4] matmul_inner_dims_order = [0, 1, 2] : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'static_matmul_packed_sizes' failed to satisfy constraint: i64 dense array attribute with exactly 3 elements}}
%0 = transform.structured.pack_greedily %h matmul_packed_sizes = [8] matmul_inner_dims_order = [0, 1, 2] : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{"outer_perm" is not a valid permutation}}
%0:3 = transform.structured.pack_transpose %h with_compute_op(%h) outer_perm = [1, 1] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{at least one of "inner_perm" or "outer_perm" must be specified}}
%0:3 = transform.structured.pack_transpose %h with_compute_op(%h) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.vectorize' op expected same number of vector sizes (1) and scalable sizes (0)}}
"transform.structured.vectorize"(%h) <{static_vector_sizes = array<i64: 4>}> : (!transform.any_op) -> ()

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+2 {{expected integer value}}
// expected-error@+1 {{custom op 'transform.structured.vectorize' expected SSA value or integer}}
transform.structured.vectorize %h vector_sizes [x] : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+2 {{expected ']' in dynamic index list}}
// expected-error@+1 {{custom op 'transform.structured.vectorize' expected SSA value or integer}}
transform.structured.vectorize %h vector_sizes [4 : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{expected '('}}
%0 = transform.structured.generalize %h : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.bufferize_to_allocation' op unsupported memcpy op}}
%r:2 = transform.structured.bufferize_to_allocation %h {memcpy_op = "test.copy"} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
// expected-error@+1 {{'transform.structured.bufferize_to_allocation' op unsupported alloc op}}
%r:2 = transform.structured.bufferize_to_allocation %h {alloc_op = "test.alloc"} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_conversion_patterns to %h {
  // expected-error@+1 {{unknown dialect or dialect not loaded: nowhere}}
  transform.apply_conversion_patterns.dialect_to_llvm "nowhere"
} : !transform.any_op
