// Values that loops carry for nothing (upstream: ForOpDeadArgElimination). What a loop yields for a result that nobody uses, and
// that nothing with an effect depends on, becomes its own argument; the canonical form of loops does the rest.

#include "dialect/scf/scf.h"
#include "transform/ttg/layout_conversions.h"

typedef struct liveness {
  const tern_op_t *loop;
  tern_map_t live;
  TERN_VEC(tern_value_t *) queue;
} liveness_t;

static void mark(liveness_t *l, tern_value_t *value) {
  const tern_block_t *block = tern_value_block(value);
  const tern_op_t *holder = block ? tern_block_parent_op(block) : NULL;
  if (!holder || !tern_op_is_within(holder, l->loop)) return;
  if (tern_map_set(&l->live, value, value)) tern_vec_push(&l->queue, value);
}

static tern_walk_result_t mark_effects(tern_op_t *op, void *user) {
  liveness_t *l = user;
  bool is_passive = tern_op_is(op, TERN_SCF(YIELD)) || tern_op_is(op, TERN_SCF(FOR));
  if (op == l->loop || is_passive || tern_op_would_be_trivially_dead(op)) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; ++i) mark(l, tern_op_operand(op, i));
  return TERN_WALK_ADVANCE;
}

// What the value depends on lives as well. False: through a scf.while nothing is known.
static bool mark_sources(liveness_t *l, const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) {
    const tern_op_t *parent = tern_block_parent_op(tern_value_arg_block(value));
    if (!tern_op_is(parent, TERN_SCF(FOR)) || value->index == 0) return true;
    mark(l, tern_op_operand(tern_op_body(parent, 0)->last_op, value->index - 1));
    mark(l, tern_op_operand(parent, value->index + 2));
    return true;
  }
  if (tern_op_is(op, TERN_SCF(WHILE))) return false;
  if (tern_op_is(op, TERN_SCF(FOR))) {
    mark(l, tern_op_operand(op, value->index + 3));
    mark(l, tern_op_operand(tern_op_body(op, 0)->last_op, value->index));
    return true;
  }
  for (size_t i = 0; i < op->operand_count; ++i) mark(l, tern_op_operand(op, i));
  for (size_t r = 0; tern_op_is(op, TERN_SCF(IF)) && r < op->region_count; ++r) {
    if (op->regions[r].first_block) mark(l, tern_op_operand(op->regions[r].first_block->last_op, value->index));
  }
  return true;
}

// Is what is yielded dead, and is it the loop's own? What comes from outside, the canonical form of loops forwards.
static bool is_dead(const liveness_t *l, const tern_op_t *loop, const tern_op_t *yield, size_t i) {
  tern_value_t *value = tern_op_operand(yield, i);
  if (tern_map_contains(&l->live, value) || value == tern_op_body(loop, 0)->args[i + 1]) return false;
  return !tern_value_is_defined_outside(value, loop);
}

bool tern_ttg_drop_dead_yields(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *yield = tern_op_body(op, 0)->last_op;
  liveness_t l = {.loop = op};
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_value_has_uses(tern_op_result(op, i))) mark(&l, tern_op_operand(yield, i));
  }
  bool is_known = l.live.live_count < op->result_count, is_changed = false;
  if (is_known) tern_op_walk_pre(op, mark_effects, &l);
  while (is_known && l.queue.count) is_known = mark_sources(&l, l.queue.values[--l.queue.count]);
  for (size_t i = 0; is_known && i < yield->operand_count; ++i) {
    if (!is_dead(&l, op, yield, i)) continue;
    tern_op_set_operand(yield, i, tern_op_body(op, 0)->args[i + 1]);
    is_changed = true;
  }
  if (is_changed) tern_rewriter_modified(rewriter, yield);
  if (is_changed) tern_rewriter_modified(rewriter, op);
  tern_map_deinitialize(&l.live);
  tern_vec_deinitialize(&l.queue);
  return is_changed;
}
