// gpu: folds and canonical forms (upstream: GPUDialect.cpp).

#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/gpu/hooks.h"
#include "dialect/memref/memref.h"
#include "rewrite/rewriter.h"

// --- reductions ---

// All work items reach the first block of a launch.
static bool make_uniform(tern_op_t *op) {
  const tern_op_t *launch = tern_op_parent(op);
  if (tern_op_attr(op, "uniform") || !launch || !tern_op_is(launch, TERN_GPU(LAUNCH)) ||
      !tern_block_is_entry(op->block)) {
    return false;
  }
  tern_op_set_attr(op, "uniform", tern_unit_attr_get(tern_op_context(op)));
  return true;
}

tern_fold_status_t tern_gpu_fold_all_reduce(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  (void)operands;
  (void)out_results;
  return make_uniform(op) ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

// Each work item by itself is no reduction.
tern_fold_status_t tern_gpu_fold_subgroup_reduce(tern_op_t *op, const tern_attr_t *const *operands,
                                                 tern_fold_result_t *out_results) {
  const tern_attr_t *cluster_size = tern_op_attr(op, "cluster_size");
  if (!tern_attr_is_integer(cluster_size) || tern_integer_attr_value(cluster_size) != 1) {
    return tern_gpu_fold_all_reduce(op, operands, out_results);
  }
  out_results[0].value = tern_op_operand(op, 0);
  return TERN_FOLD_REPLACED;
}

// What was broadcast is the same everywhere.
tern_fold_status_t tern_gpu_fold_subgroup_broadcast(tern_op_t *op, const tern_attr_t *const *operands,
                                                    tern_fold_result_t *out_results) {
  (void)operands;
  const tern_op_t *source = tern_value_defining_op(tern_op_operand(op, 0));
  if (!source || !tern_op_is(source, TERN_GPU(SUBGROUP_BROADCAST))) return TERN_FOLD_FAILED;
  out_results[0].value = tern_op_operand(op, 0);
  return TERN_FOLD_REPLACED;
}

// The second of two barriers has nothing to order.
bool tern_gpu_canonicalize_barrier(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!op->next || !tern_op_is(op->next, TERN_GPU(BARRIER))) return false;
  tern_rewriter_erase(rewriter, op);
  return true;
}

// --- launches ---

// The id of what there is only one of is 0.
bool tern_gpu_canonicalize_launch(tern_op_t *op, tern_rewriter_t *rewriter) {
  enum { ID_COUNT = TERN_GPU_LAUNCH_GRID_SIZE };  // blocks and threads, in the order of the sizes among the operands
  const tern_type_t *index = tern_index_type_get(rewriter->builder.context);
  tern_block_t *body = tern_op_body(op, 0);
  tern_value_t *zero = NULL;
  size_t start, count;
  tern_op_operands_named(op, "gridSizeX", &start, &count);
  for (size_t i = 0; i < ID_COUNT; ++i) {
    const tern_attr_t *size = tern_value_constant(tern_op_operand(op, start + i));
    if (!tern_attr_is_integer(size) || tern_integer_attr_value(size) != 1 || !tern_value_has_uses(body->args[i])) {
      continue;
    }
    if (!zero) {
      tern_builder_set_start(&rewriter->builder, body);
      rewriter->builder.loc = op->loc;
      zero = tern_build_value(&rewriter->builder, TERN_ARITH(CONSTANT), .types = TERN_TYPES(index),
                              .attrs = TERN_ATTRS({"value", tern_integer_attr_get(index, 0)}));
    }
    tern_rewriter_replace_uses(rewriter, body->args[i], zero);
  }
  return zero != NULL;
}

// --- memory and tokens ---

tern_fold_status_t tern_gpu_fold_memory_access(tern_op_t *op, const tern_attr_t *const *operands,
                                               tern_fold_result_t *out_results) {
  (void)operands;
  (void)out_results;
  return tern_memref_fold_cast_operands(op, NULL) ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

// A copy to memory that nothing reads is not needed.
bool tern_gpu_canonicalize_memcpy(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *target = tern_op_operand_named(op, "dst");
  const tern_op_t *maker = tern_value_defining_op(target);
  if (!maker || tern_op_effects(maker) != TERN_TRAIT_MEM_ALLOC) return false;
  tern_value_for_each_use(target, use) {
    if (use->owner != op && tern_op_effects(use->owner) != TERN_TRAIT_MEM_FREE) return false;
  }
  size_t start, token_count;
  tern_op_operands_named(op, "asyncDependencies", &start, &token_count);
  if (token_count > 1 || token_count != op->result_count) return false;
  if (token_count == 0) {
    tern_rewriter_erase(rewriter, op);
  } else {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(op, start)));
  }
  return true;
}

static bool is_finished(const tern_value_t *token) {
  const tern_op_t *wait = tern_value_defining_op(token);
  return wait && tern_op_is(wait, TERN_GPU(WAIT)) && wait->operand_count == 0;
}

// Tokens of waits for nothing need no waiting, and a wait for one token is that token.
bool tern_gpu_canonicalize_wait(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_changed = false;
  for (size_t i = op->operand_count; i-- > 0;) {
    if (!is_finished(tern_op_operand(op, i))) continue;
    tern_op_erase_operands(op, i, 1);
    is_changed = true;
  }
  if (is_changed) {
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  if (op->result_count && op->operand_count == 1) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(op, 0)));
    return true;
  }
  bool is_needed = op->result_count ? !tern_op_has_no_uses(op) : op->operand_count > 0;
  if (!is_needed) tern_rewriter_erase(rewriter, op);
  return !is_needed;
}

// memref.dim of a dynamic dimension is the size that was asked for.
bool tern_gpu_canonicalize_alloc(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *memory = tern_op_result(op, 0);
  size_t start, count;
  tern_op_operands_named(op, "dynamicSizes", &start, &count);
  for (tern_operand_t *use = memory->first_use; use; use = use->next) {
    tern_op_t *dim = use->owner;
    const tern_attr_t *position =
        tern_op_is(dim, TERN_MEMREF(DIM)) ? tern_value_constant(tern_op_operand(dim, 1)) : NULL;
    int64_t index = tern_attr_is_integer(position) ? tern_integer_attr_value(position) : -1;
    if (index < 0 || (uint64_t)index >= tern_type_rank(memory->type)) continue;
    if (tern_type_dim(memory->type, (size_t)index) != TERN_DYNAMIC) continue;
    size_t number = 0;
    for (int64_t i = 0; i < index; ++i) number += tern_type_dim(memory->type, (size_t)i) == TERN_DYNAMIC;
    tern_rewriter_replace(rewriter, dim, TERN_VALUES(tern_op_operand(op, start + number)));
    return true;
  }
  return false;
}
