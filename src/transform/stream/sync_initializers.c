// --iree-stream-sync-initializers: makes initializers wait for the work that they start.
//
//   %1 = stream.timepoint.await %t => %0   ->   %1 = stream.timepoint.await sync %t => %0
//
// Source: upstream's pass of the same name. What initializers leave in globals is there once they have run, so that no
// later use of a global waits.

#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "pass/pass.h"

static tern_walk_result_t set_sync(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_STREAM(TIMEPOINT_AWAIT))) {
    tern_op_set_attr(op, "sync", tern_unit_attr_get(tern_op_context(op)));
    tern_pass_count(user, 0, 1);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_UTIL(INITIALIZER))) tern_op_walk_pre(op, set_sync, pass);
  }
  return true;
}

const tern_pass_def_t tern_stream_sync_initializers_pass = {
    .flag = "iree-stream-sync-initializers",
    .name = "SyncInitializersPass",
    .anchor = "builtin.module",
    .summary = "Let initializers wait for what they submitted",
    .statistics = (const char *const[]){"num-awaits - Number of awaits made synchronous", NULL},
    .run = run,
};
