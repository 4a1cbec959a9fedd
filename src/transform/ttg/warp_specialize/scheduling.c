// What a loop's partitions have, and how ops of its body depend on each other; see scheduling.h.

#include "transform/ttg/warp_specialize/scheduling.h"

#include "dialect/scf/scf.h"

void tern_partitioning_assign(tern_partitioning_t *p, tern_op_t *op, size_t id) {
  tern_partitions_set(op, tern_partitions_one(id));
  tern_vec_push(&p->parts[id].ops, op);
}

bool tern_partitioning_try_assign(tern_partitioning_t *p, tern_op_t *op, size_t id) {
  if (tern_partitions_known(op)) return false;
  tern_partitioning_assign(p, op, id);
  return true;
}

tern_op_t *tern_partitioning_in_body(const tern_op_t *loop, tern_op_t *op) {
  while (op && op->block != tern_op_body(loop, 0)) op = tern_op_parent(op);
  return op;
}

tern_op_t *tern_partitioning_source(const tern_op_t *loop, const tern_value_t *value) {
  const tern_block_t *body = tern_op_body(loop, 0);
  // Values that only change places are handed around at most as often as there are some.
  for (size_t i = 0; value->is_block_argument && i <= loop->result_count; ++i) {
    if (tern_value_arg_block(value) != body || value->index == 0) return NULL;
    value = tern_op_operand(body->last_op, value->index - 1);
  }
  tern_op_t *op = tern_value_defining_op(value);
  return op && op->block == body ? op : NULL;
}

tern_op_list_t tern_partitioning_sources(const tern_op_t *loop, tern_op_t *op) {
  tern_op_list_t sources = {0};
  tern_ttg_value_list_t values = tern_ttg_outside_operands(op);
  for (size_t i = 0; i < values.count; ++i) {
    tern_op_t *source = tern_partitioning_source(loop, values.values[i]);
    if (source) tern_vec_push(&sources, source);
  }
  tern_vec_deinitialize(&values);
  return sources;
}

tern_op_list_t tern_partitioning_users(const tern_op_t *loop, const tern_op_t *op) {
  tern_op_list_t users = {0};
  tern_map_t seen = {0};
  TERN_VEC(tern_value_t *) queue = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&queue, tern_op_result(op, i));
  while (queue.count) {
    tern_value_t *value = queue.values[--queue.count];
    if (!tern_map_set(&seen, value, value)) continue;
    tern_value_for_each_use(value, use) {
      tern_op_t *user = tern_partitioning_in_body(loop, use->owner);
      if (!user) continue;
      if (user == tern_op_body(loop, 0)->last_op)
        tern_vec_push(&queue, tern_op_body(loop, 0)->args[tern_operand_index(use) + 1]);
      else
        tern_vec_push(&users, user);
    }
  }
  tern_vec_deinitialize(&queue);
  tern_map_deinitialize(&seen);
  return users;
}

bool tern_partitioning_is_reached(const tern_partitioning_t *p, tern_op_t *op) {
  tern_op_list_t queue = {0};
  tern_map_t seen = {0};
  bool is_reached = false;
  tern_vec_push(&queue, op);
  while (queue.count && !is_reached) {
    tern_op_t *next = queue.values[--queue.count];
    if (!tern_map_set(&seen, next, next)) continue;
    is_reached = tern_partitions_known(next) && tern_partitions_count(tern_partitions_of(next)) != p->count;
    tern_op_list_t sources = tern_partitioning_sources(p->loop, next);
    for (size_t i = 0; i < sources.count; ++i) tern_vec_push(&queue, sources.values[i]);
    tern_vec_deinitialize(&sources);
  }
  tern_vec_deinitialize(&queue);
  tern_map_deinitialize(&seen);
  return is_reached;
}
