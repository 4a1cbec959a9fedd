// Changing IR so that a driver hears of it.

#include "rewrite/rewriter.h"

#include <assert.h>
#include <stdlib.h>

#include "ir/watcher.h"

static void announce_modified(tern_rewriter_t *rewriter, tern_op_t *op) {
  tern_listener_t *listener = rewriter->builder.listener;
  if (listener && listener->op_modified) listener->op_modified(listener, op);
}

static void announce_inserted(tern_rewriter_t *rewriter, tern_op_t *op) {
  tern_listener_t *listener = rewriter->builder.listener;
  if (listener && listener->op_inserted) listener->op_inserted(listener, op);
}

static tern_walk_result_t announce_one_erased(tern_op_t *op, void *user) {
  tern_listener_t *listener = user;
  listener->op_erased(listener, op);
  return TERN_WALK_ADVANCE;
}

// Announces the end of `op` and of all ops inside, the innermost first.
static void announce_erased(tern_rewriter_t *rewriter, tern_op_t *op) {
  tern_listener_t *listener = rewriter->builder.listener;
  if (listener && listener->erase_started) listener->erase_started(listener, op);
  if (listener && listener->op_erased) tern_op_walk_post(op, announce_one_erased, listener);
}

// The builder must not stand at an op or block that goes away.
static void leave_op(tern_rewriter_t *rewriter, const tern_op_t *op) {
  if (rewriter->builder.before == op) rewriter->builder.before = op->next;
}

void tern_rewriter_modified(tern_rewriter_t *rewriter, tern_op_t *op) { announce_modified(rewriter, op); }

void tern_rewriter_replace_uses(tern_rewriter_t *rewriter, tern_value_t *value, tern_value_t *replacement) {
  if (value == replacement) return;
  tern_watch_replacement(value, replacement);
  while (value->first_use) {
    tern_operand_t *use = value->first_use;
    tern_op_t *owner = use->owner;
    tern_operand_set(use, replacement);
    announce_modified(rewriter, owner);
  }
}

void tern_rewriter_erase(tern_rewriter_t *rewriter, tern_op_t *op) {
  announce_erased(rewriter, op);
  leave_op(rewriter, op);
  tern_op_destroy(op);
}

void tern_rewriter_replace(tern_rewriter_t *rewriter, tern_op_t *op, tern_values_t values) {
  assert(values.count == op->result_count && "one value for each result");
  tern_listener_t *listener = rewriter->builder.listener;
  if (listener && listener->op_replaced) listener->op_replaced(listener, op, values);
  for (size_t i = 0; i < values.count; ++i) {
    tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), values.values[i]);
  }
  tern_rewriter_erase(rewriter, op);
}

tern_op_t *tern_rewriter_replace_with(tern_rewriter_t *rewriter, tern_op_t *op, const tern_op_row_t *row,
                                      const tern_build_args_t *args) {
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *replacement = tern_build_op(&rewriter->builder, row, args);
  assert(replacement->result_count == op->result_count && "as many results as the op it replaces");
  tern_listener_t *listener = rewriter->builder.listener;
  tern_value_t **values = tern_malloc(replacement->result_count * sizeof(tern_value_t *) + 1);
  for (size_t i = 0; i < replacement->result_count; ++i) values[i] = tern_op_result(replacement, i);
  if (listener && listener->op_replaced) {
    listener->op_replaced(listener, op, (tern_values_t){values, replacement->result_count});
  }
  for (size_t i = 0; i < replacement->result_count; ++i) {
    tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), values[i]);
  }
  free(values);
  tern_rewriter_erase(rewriter, op);
  return replacement;
}

void tern_rewriter_erase_block(tern_rewriter_t *rewriter, tern_block_t *block) {
  for (tern_op_t *op = block->last_op; op; op = op->prev) announce_erased(rewriter, op);
  if (rewriter->builder.block == block) {
    rewriter->builder.block = NULL;
    rewriter->builder.before = NULL;
  }
  tern_block_destroy(block, rewriter->builder.context);
}

// Moves every op of `block` to `target`, before `before` (NULL: to the end).
static void move_ops(tern_rewriter_t *rewriter, tern_block_t *block, tern_block_t *target, tern_op_t *before) {
  while (block->first_op) {
    tern_op_t *op = block->first_op;
    tern_op_remove(op);
    tern_op_insert(op, target, before);
    announce_inserted(rewriter, op);
  }
}

static void replace_args(tern_rewriter_t *rewriter, tern_block_t *block, tern_values_t values) {
  assert(values.count == block->arg_count && "one value for each block argument");
  for (size_t i = 0; i < values.count; ++i) tern_rewriter_replace_uses(rewriter, block->args[i], values.values[i]);
}

void tern_rewriter_inline_block_before(tern_rewriter_t *rewriter, tern_block_t *block, tern_op_t *before,
                                       tern_values_t args) {
  replace_args(rewriter, block, args);
  move_ops(rewriter, block, before->block, before);
  tern_rewriter_erase_block(rewriter, block);
}

void tern_rewriter_merge_block_end(tern_rewriter_t *rewriter, tern_block_t *block, tern_block_t *target,
                                   tern_values_t args) {
  replace_args(rewriter, block, args);
  move_ops(rewriter, block, target, NULL);
  tern_rewriter_erase_block(rewriter, block);
}
