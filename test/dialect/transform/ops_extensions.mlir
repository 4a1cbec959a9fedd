// The ops of the extensions are read and written as upstream does.
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file %s | diff -b - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --split-input-file %t.mlir | diff %t.mlir -

// CHECK: transform.structured.match ops{["linalg.matmul"]} in %0
// CHECK: transform.structured.tile_using_forall %0 num_threads [4]
// CHECK: transform.structured.transpose_matmul %0{{ ?}}<rhs>
// CHECK: transform.apply_patterns.tensor.rewrite_as_constant aggressive
// CHECK: transform.bufferization.empty_tensor_to_alloc_tensor

%p = transform.param.constant 4 : i64 -> !transform.param<i64>
transform.debug.emit_param_as_remark %p, "p is" : !transform.param<i64>

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.match ops{["linalg.matmul"]} in %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.structured.tile_using_for %h tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.structured.tile_using_forall %h num_threads [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.structured.fuse %h tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.structured.fuse_into_containing_op %h into %h : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
%r:4 = transform.structured.tile_reduction_using_for %h by tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
%r:4 = transform.structured.tile_reduction_using_forall %h by num_threads = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.split %h after 16 {dimension = 1} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r:3 = transform.structured.multitile_sizes %h {dimension = 0, target_size = 10} : (!transform.any_op) -> !transform.param<i64>

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.structured.continuous_tile_sizes %h {dimension = 0, target_size = 9} : (!transform.any_op) -> !transform.param<i64>

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.generalize %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.specialize %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.interchange %h iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.scalarize %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.promote %h {operands_to_promote = [0], use_alloca} : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.replace %h {
  builtin.module {
  }
} : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.decompose %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.decompose_interface %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.linalg_copy_to_memref %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.convert_to_loops %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.rewrite_in_destination_passing_style %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.hoist_redundant_vector_transfers %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.hoist_redundant_vector_broadcasts %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.flatten_elementwise %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.transpose_conv2d %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.insert_slice_to_copy %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.decompose_winograd_op %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.transpose_matmul %h <rhs> : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.structured.convert_conv2d_to_img2col %h : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.winograd_conv2d %h {fmr = 0 : i32} : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r:4 = transform.structured.split_reduction %h {split_factor = 4, insert_split_dimension = 0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
transform.structured.vectorize %h vector_sizes [4] : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.vectorize_children_and_apply_patterns %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r:3 = transform.structured.pad %h {padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.structured.pad_tiling_interface %h to padding_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.hoist_pad %h by 1 loops : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.hoist_pad.build_packing_loop_nest %h above %h : (!transform.any_op, !transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.pack %h packed_sizes = [8, 8] : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.structured.pack_greedily %h matmul_packed_sizes = [8, 16, 32] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r:3 = transform.structured.pack_transpose %h with_compute_op(%h) outer_perm = [1, 0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

// -----

%k = "test.value"() : () -> !transform.op<"linalg.pack">
%r:3 = transform.structured.lower_pack %k : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)

// -----

%k = "test.value"() : () -> !transform.op<"linalg.unpack">
%r:4 = transform.structured.lower_unpack %k : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.structured.bufferize_to_allocation %h : !transform.any_op

// -----

%v = "test.value"() : () -> !transform.any_value
%r = transform.structured.promote_tensor to 1 %v : !transform.any_value

// -----

%h = "test.value"() : () -> !transform.any_op
transform.structured.eliminate_empty_tensors %h : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.structured.gpu.map_copy_to_threads %h total_num_threads = 32 desired_bit_alignment = 128 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.linalg.erase_unnecessary_inputs
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.linalg.decompose_pack_unpack
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.linalg.decompose_pad
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.linalg.tiling_canonicalization
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.linalg.fold_add_into_dest
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.linalg.pad_vectorization
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.linalg.fold_pack_unpack_into_empty
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.canonicalization
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.scf.for_loop_canonicalization
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.decompose_concat
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.fold_tensor_subset_ops
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.reassociative_reshape_folding
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.bubble_up_extract_slice
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.fold_into_pack_and_unpack
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.fold_tensor_empty
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_patterns to %h {
  transform.apply_patterns.tensor.rewrite_as_constant aggressive
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_conversion_patterns to %h {
  transform.apply_conversion_patterns.scf.structural_conversions
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_conversion_patterns to %h {
  transform.apply_conversion_patterns.scf.scf_to_control_flow
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.loop.forall_to_for %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.loop.forall_to_parallel %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.loop.parallel_for_to_nested_fors %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r:2 = transform.loop.outline %h {func_name = "f"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

// -----

%l = "test.value"() : () -> !transform.op<"scf.for">
%r:2 = transform.loop.peel %l : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)

// -----

%l = "test.value"() : () -> !transform.op<"scf.for">
%r = transform.loop.pipeline %l : (!transform.op<"scf.for">) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.loop.promote_if_one_iteration %h : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.loop.hoist_loop_invariant_subsets %h : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.loop.unroll %h {factor = 4} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.loop.unroll_and_jam %h {factor = 4} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.loop.coalesce %h : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.loop.fuse_sibling %h into %h : (!transform.any_op, !transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.scf.take_assumed_branch %h take_else_branch : (!transform.any_op) -> ()

// -----

%h = "test.value"() : () -> !transform.any_op
%r = transform.tensor.make_loop_independent %h {num_loops = 1} : (!transform.any_op) -> !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.apply_conversion_patterns to %h {
} with type_converter {
  transform.type_conversion.tensor.cast_shape_dynamic_dims
} : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.bufferization.buffer_loop_hoisting %h : !transform.any_op

// -----

%h = "test.value"() : () -> !transform.any_op
transform.bufferization.eliminate_empty_tensors %h : !transform.any_op

// -----

%e = "test.value"() : () -> !transform.op<"tensor.empty">
%r = transform.bufferization.empty_tensor_to_alloc_tensor %e : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
