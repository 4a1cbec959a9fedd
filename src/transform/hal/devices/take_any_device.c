// --hal-take-any-device: a program without kernels asks nothing of the device that it runs on.
//
//   util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">]>
//
// becomes, where no executable is left,
//
//   util.global private @device = #hal.device.ordinal<0>
//
// What it does (copies, fills, constants) is the same everywhere, so it is tied neither to the processor nor to the kind of
// device that was compiled for. With several devices each stays of its kind, but need not take the formats of executables.

#include "analysis/hal_devices.h"
#include "asm/parser.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// What loads or looks up an executable names one.
static bool has_executable(tern_op_t *module) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_HAL(EXECUTABLE)) || tern_op_is(op, TERN_HAL(EXECUTABLE_SOURCE))) return true;
  }
  return false;
}

// The first device of its kind, or one of several kinds.
static bool is_any_of_kind(const tern_attr_t *device) {
  if (tern_attr_is_hal(device, TERN_HAL_ATTR_DEVICE_SELECT)) return true;
  if (!tern_attr_is_hal(device, TERN_HAL_ATTR_DEVICE_TARGET)) return false;
  const tern_attr_t *configuration = tern_hal_device_target_configuration(device);
  const tern_attr_t *ordinal = tern_dictionary_attr_lookup(configuration, TERN_STR("ordinal"));
  return !tern_attr_is_integer(ordinal) || tern_integer_attr_value(ordinal) == 0;
}

// The target without the formats of its executables.
static const tern_attr_t *drop_formats(tern_context_t *context, const tern_attr_t *device) {
  if (!tern_attr_is_hal(device, TERN_HAL_ATTR_DEVICE_TARGET)) return device;
  return tern_hal_device_target_get(context, tern_hal_device_target_id(device),
                                    tern_hal_device_target_configuration(device),
                                    tern_array_attr_get(context, NULL, 0));
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  if (has_executable(module)) return true;
  tern_context_t *context = tern_op_context(module);
  tern_op_list_t globals = {0};
  tern_hal_collect_devices(module, &globals);
  for (size_t i = 0; i < globals.count; ++i) {
    const tern_attr_t *device = tern_op_attr(globals.values[i], "initial_value");
    if (!device) continue;
    device = globals.count == 1 && is_any_of_kind(device)
                 ? tern_parse_attr_text(context, TERN_STR("#hal.device.ordinal<0> : !hal.device"))
                 : drop_formats(context, device);
    tern_op_set_attr(globals.values[i], "initial_value", device);
  }
  tern_vec_deinitialize(&globals);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, NULL};

const tern_pass_def_t tern_hal_take_any_device_pass = {
    .flag = "hal-take-any-device",
    .anchor = "builtin.module",
    .summary = "Let programs without executables run on any device",
    .dialects = dialects,
    .run = run,
};
