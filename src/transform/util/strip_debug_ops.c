// --iree-util-strip-debug-ops: erases assertions and traces.
//
// Source: upstream's pass of the same name: what has the trait DebugOnly, and cf.assert.

#include "dialect/cf/cf.h"
#include "pass/pass.h"

static bool is_debug_op(const tern_op_t *op) {
  static const char *const names[] = {"flow.tensor.trace", "stream.tensor.trace", "hal.buffer_view.trace", "vm.trace",
                                      "vm.print"};
  if (tern_op_is(op, TERN_CF(ASSERT))) return true;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (tern_str_equal_cstr(tern_op_name(op), names[i])) return true;
  }
  return false;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (!is_debug_op(op) || !tern_op_has_no_uses(op)) return TERN_WALK_ADVANCE;
  tern_pass_count(user, 0, 1);
  tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_op_walk_post(op, visit, pass);
  return true;
}

const tern_pass_def_t tern_util_strip_debug_ops_pass = {
    .flag = "iree-util-strip-debug-ops",
    .name = "StripDebugOpsPass",
    .summary = "Remove assertions and other ops that only help to find mistakes",
    .statistics = (const char *const[]){"num-stripped - Number of operations erased", NULL},
    .run = run,
};
