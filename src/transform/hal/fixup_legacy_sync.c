// --iree-hal-fixup-legacy-sync: devices that cannot work asynchronously are waited for at every step.
//
// A device whose configuration has `legacy_sync` is one whose driver knows no fences. Then queue operations wait for
// their wait fence on the host first, and for their signal fence afterwards, and command buffers may be executed while
// they are recorded:
//
//   hal.device.queue.execute<%device> wait(%a) signal(%b) commands(%cmd)
//
//   hal.fence.await until([%a]) ...
//   hal.device.queue.execute<%device> wait(null) signal(%b) commands(%cmd)
//   hal.fence.await until([%b]) ...
//
// A program none of whose devices is of that kind is left alone.
//
// Source: upstream's FixupLegacySyncPass.

#include "analysis/hal_devices.h"
#include "dialect/arith/arith.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_legacy(const tern_op_t *module) {
  tern_op_list_t globals = {0};
  tern_hal_attr_list_t targets = {0};
  bool result = false;
  tern_hal_collect_devices(module, &globals);
  for (size_t i = 0; i < globals.count; ++i) {
    tern_hal_collect_targets(module, tern_op_attr(globals.values[i], "initial_value"), &targets);
  }
  for (size_t i = 0; i < targets.count; ++i) {
    const tern_attr_t *configuration = tern_hal_device_target_configuration(targets.values[i]);
    result |= tern_dictionary_attr_lookup(configuration, TERN_STR("legacy_sync")) != NULL;
  }
  tern_vec_deinitialize(&globals);
  tern_vec_deinitialize(&targets);
  return result;
}

static bool is_null(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_UTIL(NULL));
}

static void build_await(tern_builder_t *builder, tern_value_t *fence) {
  tern_context_t *context = builder->context;
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  tern_value_t *forever =
      tern_build_value(builder, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", tern_integer_attr_get(i32, -1)}));
  tern_value_t *status = tern_build_value(
      builder, TERN_HAL(FENCE_AWAIT), .operands = TERN_VALUES(forever, fence), .types = TERN_TYPES(i32),
      .attrs = TERN_ATTRS({"flags", tern_enum_attr_get(context, TERN_HAL_ENUM(WAIT_FLAGS), 0)}));
  const tern_attr_t *message = tern_string_attr_get(context, TERN_STR("failed to wait on timepoint"));
  tern_build(builder, TERN_UTIL(STATUS_CHECK_OK), .operands = TERN_VALUES(status),
             .attrs = TERN_ATTRS({"message", message}));
}

static void make_blocking(tern_op_t *op) {
  size_t wait, signal, count;
  tern_op_operands_named(op, "wait_fence", &wait, &count);
  tern_op_operands_named(op, "signal_fence", &signal, &count);
  tern_builder_t builder = tern_builder_before(op);
  tern_value_t *fence = tern_op_operand(op, wait);
  if (!is_null(fence)) {
    build_await(&builder, fence);
    tern_op_set_operand(op, wait, tern_build_value(&builder, TERN_UTIL(NULL), .types = TERN_TYPES(fence->type)));
  }
  tern_builder_set_after(&builder, op);
  fence = tern_op_operand(op, signal);
  if (!is_null(fence)) build_await(&builder, fence);
}

static tern_walk_result_t fix(tern_op_t *op, void *user) {
  static const tern_op_row_t *const queue_ops[] = {
      TERN_HAL(DEVICE_QUEUE_ALLOCA),          TERN_HAL(DEVICE_QUEUE_DEALLOCA), TERN_HAL(DEVICE_QUEUE_FILL),
      TERN_HAL(DEVICE_QUEUE_UPDATE),          TERN_HAL(DEVICE_QUEUE_COPY),     TERN_HAL(DEVICE_QUEUE_READ),
      TERN_HAL(DEVICE_QUEUE_WRITE),           TERN_HAL(DEVICE_QUEUE_BARRIER),  TERN_HAL(DEVICE_QUEUE_EXECUTE),
      TERN_HAL(DEVICE_QUEUE_EXECUTE_INDIRECT)};
  (void)user;
  if (tern_op_is(op, TERN_HAL(COMMAND_BUFFER_CREATE))) {
    int64_t modes = tern_enum_attr_value(tern_op_attr(op, "modes"));
    if (modes & TERN_HAL_MODE_ONE_SHOT) modes |= TERN_HAL_MODE_ALLOW_INLINE_EXECUTION;
    tern_op_set_attr(op, "modes", tern_enum_attr_get(tern_op_context(op), TERN_HAL_ENUM(COMMAND_BUFFER_MODE), modes));
  }
  for (size_t i = 0; i < sizeof queue_ops / sizeof queue_ops[0]; ++i) {
    if (tern_op_is(op, queue_ops[i])) make_blocking(op);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  if (is_legacy(module)) tern_op_walk_post(module, fix, NULL);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_hal_dialect, &tern_util_dialect, NULL};

const tern_pass_def_t tern_hal_fixup_legacy_sync_pass = {
    .flag = "iree-hal-fixup-legacy-sync",
    .anchor = "builtin.module",
    .summary = "Wait at every step for devices that are not asynchronous",
    .dialects = dialects,
    .run = run,
};
