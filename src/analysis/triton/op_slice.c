// See op_slice.h.

#include "analysis/triton/op_slice.h"

#include "base/map.h"
#include "ir/op_def.h"

typedef struct slice {
  tern_map_t seen;
  tern_op_list_t ops;
  tern_slice_filter_t filter;
  const void *user;
} slice_t;

static void add(slice_t *slice, tern_op_t *op) {
  if (tern_op_has_trait(op, TERN_TRAIT_ISOLATED_FROM_ABOVE)) return;
  if (slice->filter && !slice->filter(op, slice->user)) return;
  if (tern_map_set(&slice->seen, op, op)) tern_vec_push(&slice->ops, op);
}

static void add_source(slice_t *slice, const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (op) {
    add(slice, op);
    return;
  }
  tern_op_t *parent = tern_block_parent_op(tern_value_arg_block(value));
  bool is_only = parent && parent->region_count == 1 && !parent->regions[0].first_block->next;
  if (is_only) add(slice, parent);
}

static void add_forward(slice_t *slice, const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_for_each_use(&op->results[i], use) add(slice, use->owner);
  }
}

static void add_inner(slice_t *slice, const tern_op_t *op) {
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) { tern_block_for_each_op(block, inner) add(slice, inner); }
  }
}

static tern_op_list_t finish(slice_t *slice) {
  tern_map_deinitialize(&slice->seen);
  return slice->ops;
}

tern_op_list_t tern_slice_around(tern_op_t *op, tern_slice_filter_t filter, const void *user) {
  slice_t slice = {.filter = filter, .user = user};
  tern_map_set(&slice.seen, op, op);
  tern_vec_push(&slice.ops, op);
  for (size_t i = 0; i < slice.ops.count; ++i) {
    const tern_op_t *current = slice.ops.values[i];
    for (size_t k = 0; k < current->operand_count; ++k) add_source(&slice, tern_op_operand(current, k));
    add_forward(&slice, current);
    add_inner(&slice, current);
  }
  return finish(&slice);
}

tern_op_list_t tern_slice_forward(tern_op_t *op) {
  slice_t slice = {0};
  add_forward(&slice, op);
  for (size_t i = 0; i < slice.ops.count; ++i) {
    const tern_op_t *current = slice.ops.values[i];
    add_forward(&slice, current);
    add_inner(&slice, current);
  }
  return finish(&slice);
}

tern_op_list_t tern_slice_backward(const tern_value_t *value, tern_slice_filter_t filter, const void *user) {
  slice_t slice = {.filter = filter, .user = user};
  tern_op_t *first = tern_value_defining_op(value);
  if (!first) return finish(&slice);
  bool is_followed = !filter || filter(first, user);
  tern_map_set(&slice.seen, first, first);
  tern_vec_push(&slice.ops, first);
  for (size_t i = 0; i < slice.ops.count && is_followed; ++i) {
    const tern_op_t *current = slice.ops.values[i];
    for (size_t k = 0; k < current->operand_count; ++k) {
      tern_op_t *op = tern_value_defining_op(tern_op_operand(current, k));
      if (op) add(&slice, op);
    }
  }
  return finish(&slice);
}
