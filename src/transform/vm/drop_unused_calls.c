// --iree-vm-drop-unused-calls: calls whose results nobody uses go, if they have no side effect.

#include "dialect/vm/vm.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static tern_walk_result_t drop(tern_op_t *op, void *user) {
  tern_pass_t *pass = user;
  if (!tern_op_is(op, TERN_VM(CALL)) && !tern_op_is(op, TERN_VM(CALL_VARIADIC))) return TERN_WALK_ADVANCE;
  if (!tern_op_has_no_uses(op)) return TERN_WALK_ADVANCE;
  const tern_op_t *callee = tern_vm_symbol_of(op, "callee");
  bool is_pure = tern_op_attr(op, "nosideeffects") || (callee && tern_op_attr(callee, "nosideeffects"));
  if (is_pure) {
    tern_op_destroy(op);
    tern_pass_count(pass, 0, 1);
  }
  return TERN_WALK_ADVANCE;
}

// Backwards, so that what only a dropped call used goes too.
static void drop_in_region(tern_region_t *region, tern_pass_t *pass) {
  for (tern_block_t *block = region->last_block; block; block = block->prev) {
    for (tern_op_t *op = block->last_op, *before = op ? op->prev : NULL; op;
         op = before, before = op ? op->prev : NULL) {
      drop(op, pass);
    }
  }
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    bool has_code = tern_op_is(op, TERN_VM(FUNC)) || tern_op_is(op, TERN_VM(INITIALIZER));
    if (has_code) drop_in_region(&op->regions[0], pass);
  }
  return true;
}

const tern_pass_def_t tern_vm_drop_unused_calls_pass = {
    .name = "DropUnusedCallsPass",
    .flag = "iree-vm-drop-unused-calls",
    .anchor = "vm.module",
    .summary = "Drops calls without effect or use",
    .statistics = (const char *const[]){"dropped - calls that were dropped", NULL},
    .run = run,
};
