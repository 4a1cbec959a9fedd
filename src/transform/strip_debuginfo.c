// --strip-debuginfo: forgets where everything came from.

#include "pass/pass.h"

static tern_walk_result_t strip(tern_op_t *op, void *user) {
  const tern_attr_t *unknown = user;
  op->loc = unknown;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t j = 0; j < block->arg_count; ++j) block->args[j]->arg_loc = unknown;
    }
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(op, strip, (void *)tern_unknown_loc_get(tern_op_context(op)));
  return true;
}

const tern_pass_def_t tern_strip_debuginfo_pass = {
    .flag = "strip-debuginfo",
    .name = "StripDebugInfo",
    .summary = "Let ops forget where they come from",
    .description = "Replaces the location of every operation and block argument by the unknown location.",
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
