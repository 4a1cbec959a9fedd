// --transform-dialect-check-uses: warns where a script may use a handle after it was consumed.
//
//   %1 = transform.structured.generalize %0      // consumes %0
//   transform.print %0                           // warning
//
// Source: upstream's CheckUsesPass. Ops of a body run in order, so a use is late if a consumer stands before it, or around
// which both are in a loop (transform.foreach) whose next iteration comes to the use.

#include "dialect/transform/transform.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

// The op in the block of `inner`'s ancestor that holds `op`, or NULL.
static const tern_op_t *ancestor_in(const tern_op_t *op, const tern_block_t *block) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

// May `use` run after `consumer` did? Both are in a block around which they stand, the use behind the consumer; or that block
// runs again, for the same handle.
static bool may_follow(const tern_op_t *consumer, const tern_op_t *use, const tern_block_t *definition) {
  const tern_op_t *around = consumer, *other = NULL;
  while (around && !(other = ancestor_in(use, around->block))) around = tern_op_parent(around);
  if (!around) return false;
  if (other != around && tern_op_is_before(around, other)) return true;
  for (; around && around->block != definition; around = tern_op_parent(around)) {
    if (tern_op_parent(around) && tern_op_is(tern_op_parent(around), TERN_TRANSFORM(FOREACH))) return true;
  }
  return false;
}

static void check_value(const tern_value_t *value) {
  if (!tern_handle_kind(value->type) || tern_handle_kind(value->type) == TERN_HANDLE_PARAMS) return;
  const tern_block_t *definition = tern_value_block(value);
  tern_value_for_each_use(value, use) {
    tern_value_for_each_use(value, other) {
      if (other == use || !tern_transform_consumes(other->owner, tern_operand_index(other))) continue;
      if (!may_follow(other->owner, use->owner, definition)) continue;
      tern_emit_warning(use->owner->loc, "operand #%zu may be used after free", tern_operand_index(use));
      tern_emit_note(tern_value_loc(value), "allocated here");
      tern_emit_note(other->owner->loc, "freed here");
      break;
    }
  }
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_is_transform(op)) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->result_count; ++i) check_value(tern_op_result(op, i));
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) check_value(block->args[i]);
    }
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(op, visit, NULL);
  return true;
}

const tern_pass_def_t tern_transform_dialect_check_uses_pass = {
    .flag = "transform-dialect-check-uses",
    .name = "CheckUsesPass",
    .summary = "Warn about handles that may be used after they were consumed",
    .run = run,
};
