// --iree-hal-assign-target-devices, --iree-hal-assign-legacy-target-devices: note the devices that a module is compiled for.
//
//   module                            --iree-hal-assign-target-devices=targetDevices=local
//   module attributes {hal.device.targets = [#hal.device.alias<"local"> : !hal.device]}
//
// The first takes names of devices: aliases, with the number of one among several (`vulkan[1]`), or attributes as text. Each entry is a device of its own; alternatives for
// one, in order of preference, are separated by commas inside of quotes. The second takes names of backends and makes one
// device that is whichever of them is there. A module that has devices already keeps them.
//
// Source: upstream's AssignTargetDevicesPass and AssignLegacyTargetDevicesPass.

#include "analysis/hal_devices.h"
#include "dialect/builtin/builtin.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool has_devices(const tern_op_t *module) {
  tern_op_list_t globals = {0};
  tern_hal_collect_devices(module, &globals);
  bool result = globals.count || tern_op_attr(module, "hal.device.targets");
  tern_vec_deinitialize(&globals);
  return result;
}

static void set_targets(tern_op_t *module, const tern_hal_attr_list_t *devices) {
  tern_op_set_attr(module, "hal.device.targets",
                   tern_array_attr_get(tern_op_context(module), devices->values, devices->count));
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  const tern_str_t *names;
  size_t count = tern_pass_string_list(pass, "targetDevices", &names);
  if (!count || has_devices(module)) return true;
  tern_hal_attr_list_t devices = {0};
  bool is_right = true;
  for (size_t i = 0; i < count && is_right; ++i) {
    const tern_attr_t *device = tern_hal_device_parse(tern_op_context(module), names[i]);
    is_right =
        device || tern_op_error(module, "cannot be compiled for the device '%.*s'", (int)names[i].size, names[i].data);
    if (device) tern_vec_push(&devices, device);
  }
  if (is_right) set_targets(module, &devices);
  tern_vec_deinitialize(&devices);
  return is_right;
}

static bool run_legacy(tern_op_t *module, tern_pass_t *pass) {
  const tern_str_t *names;
  size_t count = tern_pass_string_list(pass, "targetBackends", &names);
  if (!count || has_devices(module)) return true;
  tern_context_t *context = tern_op_context(module);
  tern_hal_attr_list_t devices = {0};
  bool is_right = true;
  for (size_t i = 0; i < count && is_right; ++i) {
    const tern_attr_t *device =
        tern_hal_default_device_of_backend(context, tern_str_trim(names[i]), tern_hal_module_arch(module));
    if (device) {
      tern_vec_push(&devices, device);
    } else {
      is_right = tern_op_error(module, "cannot be compiled by the backend '%.*s'", (int)names[i].size, names[i].data);
      tern_emit_note(module->loc, "the backends are llvm-cpu, vulkan-spirv and cuda");
    }
  }
  if (is_right) {
    const tern_attr_t *device = tern_hal_device_select(context, &devices);
    tern_op_set_attr(module, "hal.device.targets", tern_array_attr_get(context, &device, 1));
  }
  tern_vec_deinitialize(&devices);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, NULL};
static const tern_option_def_t options[] = {
    {"targetDevices", TERN_OPTION_STRING_LIST, NULL, "Devices: names of defaults, or attributes", NULL}};
static const tern_option_def_t legacy_options[] = {
    {"targetBackends", TERN_OPTION_STRING_LIST, NULL, "Backends of the one device, the best first", NULL}};

const tern_pass_def_t tern_hal_assign_target_devices_pass = {
    .flag = "iree-hal-assign-target-devices",
    .anchor = "builtin.module",
    .summary = "Note the devices that a module is compiled for",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run,
};

const tern_pass_def_t tern_hal_assign_legacy_target_devices_pass = {
    .flag = "iree-hal-assign-legacy-target-devices",
    .anchor = "builtin.module",
    .summary = "Note the devices that a module is compiled for, by backends",
    .options = legacy_options,
    .option_count = 1,
    .dialects = dialects,
    .run = run_legacy,
};
