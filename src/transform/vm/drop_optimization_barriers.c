// --iree-vm-drop-optimization-barriers: what a vm.optimization_barrier hid may be seen again.

#include "base/vec.h"
#include "dialect/vm/vm.h"
#include "pass/pass.h"

static tern_walk_result_t drop(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_VM(OPTIMIZATION_BARRIER))) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->result_count; ++i) tern_value_replace_all_uses(&op->results[i], tern_op_operand(op, i));
  tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_post(module, drop, NULL);
  return true;
}

const tern_pass_def_t tern_vm_drop_optimization_barriers_pass = {
    .name = "DropOptimizationBarriersPass",
    .flag = "iree-vm-drop-optimization-barriers",
    .anchor = "vm.module",
    .summary = "Drops optimization barriers",
    .run = run,
};
