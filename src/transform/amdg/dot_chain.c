// See dot_chain.h.

#include "transform/amdg/dot_chain.h"

#include "analysis/triton/op_slice.h"
#include "base/map.h"
#include "dialect/tt/tt.h"

bool tern_amdg_is_dot(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DOT)) || tern_op_is(op, TERN_TT(DOT_SCALED));
}

static bool is_in_region(const tern_op_t *op, const void *region) { return op->block->parent == region; }

// What depends on the op within its region, as a set.
static void collect_users(tern_op_t *op, tern_map_t *seen, tern_op_list_t *out_ops) {
  tern_vec_push(out_ops, op);
  for (size_t i = 0; i < out_ops->count; ++i) {
    const tern_op_t *current = out_ops->values[i];
    for (size_t r = 0; r < current->result_count; ++r) {
      tern_value_for_each_use(&current->results[r], use) {
        if (!is_in_region(use->owner, op->block->parent)) continue;
        if (tern_map_set(seen, use->owner, use->owner)) tern_vec_push(out_ops, use->owner);
      }
    }
  }
}

bool tern_amdg_is_chain_head(tern_op_t *dot, size_t operand) {
  tern_map_t seen = {0};
  tern_op_list_t users = {0};
  bool is_head = false;
  collect_users(dot, &seen, &users);
  for (size_t i = 1; i < users.count && !is_head; ++i) {
    if (!tern_amdg_is_dot(users.values[i])) continue;
    const tern_op_t *source = tern_value_defining_op(tern_op_operand(users.values[i], operand));
    is_head = source && tern_map_get(&seen, source);
  }
  tern_vec_deinitialize(&users);
  tern_map_deinitialize(&seen);
  return is_head;
}

bool tern_amdg_is_chain_tail(const tern_op_t *dot) {
  tern_op_list_t slice = tern_slice_backward(tern_op_operand(dot, 0), is_in_region, dot->block->parent);
  bool is_tail = false;
  for (size_t i = 0; i < slice.count && !is_tail; ++i) is_tail = tern_amdg_is_dot(slice.values[i]);
  tern_vec_deinitialize(&slice);
  return is_tail;
}
