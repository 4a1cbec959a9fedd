#include "transform/linalg/move_bodies.h"

#include "ir/context.h"

static bool is_shorter(const tern_block_t *a, const tern_block_t *b) {
  const tern_op_t *x = a->first_op, *y = b->first_op;
  while (x && y) {
    x = x->next;
    y = y->next;
  }
  return !x;
}

// Argument `arg` as one of `base`.
static tern_value_t *adopt(tern_block_t *base, tern_value_t *arg) {
  if (arg->owner == base) return arg;
  tern_value_t *copy = tern_block_add_arg(base, arg->type, arg->arg_loc);
  tern_value_replace_all_uses(arg, copy);
  return copy;
}

static bool contains(const tern_body_args_t *args, const tern_value_t *arg) {
  for (size_t i = 0; i < args->count; ++i) {
    if (args->values[i] == arg) return true;
  }
  return false;
}

void tern_move_bodies(tern_op_t *shell, tern_block_t *first, tern_block_t *second, const tern_body_args_t *args) {
  tern_block_t *base = is_shorter(first, second) ? second : first;
  if (base == second) {
    for (tern_op_t *op = first->last_op, *prev; op; op = prev) {
      prev = op->prev;
      tern_op_remove(op);
      tern_op_insert(op, second, second->first_op);
    }
  } else {
    tern_block_for_each_op_safe(second, op) {
      tern_op_remove(op);
      tern_op_insert(op, first, NULL);
    }
  }
  tern_body_args_t order = {0};
  for (size_t i = 0; i < args->count; ++i) tern_vec_push(&order, adopt(base, args->values[i]));
  for (size_t i = base->arg_count; i-- > 0;) {
    if (!contains(&order, base->args[i])) tern_block_erase_arg(base, i);
  }
  for (size_t i = 0; i < order.count; ++i) {
    base->args[i] = order.values[i];
    base->args[i]->index = (uint32_t)i;
  }
  tern_vec_deinitialize(&order);
  tern_block_t *empty = shell->regions[0].first_block;
  tern_block_remove(empty);
  tern_block_destroy(empty, tern_op_context(shell));
  tern_block_remove(base);
  tern_block_insert(base, &shell->regions[0], NULL);
}

tern_value_t *tern_merge_values(tern_value_t *a, tern_value_t *b) {
  const tern_operand_t *x = a->first_use, *y = b->first_use;
  while (x && y) {
    x = x->next;
    y = y->next;
  }
  tern_value_t *kept = x ? a : b, *other = x ? b : a;
  tern_value_replace_all_uses(other, kept);
  return kept;
}
