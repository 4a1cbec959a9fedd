#include "pipeline/options/targets.h"

#include "analysis/hal_devices.h"
#include "asm/parser.h"
#include "ir/op_list.h"
#include "tern/compile.h"

static const struct {
  const char *name;
  unsigned target;
} names[] = {
    {"cpu", TERN_TARGET_BIT_CPU},         {"vulkan", TERN_TARGET_BIT_VULKAN}, {"cuda", TERN_TARGET_BIT_CUDA},
    {"local", TERN_TARGET_BIT_CPU},       {"llvm-cpu", TERN_TARGET_BIT_CPU},  {"vulkan-spirv", TERN_TARGET_BIT_VULKAN},
    {"cuda-nvptx", TERN_TARGET_BIT_CUDA},
};
enum { NAME_COUNT = sizeof names / sizeof names[0] };

unsigned tern_target_of_name(tern_str_t name) {
  for (size_t i = 0; i < NAME_COUNT; ++i) {
    if (tern_str_equal_cstr(name, names[i].name)) return names[i].target;
  }
  return 0;
}

unsigned tern_targets_of_names(const char *list) {
  tern_str_t rest = tern_str_from_cstr(list);
  unsigned targets = 0;
  while (rest.size) targets |= tern_target_of_name(tern_str_trim(tern_str_split(&rest, ',')));
  return targets;
}

const char *tern_target_name(unsigned targets) {
  for (size_t i = 0; i < NAME_COUNT; ++i) {
    if (targets & names[i].target) return names[i].name;
  }
  return "none";
}

void tern_targets_append_names(unsigned targets, tern_string_builder_t *out_names) {
  for (unsigned left = targets; left; left &= left - 1) {
    if (out_names->size) tern_string_builder_append_char(out_names, ',');
    tern_string_builder_append_cstr(out_names, tern_target_name(left));
  }
}

const char *tern_target_short_name(const char *name) {
  unsigned target = tern_target_of_name(tern_str_from_cstr(name));
  return target ? tern_target_name(target) : NULL;
}

// What the device's executables are for.
static unsigned targets_of_attr(const tern_attr_t *attr) {
  unsigned targets = 0;
  if (attr->kind == TERN_ATTR_ARRAY) {
    for (size_t i = 0; i < tern_array_attr_count(attr); ++i) targets |= targets_of_attr(tern_array_attr_at(attr, i));
  }
  if (tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_SELECT)) {
    const tern_attr_t *devices = tern_hal_attr_at(attr, 1);
    for (size_t i = 0; i < tern_array_attr_count(devices); ++i)
      targets |= targets_of_attr(tern_array_attr_at(devices, i));
  } else if (tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_ALIAS)) {
    targets = tern_target_of_name(tern_string_attr_value(tern_hal_attr_at(attr, 1)));
  } else if (tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_TARGET)) {
    const tern_attr_t *executables = tern_hal_device_target_executables(attr);
    for (size_t i = 0; i < tern_array_attr_count(executables); ++i) {
      targets |= tern_target_of_name(tern_hal_executable_target_backend(tern_array_attr_at(executables, i)));
    }
  }
  return targets;
}

unsigned tern_targets_of_module(const tern_op_t *module) {
  const tern_attr_t *devices = tern_op_attr(module, "hal.device.targets");
  tern_op_list_t globals = {0};
  unsigned targets = 0;
  bool is_dictionary = devices && devices->kind == TERN_ATTR_DICTIONARY;
  size_t count = !devices ? 0 : is_dictionary ? tern_dictionary_attr_count(devices) : tern_array_attr_count(devices);
  for (size_t i = 0; i < count; ++i) {
    targets |= targets_of_attr(is_dictionary ? tern_dictionary_attr_at(devices, i) : tern_array_attr_at(devices, i));
  }
  tern_hal_collect_devices(module, &globals);
  for (size_t i = 0; i < globals.count; ++i) {
    const tern_attr_t *value = tern_op_attr(globals.values[i], "initial_value");
    if (value) targets |= targets_of_attr(value);
  }
  tern_vec_deinitialize(&globals);
  return targets;
}

static unsigned targets_of(tern_str_t item, tern_context_t *context) {
  tern_str_t name;
  int64_t ordinal;
  if (!context) return tern_target_of_name(item);
  if (item.size && item.data[0] == '#') {
    const tern_attr_t *attr = tern_parse_attr_text(context, item);
    return attr ? targets_of_attr(attr) : 0;
  }
  return tern_hal_device_text_read(item, &name, &ordinal) ? tern_target_of_name(name) : 0;
}

tern_status_t tern_targets_read(const char *text, tern_context_t *context, tern_string_builder_t *out_names,
                                unsigned *out_targets) {
  tern_str_t rest = tern_str_from_cstr(text);
  *out_targets = 0;
  do {
    tern_str_t item = tern_hal_device_text_split(&rest);
    unsigned targets = targets_of(item, context);
    if (!targets) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "'%.*s' names no %s that this build compiles for: %s",
                              (int)item.size, item.data, context ? "device" : "target",
                              context ? "there are local, vulkan and cuda" : "there are cpu, vulkan and cuda");
    }
    if (!context && (*out_targets & targets)) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "the target %s is named twice", tern_target_name(targets));
    }
    tern_targets_append_names(targets & ~*out_targets, out_names);
    *out_targets |= targets;
  } while (rest.size);
  return tern_ok();
}
