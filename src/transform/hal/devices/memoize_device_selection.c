// --iree-hal-memoize-device-selection: choosing among devices is done once, when the module is loaded.
//
//   %device, %queues = hal.allocator.select from([(%a, %q : !hal.device, i64), (%b, %q : !hal.device, i64)]) ...
//
// becomes two loads of globals that an initializer stores the choice to, if what is chosen among are devices of globals
// and constants.
//
// Source: upstream's MemoizeDeviceSelectionPass.

#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "transform/hal/executables.h"
#include "transform/hal/memoize_regions.h"

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  tern_op_list_t *list = user;
  if (tern_op_is(op, TERN_UTIL(INITIALIZER)) || tern_op_is(op, TERN_HAL(EXECUTABLE))) return TERN_WALK_SKIP;
  if (tern_op_is(op, TERN_HAL(ALLOCATOR_SELECT))) tern_vec_push(list, op);
  return TERN_WALK_ADVANCE;
}

// The selection inside of a hal.device.memoize.
static tern_op_t *wrap(tern_op_t *op) {
  tern_builder_t builder = tern_builder_before(op);
  size_t devices, queues, count;
  tern_op_operands_named(op, "devices", &devices, &count);
  tern_op_operands_named(op, "queue_affinities", &queues, &count);
  tern_op_t *memoize = tern_build(&builder, TERN_HAL(DEVICE_MEMOIZE), .regions = 1,
                                  .operands = TERN_VALUES(tern_op_operand(op, devices), tern_op_operand(op, queues)),
                                  .types = TERN_TYPES(tern_op_result(op, 0)->type, tern_op_result(op, 1)->type));
  tern_builder_set_end(&builder, tern_region_add_block(&memoize->regions[0]));
  tern_op_t *copy = tern_builder_clone(&builder, op, NULL);
  tern_build(&builder, TERN_HAL(RETURN), .operands = TERN_VALUES(tern_op_result(copy, 0), tern_op_result(copy, 1)));
  for (size_t i = 0; i < 2; ++i) tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(memoize, i));
  tern_op_destroy(op);
  return memoize;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = {0};
  tern_op_walk_pre(module, collect, &ops);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *memoize = wrap(ops.values[i]);
    if (!tern_hal_outline_memoize(module, memoize)) tern_hal_inline_memoize(memoize);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, &tern_util_dialect, NULL};

const tern_pass_def_t tern_hal_memoize_device_selection_pass = {
    .flag = "iree-hal-memoize-device-selection",
    .anchor = "builtin.module",
    .summary = "Choose among devices once, when the module is loaded",
    .dialects = dialects,
    .run = run,
};
