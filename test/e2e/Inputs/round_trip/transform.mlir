// Attributes of scripts that the examples and the dialect's own tests do not have.
%h = "test.value"() : () -> !transform.any_op
%p = "test.value"() : () -> !transform.param<i64>
%o0 = transform.get_operand %h[all] : (!transform.any_op) -> !transform.any_value
%o1 = transform.get_operand %h[except(0, 1)] : (!transform.any_op) -> !transform.any_value
%r0 = transform.get_result %h[all] : (!transform.any_op) -> !transform.any_value
%r1 = transform.get_result %h[except(0)] : (!transform.any_op) -> !transform.any_value
%f:2 = transform.structured.tile_using_forall %h num_threads [%p, 4] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
%u:3 = transform.structured.fuse %h tile_sizes [4, 8] interchange [1, %p] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
// -----
%h = "test.value"() : () -> !transform.any_op
%a:3 = transform.structured.pad %h {padding_values = [0.0 : f32], padding_dimensions = [0], nofold_flags = [1], transpose_paddings = [[1, 0]], copy_back_op = "linalg.copy"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
%b:3 = transform.structured.pad %h {padding_values = [0.0 : f32], padding_dimensions = [0], nofold_flags = [], transpose_paddings = [], copy_back_op = "none"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
%c = transform.structured.hoist_pad %h by 1 loops, transpose by [1, 0] : (!transform.any_op) -> !transform.any_op
%d = transform.structured.hoist_pad.build_packing_loop_nest %h above %h, transpose by [1, 0] : (!transform.any_op, !transform.any_op) -> !transform.any_op
%e = transform.structured.pack_greedily %h matmul_packed_sizes = [0, 16, 0] matmul_padded_sizes_next_multiple_of = [1, 0, 2] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op) -> !transform.any_op
%g:3 = transform.structured.pack_transpose %h with_compute_op(%h) inner_perm = [1, 0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
%i:2 = transform.structured.bufferize_to_allocation %h {memory_space = 3, memcpy_op = "linalg.copy", alloc_op = "memref.alloca", bufferize_destination_only, emit_dealloc} : !transform.any_op
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%h: !transform.any_op {transform.readonly}) -> (!transform.any_op {test.a}) {
    transform.yield %h : !transform.any_op
  }
  transform.named_sequence @g(%h: !transform.any_op {transform.consumed}) {
    %r = transform.include @f failures(suppress) (%h) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%h: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %0 = transform.match.structured %h : (!transform.any_op) -> !transform.any_op {
    ^bb0(%s: !transform.any_op):
      transform.match.structured.body %s {elementwise} : !transform.any_op
      transform.match.structured.input %s[except(0)] {projected_permutation} : !transform.any_op
      transform.match.structured.init %s[except(1)] {permutation} : !transform.any_op
      transform.match.structured.init %s[all] {projected_permutation} : !transform.any_op
      transform.match.structured.yield %s : !transform.any_op
    }
    transform.yield %0 : !transform.any_op
  }
}
