// --control-flow-sink: moves ops into the one branch that uses their results, so that the other branch does not pay.
//
//   %0 = arith.muli %a, %b : i32             scf.if %c {
//   scf.if %c {                       ->       %0 = arith.muli %a, %b : i32
//     memref.store %0, %m[] : ...              memref.store %0, %m[] : ...
//   }                                        }
//
// Source: upstream's pass of the same name. Only regions known to run at most once take ops in, for elsewhere work would be
// done again; moved are ops without memory effects all of whose users are in that region, and then what only they used.

#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_inside(const tern_op_t *op, const tern_region_t *region) {
  for (; op && op->block; op = tern_op_parent(op)) {
    if (op->block->parent == region) return true;
  }
  return false;
}

static bool is_used_only_inside(tern_op_t *op, const tern_region_t *region) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_for_each_use(tern_op_result(op, i), use) if (!is_inside(use->owner, region)) return false;
  }
  return true;
}

// What a moved op uses is looked at after it, so it lands before it.
static void sink_into(tern_region_t *region, tern_pass_t *pass) {
  tern_op_list_t stack = {0};
  tern_region_for_each_block(region, block) { tern_block_for_each_op(block, op) tern_vec_push(&stack, op); }
  while (stack.count) {
    const tern_op_t *user = stack.values[--stack.count];
    for (size_t i = 0; i < user->operand_count; ++i) {
      tern_op_t *op = tern_value_defining_op(tern_op_operand(user, i));
      if (!op || op->block->parent == region || !is_used_only_inside(op, region) || tern_op_effects(op) != 0) continue;
      tern_op_remove(op);
      tern_op_insert(op, region->first_block, region->first_block->first_op);
      tern_vec_push(&stack, op);
      tern_pass_count(pass, 0, 1);
    }
  }
  tern_vec_deinitialize(&stack);
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (!tern_op_has_trait(op, TERN_TRAIT_REGIONS_RUN_ONCE)) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->region_count; ++i) sink_into(&op->regions[i], user);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_walk_post(root, visit, pass);
  return true;
}

const tern_pass_def_t tern_control_flow_sink_pass = {
    .flag = "control-flow-sink",
    .name = "ControlFlowSink",
    .summary = "Move what only one branch needs into it",
    .statistics = (const char *const[]){"num-sunk - Number of operations sunk", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
