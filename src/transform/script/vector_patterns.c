// The patterns that the ops transform.apply_patterns.vector.* stand for.

#include "transform/script/vector_patterns.h"

#include "dialect/transform/transform.h"

// Ops without attributes.
static const struct plain_entry {
  int id;
  const tern_pattern_t *patterns;
} plain_entries[] = {
    {TERN_TRANSFORM_PATTERN_VECTOR_TRANSFER_PERMUTATION_PATTERNS, tern_vector_permutation_map_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_BITCAST, tern_vector_bitcast_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_BROADCAST, tern_vector_broadcast_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_CREATE_MASK, tern_vector_mask_op_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_MASKS, tern_vector_mask_op_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_MASKED_TRANSFERS, tern_vector_masked_transfer_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_MATERIALIZE_MASKS, tern_vector_mask_materialization_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_OUTERPRODUCT, tern_vector_outerproduct_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_GATHER, tern_vector_gather_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_UNROLL_FROM_ELEMENTS, tern_vector_from_elements_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_UNROLL_TO_ELEMENTS, tern_vector_to_elements_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_SCAN, tern_vector_scan_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_SHAPE_CAST, tern_vector_shape_cast_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_LOWER_INTERLEAVE, tern_vector_interleave_patterns},
    {TERN_TRANSFORM_PATTERN_VECTOR_INTERLEAVE_TO_SHUFFLE, tern_vector_interleave_to_shuffle_patterns},
};

static bool is_op(const tern_op_t *op, int id) { return tern_op_is(op, &tern_transform_ops[id]); }

static void add_transfer_loops(const tern_op_t *op, tern_vector_pattern_list_t *list,
                               tern_vector_lowering_options_t *options) {
  bool unrolls = tern_integer_attr_value(tern_op_attr(op, "full_unroll")) != 0;
  options->target_rank = (size_t)tern_integer_attr_value(tern_op_attr(op, "max_transfer_rank"));
  tern_vector_add_patterns(list, unrolls ? tern_vector_transfer_unroll_patterns : tern_vector_transfer_loop_patterns);
  if (options->target_rank == 1) tern_vector_add_patterns(list, tern_vector_transfer_1d_patterns);
  tern_vector_add_patterns(list, tern_vector_print_to_loops_patterns);
}

bool tern_script_add_vector_patterns(const tern_op_t *op, tern_vector_pattern_list_t *list,
                                     tern_vector_lowering_options_t *options) {
  for (size_t i = 0; i < sizeof plain_entries / sizeof plain_entries[0]; ++i) {
    if (!is_op(op, plain_entries[i].id)) continue;
    tern_vector_add_patterns(list, plain_entries[i].patterns);
    return true;
  }
  const tern_attr_t *strategy = tern_op_attr(op, "lowering_strategy");
  if (is_op(op, TERN_TRANSFORM_PATTERN_VECTOR_LOWER_CONTRACTION)) {
    options->contract = (tern_vector_contract_lowering_t)tern_enum_attr_value(strategy);
    tern_vector_add_patterns(list, tern_vector_contract_patterns);
  } else if (is_op(op, TERN_TRANSFORM_PATTERN_VECTOR_LOWER_MULTI_REDUCTION)) {
    options->multi_reduction = (tern_vector_multi_reduction_lowering_t)tern_enum_attr_value(strategy);
    tern_vector_add_patterns(list, tern_vector_multi_reduction_patterns);
  } else if (is_op(op, TERN_TRANSFORM_PATTERN_VECTOR_LOWER_TRANSPOSE)) {
    // The special case of AVX2 is written in instructions of that processor.
    if (tern_integer_attr_value(tern_op_attr(op, "avx2_lowering_strategy"))) return false;
    options->transpose = (tern_vector_transpose_lowering_t)tern_enum_attr_value(strategy);
    tern_vector_add_patterns(list, tern_vector_transpose_patterns);
  } else if (is_op(op, TERN_TRANSFORM_PATTERN_VECTOR_LOWER_TRANSFER)) {
    options->max_transfer_rank = (size_t)tern_integer_attr_value(tern_op_attr(op, "max_transfer_rank"));
    tern_vector_add_patterns(list, tern_vector_transfer_patterns);
  } else if (is_op(op, TERN_TRANSFORM_PATTERN_VECTOR_TRANSFER_TO_SCF)) {
    add_transfer_loops(op, list, options);
  } else {
    return false;
  }
  return true;
}
