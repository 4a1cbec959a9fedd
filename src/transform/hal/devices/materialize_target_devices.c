// --iree-hal-materialize-target-devices: a global for each device of the module.
//
//   module attributes {hal.device.targets = [#hal.device.target<"local">]}
//   module attributes {stream.affinity.default = #hal.device.affinity<@__device_0>} {
//     util.global private @__device_0 = #hal.device.target<"local">
//
// `hal.device.targets` is an array of devices, or a dictionary that names them. What has no affinity of its own goes to the
// default device: the one that the option names (or numbers), else the first.
//
// Source: upstream's MaterializeTargetDevicesPass.

#include "analysis/hal_devices.h"
#include "dialect/builtin/builtin.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static bool is_device(const tern_attr_t *attr) {
  return attr->kind == TERN_ATTR_DIALECT && ((const tern_attr_row_t *)attr->row)->is_typed && tern_attr_type(attr) &&
         tern_type_is_hal(tern_attr_type(attr), TERN_HAL_DEVICE_TYPE);
}

static bool add_global(tern_builder_t *builder, tern_op_t *module, tern_str_t name, const tern_attr_t *device) {
  tern_context_t *context = builder->context;
  // An array is a choice.
  if (device->kind == TERN_ATTR_ARRAY && tern_array_attr_count(device) == 1) device = tern_array_attr_at(device, 0);
  if (device->kind == TERN_ATTR_ARRAY && tern_array_attr_count(device)) {
    for (size_t i = 0; i < tern_array_attr_count(device); ++i) {
      if (!is_device(tern_array_attr_at(device, i))) {
        return tern_op_error(module, "has %s in 'hal.device.targets', which is no device",
                             tern_attr_text(tern_array_attr_at(device, i)));
      }
    }
    const uint64_t params[] = {(uint64_t)(uintptr_t)tern_hal_type(context, TERN_HAL_DEVICE_TYPE),
                               (uint64_t)(uintptr_t)device};
    device = tern_dialect_attr_get(context, TERN_HAL_ATTR(DEVICE_SELECT), params, 2);
  }
  if (!is_device(device)) {
    return tern_op_error(module, "has %s in 'hal.device.targets', which is no device", tern_attr_text(device));
  }
  if (tern_symbol_lookup_in(module, name)) {
    return tern_op_error(module, "has a symbol '@%.*s' already, which its device was to have", (int)name.size,
                         name.data);
  }
  tern_build(builder, TERN_UTIL(GLOBAL),
             .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))},
                                 {"sym_name", tern_string_attr_get(context, name)},
                                 {"type", tern_type_attr_get(tern_hal_type(context, TERN_HAL_DEVICE_TYPE))},
                                 {"initial_value", device}));
  return true;
}

static bool add_globals(tern_op_t *module, const tern_attr_t *targets) {
  tern_block_t *body = tern_op_body(module, 0);
  tern_builder_t builder = tern_builder_at_start(body, module->loc);
  if (targets->kind == TERN_ATTR_DICTIONARY) {
    for (size_t i = 0; i < tern_dictionary_attr_count(targets); ++i) {
      tern_str_t name = tern_ident_str(tern_dictionary_attr_name(targets, i));
      if (!add_global(&builder, module, name, tern_dictionary_attr_at(targets, i))) return false;
    }
    return true;
  }
  if (targets->kind != TERN_ATTR_ARRAY) {
    return tern_op_error(module, "expects 'hal.device.targets' to be an array or a dictionary but got %s",
                         tern_attr_text(targets));
  }
  for (size_t i = 0; i < tern_array_attr_count(targets); ++i) {
    tern_string_builder_t name = {0};
    tern_string_builder_append_format(&name, "__device_%zu", i);
    bool is_right = add_global(&builder, module, tern_string_builder_view(&name), tern_array_attr_at(targets, i));
    tern_string_builder_deinitialize(&name);
    if (!is_right) return false;
  }
  return true;
}

// The global that `text` names or numbers; the first one if it is empty; NULL after an error.
static tern_op_t *find_default(tern_op_t *module, const tern_op_list_t *globals, tern_str_t text) {
  int64_t number;
  if (!text.size) return globals->values[0];
  if (tern_str_to_int64(text, &number) && number >= 0 && (size_t)number < globals->count)
    return globals->values[number];
  if (text.data[0] == '@') text = tern_str_drop(text, 1);
  for (size_t i = 0; i < globals->count; ++i) {
    if (tern_str_equal(tern_symbol_name(globals->values[i]), text)) return globals->values[i];
  }
  tern_op_error(module, "has no device '%.*s' to be the default", (int)text.size, text.data);
  return NULL;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  const tern_attr_t *targets = tern_op_attr(module, "hal.device.targets");
  if (targets) {
    if (!add_globals(module, targets)) return false;
    tern_op_set_attr(module, "hal.device.targets", NULL);
  }
  tern_op_list_t globals = {0};
  tern_hal_collect_devices(module, &globals);
  bool is_right = true;
  if (globals.count && !tern_op_attr(module, "stream.affinity.default")) {
    const tern_op_t *chosen = find_default(module, &globals, tern_pass_string(pass, "defaultDevice"));
    is_right = chosen != NULL;
    if (chosen) {
      tern_op_set_attr(module, "stream.affinity.default",
                       tern_hal_device_affinity_get(tern_op_context(module), tern_symbol_name(chosen), -1));
    }
  }
  tern_vec_deinitialize(&globals);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, &tern_util_dialect, NULL};
static const tern_option_def_t options[] = {{"defaultDevice", TERN_OPTION_STRING, NULL,
                                             "Name or number of the default device; the first one without it", NULL}};

const tern_pass_def_t tern_hal_materialize_target_devices_pass = {
    .flag = "iree-hal-materialize-target-devices",
    .anchor = "builtin.module",
    .summary = "Make a global for each device of the module",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run,
};
