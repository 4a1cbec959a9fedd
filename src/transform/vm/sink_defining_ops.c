// --iree-vm-sink-defining-ops: pure ops move down to their first use, so that registers are taken for a shorter time.
// Constants with uses in several blocks are copied to each; other ops move only where one block holds all uses.

#include "base/vec.h"
#include "dialect/vm/vm.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_constant(const tern_op_t *op) {
  return op->operand_count == 0 && op->result_count == 1 && tern_op_has_trait(op, TERN_TRAIT_PURE) &&
         op->region_count == 0;
}

// The first op of `block` that uses the result.
static tern_op_t *first_user(const tern_value_t *value, const tern_block_t *block) {
  tern_op_t *first = NULL;
  tern_value_for_each_use(value, use) {
    bool is_earlier = use->owner->block == block && (!first || tern_op_is_before(use->owner, first));
    if (is_earlier) first = use->owner;
  }
  return first;
}

// A constant stands right before its first use in each block.
static void sink_constant(tern_op_t *op) {
  tern_value_t *value = &op->results[0];
  TERN_VEC(tern_block_t *) blocks = {0};
  tern_value_for_each_use(value, use) {
    bool is_known = false;
    for (size_t i = 0; i < blocks.count; ++i) is_known = is_known || blocks.values[i] == use->owner->block;
    if (!is_known) tern_vec_push(&blocks, use->owner->block);
  }
  for (size_t i = 0; i < blocks.count; ++i) {
    tern_op_t *user = first_user(value, blocks.values[i]);
    bool is_last = i + 1 == blocks.count;
    tern_op_t *own = is_last ? op : tern_op_clone(op, NULL);
    if (is_last) {
      tern_op_move_before(own, user);
    } else {
      tern_op_insert(own, blocks.values[i], user);
      for (tern_operand_t *use = value->first_use, *next = NULL; use; use = next) {
        next = use->next;
        if (use->owner->block == blocks.values[i]) tern_operand_set(use, &own->results[0]);
      }
    }
  }
  tern_vec_deinitialize(&blocks);
}

static void sink(tern_op_t *op) {
  if (op->result_count != 1 || !tern_value_has_uses(&op->results[0])) return;
  if (is_constant(op)) {
    sink_constant(op);
    return;
  }
  bool is_movable =
      tern_op_has_trait(op, TERN_TRAIT_PURE) && op->region_count == 0 && !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR);
  if (!is_movable) return;
  // Its operands would have to live longer instead: worth it only for one, which lives as long anyway.
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_value_has_one_use(tern_op_operand(op, i))) return;
  }
  tern_op_t *user = first_user(&op->results[0], op->block);
  bool is_only_here = user != NULL;
  tern_value_for_each_use(&op->results[0], use) is_only_here = is_only_here && use->owner->block == op->block;
  if (is_only_here && user != op->next) tern_op_move_before(op, user);
}

static bool has_one_result(const tern_op_t *op) { return op->result_count == 1; }

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(module, TERN_PREORDER, has_one_result);
  for (size_t i = ops.count; i-- > 0;) sink(ops.values[i]);
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_vm_sink_defining_ops_pass = {
    .name = "SinkDefiningOpsPass",
    .flag = "iree-vm-sink-defining-ops",
    .anchor = "vm.module",
    .summary = "Moves pure ops to where their results are used",
    .run = run,
};
