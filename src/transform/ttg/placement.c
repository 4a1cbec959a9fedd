// See placement.h.

#include "transform/ttg/placement.h"

#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"

tern_op_t *tern_ttg_ancestor_in(const tern_block_t *block, tern_op_t *op) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

void tern_ttg_move_after(tern_op_t *op, tern_op_t *other) {
  if (op == other || op == other->next) return;
  if (other->next) {
    tern_op_move_before(op, other->next);
    return;
  }
  tern_op_remove(op);
  tern_op_insert(op, other->block, NULL);
}

tern_op_t *tern_ttg_first_use(const tern_op_t *op) {
  tern_op_t *first = NULL;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_for_each_use(&op->results[i], use) {
      tern_op_t *user = tern_ttg_ancestor_in(op->block, use->owner);
      if (user && (!first || tern_op_is_before(user, first))) first = user;
    }
  }
  return first;
}

bool tern_ttg_is_conversion(const tern_op_t *op) { return tern_op_is(op, TERN_TTG(CONVERT_LAYOUT)); }

bool tern_ttg_is_transpose(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(TRANS)) || tern_op_is(op, TERN_TTG(MEMDESC_TRANS));
}

void tern_ttg_sink_conversion(tern_op_t *op) {
  const tern_op_t *use = tern_ttg_first_use(op);
  tern_op_t *last = NULL;
  for (tern_op_t *other = op; other && other != use; other = other->next) {
    if (tern_op_is(other, TERN_TTG(LOCAL_DEALLOC))) last = other;
  }
  if (last) tern_ttg_move_after(op, last);
}

void tern_ttg_hoist_transpose(tern_op_t *op) {
  tern_op_t *source = tern_value_defining_op(tern_op_operand(op, 0));
  if (source) tern_ttg_move_after(op, source);
}
