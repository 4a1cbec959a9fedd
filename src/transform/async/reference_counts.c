#include "transform/async/reference_counts.h"

#include "dialect/builtin/builtin.h"

static bool is_counted(const tern_type_t *type) {
  return tern_type_is_async(type, TERN_ASYNC_TYPE_TOKEN) || tern_type_is_async(type, TERN_ASYNC_TYPE_GROUP) ||
         tern_async_value_type(type);
}

static tern_walk_result_t list_args(tern_op_t *op, void *user) {
  tern_async_value_list_t *list = user;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t k = 0; k < block->arg_count; ++k) {
        if (is_counted(block->args[k]->type)) tern_vec_push(list, block->args[k]);
      }
    }
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t list_results(tern_op_t *op, void *user) {
  tern_async_value_list_t *list = user;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (is_counted(result->type)) tern_vec_push(list, result);
  }
  return TERN_WALK_ADVANCE;
}

tern_async_value_list_t tern_async_counted_values(tern_op_t *root) {
  tern_async_value_list_t list = {0};
  tern_op_walk_post(root, list_args, &list);
  tern_op_walk_post(root, list_results, &list);
  return list;
}

static tern_walk_result_t refuse_tasks(tern_op_t *op, void *user) {
  (void)user;
  bool is_high = tern_op_is(op, TERN_ASYNC(EXECUTE)) || tern_op_is(op, TERN_ASYNC(AWAIT)) ||
                 tern_op_is(op, TERN_ASYNC(AWAIT_ALL)) || tern_op_is(op, TERN_ASYNC(YIELD));
  if (!is_high) return TERN_WALK_ADVANCE;
  tern_emit_error(op->loc, "async operations must be lowered to async runtime operations");
  return TERN_WALK_INTERRUPT;
}

bool tern_async_lowered_values(tern_op_t *root, tern_async_value_list_t *out) {
  if (tern_op_walk_post(root, refuse_tasks, NULL) == TERN_WALK_INTERRUPT) return false;
  *out = tern_async_counted_values(root);
  return true;
}

void tern_async_count(tern_builder_t *b, tern_value_t *value, int64_t count) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), count < 0 ? -count : count);
  tern_build(b, count < 0 ? TERN_ASYNC(RUNTIME_DROP_REF) : TERN_ASYNC(RUNTIME_ADD_REF), .operands = TERN_VALUES(value),
             .attrs = TERN_ATTRS({"count", attr}));
}

bool tern_async_drop_if_unused(tern_value_t *value) {
  if (tern_value_has_uses(value)) return false;
  tern_op_t *op = tern_value_defining_op(value);
  tern_builder_t b =
      op ? tern_builder_after(op) : tern_builder_at_start(tern_value_arg_block(value), tern_value_loc(value));
  tern_async_count(&b, value, -1);
  return true;
}

tern_op_t *tern_async_op_in_region(tern_op_t *op, const tern_region_t *region) {
  while (op && op->block->parent != region) op = tern_op_parent(op);
  return op;
}
