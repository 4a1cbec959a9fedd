// What the bounds of inner loops are computed by (upstream: getDominatingValueSetOpsToHoist in Utility.cpp).

#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "ir/op_def.h"
#include "transform/ttg/flatten/flatten.h"

enum { BOUND_COUNT = 3 };

static bool is_scalar(const tern_type_t *type) {
  return tern_type_is_integer(type) || tern_type_is_float(type) || type->kind == TERN_TYPE_INDEX ||
         tern_type_is_tt(type, TERN_TT_TYPE_PTR);
}

// Cheap, and without an effect.
static bool may_be_moved(const tern_op_t *op, bool may_load) {
  tern_traits_t allowed = may_load ? TERN_TRAIT_MEM_READ : 0;
  if (op->region_count || (tern_op_effects(op) & ~allowed)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_scalar(tern_op_operand(op, i)->type)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_scalar(tern_op_result(op, i)->type)) return false;
  }
  return true;
}

bool tern_flatten_find_bounds(const tern_op_t *outer, const tern_op_t *inner, bool may_use_iv,
                              tern_op_list_t *out_ops) {
  const tern_block_t *body = tern_op_body(outer, 0);
  TERN_VEC(tern_value_t *) queue = {0};
  tern_map_t needed = {0};
  // Lengths are computed with signs.
  bool is_right = !tern_op_attr(outer, "unsignedCmp") && !tern_op_attr(inner, "unsignedCmp");
  for (size_t i = 0; i < BOUND_COUNT; ++i) tern_vec_push(&queue, tern_op_operand(inner, i));
  while (queue.count && is_right) {
    const tern_value_t *value = queue.values[--queue.count];
    if (tern_value_is_defined_outside(value, outer)) continue;
    tern_op_t *op = tern_value_defining_op(value);
    // A load leaves the loop neither where that does not run, nor over what it writes.
    is_right = op ? op->block == body && may_be_moved(op, may_use_iv) : may_use_iv && value == body->args[0];
    if (!op || !is_right || !tern_map_set(&needed, op, op)) continue;
    for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&queue, tern_op_operand(op, i));
  }
  tern_block_for_each_op(body, op) {
    if (is_right && tern_map_contains(&needed, op)) tern_vec_push(out_ops, op);
  }
  tern_vec_deinitialize(&queue);
  tern_map_deinitialize(&needed);
  return is_right;
}
