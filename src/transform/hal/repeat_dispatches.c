// --iree-hal-repeat-dispatches{count=n}: every dispatch is recorded n times, for benchmarks.
//
//   hal.command_buffer.dispatch ...        hal.command_buffer.dispatch ...
//                                          hal.command_buffer.execution_barrier ...
//                                          hal.command_buffer.dispatch ...
//
// A dispatch that works in place computes something else when it is repeated.
//
// Source: upstream's RepeatDispatchesPass.

#include "dialect/hal/hal.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static tern_walk_result_t repeat(tern_op_t *op, void *user) {
  const int64_t *count = user;
  if (!tern_op_is(op, TERN_HAL(COMMAND_BUFFER_DISPATCH)) &&
      !tern_op_is(op, TERN_HAL(COMMAND_BUFFER_DISPATCH_INDIRECT))) {
    return TERN_WALK_ADVANCE;
  }
  tern_context_t *context = tern_op_context(op);
  tern_builder_t builder = tern_builder_after(op);
  int64_t before = TERN_HAL_STAGE_DISPATCH | TERN_HAL_STAGE_COMMAND_RETIRE;
  int64_t after = TERN_HAL_STAGE_COMMAND_ISSUE | TERN_HAL_STAGE_DISPATCH;
  for (int64_t i = 1; i < *count; ++i) {
    tern_build(
        &builder, TERN_HAL(COMMAND_BUFFER_EXECUTION_BARRIER), .operands = TERN_VALUES(tern_op_operand(op, 0)),
        .attrs = TERN_ATTRS({"source_stage_mask", tern_enum_attr_get(context, TERN_HAL_ENUM(EXECUTION_STAGE), before)},
                            {"target_stage_mask", tern_enum_attr_get(context, TERN_HAL_ENUM(EXECUTION_STAGE), after)},
                            {"flags", tern_enum_attr_get(context, TERN_HAL_ENUM(EXECUTION_BARRIER_FLAGS), 0)}));
    tern_builder_clone(&builder, op, NULL);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  int64_t count = tern_pass_int(pass, "count");
  if (count > 1) tern_op_walk_post(op, repeat, &count);
  return true;
}

static const tern_option_def_t options[] = {
    {"count", TERN_OPTION_INT, "1", "How often each dispatch is recorded, the original included", NULL}};

const tern_pass_def_t tern_hal_repeat_dispatches_pass = {
    .flag = "iree-hal-repeat-dispatches",
    .summary = "Record every dispatch several times",
    .options = options,
    .option_count = 1,
    .run = run,
};
