// Walks over an op and everything inside. Recursive in nesting depth only.

#include "ir/op.h"

tern_walk_result_t tern_op_walk_pre(tern_op_t *op, tern_walk_fn_t callback, void *user) {
  tern_walk_result_t result = callback(op, user);
  if (result == TERN_WALK_INTERRUPT) return result;
  if (result == TERN_WALK_SKIP) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, inner) {
        if (tern_op_walk_pre(inner, callback, user) == TERN_WALK_INTERRUPT) return TERN_WALK_INTERRUPT;
      }
    }
  }
  return TERN_WALK_ADVANCE;
}

tern_walk_result_t tern_op_walk_post(tern_op_t *op, tern_walk_fn_t callback, void *user) {
  for (size_t i = 0; i < op->region_count; ++i) {
    for (tern_block_t *block = op->regions[i].first_block, *next_block; block; block = next_block) {
      next_block = block->next;
      tern_block_for_each_op_safe(block, inner) {
        if (tern_op_walk_post(inner, callback, user) == TERN_WALK_INTERRUPT) return TERN_WALK_INTERRUPT;
      }
    }
  }
  return callback(op, user) == TERN_WALK_INTERRUPT ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}
