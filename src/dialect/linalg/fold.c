// Folds and memory effects of linalg ops.

#include "dialect/linalg/hooks.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/memref.h"

// Looks through memref.cast of operands (upstream: memref::foldMemRefCast).
tern_fold_status_t tern_linalg_fold(tern_op_t *op, const tern_attr_t *const *operands,
                                    tern_fold_result_t *out_results) {
  (void)operands, (void)out_results;
  return tern_memref_fold_cast_operands(op, NULL) ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

// The position in a loop of one iteration is 0. The first operand that gives the loop's extent says so.
tern_fold_status_t tern_linalg_fold_index(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results) {
  (void)operands;
  tern_op_t *parent = tern_op_parent(op);
  if (!parent || !tern_is_linalg(parent)) return TERN_FOLD_FAILED;
  int64_t loop = tern_integer_attr_value(tern_op_attr(op, "dim"));
  size_t position, dim;
  if (loop >= (int64_t)tern_linalg_loop_count(parent) ||
      !tern_linalg_loop_source(parent, (size_t)loop, &position, &dim) ||
      tern_type_dim(tern_op_operand(parent, position)->type, dim) != 1)
    return TERN_FOLD_FAILED;
  out_results[0].attr = tern_integer_attr_get(tern_index_type_get(tern_op_context(op)), 0);
  return TERN_FOLD_REPLACED;
}

static bool is_memref(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_MEMREF || value->type->kind == TERN_TYPE_UNRANKED_MEMREF;
}

// Buffers are read and written as their roles and the body say; tensors are values. The ops of the body count too.
tern_traits_t tern_linalg_effects(const tern_op_t *op) {
  tern_traits_t effects = 0;
  size_t input_count = tern_linalg_input_count(op);
  for (size_t i = 0; i < op->operand_count; i++) {
    if (!is_memref(tern_op_operand(op, i))) continue;
    if (i < input_count || tern_linalg_reads_output(op, i - input_count)) effects |= TERN_TRAIT_MEM_READ;
    if (i >= input_count) effects |= TERN_TRAIT_MEM_WRITE;
  }
  tern_region_for_each_block(&op->regions[0], block) {
    tern_block_for_each_op(block, inner) effects |= tern_op_effects(inner);
  }
  return effects;
}

// Of an op that reads operand 0 and writes operand 1.
tern_traits_t tern_linalg_effects_of_pair(const tern_op_t *op) {
  tern_traits_t effects = 0;
  if (is_memref(tern_op_operand(op, 0))) effects |= TERN_TRAIT_MEM_READ;
  if (is_memref(tern_op_operand(op, 1))) effects |= TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE;
  return effects;
}
