#include "analysis/hal_devices.h"

#include "asm/parser.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"

static void add_once(tern_hal_attr_list_t *list, const tern_attr_t *attr) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == attr) return;
  }
  tern_vec_push(list, attr);
}

void tern_hal_collect_devices(const tern_op_t *module, tern_op_list_t *out_globals) {
  tern_block_t *body = tern_op_body(module, 0);
  if (!body) return;
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_UTIL(GLOBAL)) && tern_type_is_hal(tern_util_global_type(op), TERN_HAL_DEVICE_TYPE)) {
      tern_vec_push(out_globals, op);
    }
  }
}

// Fallbacks may go in a circle: `depth` ends it.
static void collect_targets(const tern_op_t *module, const tern_attr_t *device, int depth, tern_hal_attr_list_t *out) {
  if (!device || depth > 16) return;
  if (tern_attr_is_hal(device, TERN_HAL_ATTR_DEVICE_TARGET)) {
    add_once(out, device);
  } else if (tern_attr_is_hal(device, TERN_HAL_ATTR_DEVICE_SELECT)) {
    const tern_attr_t *devices = tern_hal_attr_at(device, 1);
    for (size_t i = 0; i < tern_array_attr_count(devices); ++i) {
      collect_targets(module, tern_array_attr_at(devices, i), depth + 1, out);
    }
  } else if (tern_attr_is_hal(device, TERN_HAL_ATTR_DEVICE_FALLBACK)) {
    tern_op_t *global = tern_symbol_lookup_in(module, tern_symbol_ref_attr_at(tern_hal_attr_at(device, 1), 0));
    if (global) collect_targets(module, tern_op_attr(global, "initial_value"), depth + 1, out);
  }
}

void tern_hal_collect_targets(const tern_op_t *module, const tern_attr_t *device, tern_hal_attr_list_t *out_targets) {
  collect_targets(module, device, 0, out_targets);
}

void tern_hal_collect_executable_targets_of(const tern_op_t *module, const tern_op_t *global,
                                            tern_hal_attr_list_t *out_targets) {
  tern_hal_attr_list_t devices = {0};
  tern_hal_collect_targets(module, tern_op_attr(global, "initial_value"), &devices);
  for (size_t i = 0; i < devices.count; ++i) {
    const tern_attr_t *targets = tern_hal_device_target_executables(devices.values[i]);
    for (size_t j = 0; j < tern_array_attr_count(targets); ++j) add_once(out_targets, tern_array_attr_at(targets, j));
  }
  tern_vec_deinitialize(&devices);
}

void tern_hal_collect_executable_targets(const tern_op_t *module, tern_hal_attr_list_t *out_targets) {
  tern_op_list_t globals = {0};
  tern_hal_collect_devices(module, &globals);
  for (size_t i = 0; i < globals.count; ++i) {
    tern_hal_collect_executable_targets_of(module, globals.values[i], out_targets);
  }
  tern_vec_deinitialize(&globals);
}

// --- affinities ---

static const tern_attr_t *affinity_at(const tern_op_t *op) {
  const tern_attr_t *affinity = tern_op_attr(op, "affinity");
  if (!affinity) affinity = tern_op_attr(op, "stream.affinity");
  return affinity;
}

const tern_attr_t *tern_hal_affinity_of(const tern_op_t *op) {
  const tern_op_t *root = op;
  for (const tern_op_t *around = op; around; around = tern_op_parent(around)) {
    const tern_attr_t *affinity = affinity_at(around);
    if (!affinity) affinity = tern_op_attr(around, "stream.affinity.default");
    if (affinity && tern_hal_affinity_device_name(affinity).size) return affinity;
    root = around;
  }
  tern_op_list_t globals = {0};
  tern_hal_collect_devices(root, &globals);
  const tern_attr_t *affinity =
      globals.count ? tern_hal_device_affinity_get(tern_op_context(op), tern_symbol_name(globals.values[0]), -1) : NULL;
  tern_vec_deinitialize(&globals);
  return affinity;
}

// One affinity of several.
static const tern_attr_t *pick(const tern_attr_t *affinity) {
  if (!tern_attr_is_hal(affinity, TERN_HAL_ATTR_DEVICE_OPTIMAL)) return affinity;
  return tern_array_attr_at(tern_hal_attr_at(affinity, 0), 0);
}

tern_str_t tern_hal_affinity_device_name(const tern_attr_t *affinity) {
  affinity = pick(affinity);
  if (!tern_attr_is_hal(affinity, TERN_HAL_ATTR_DEVICE_AFFINITY)) return (tern_str_t){0};
  return tern_symbol_ref_attr_at(tern_hal_device_affinity_device(affinity), 0);
}

int64_t tern_hal_affinity_queues(const tern_attr_t *affinity) {
  affinity = pick(affinity);
  return tern_attr_is_hal(affinity, TERN_HAL_ATTR_DEVICE_AFFINITY) ? tern_hal_device_affinity_queues(affinity) : -1;
}

// --- defaults ---

static const tern_attr_t *make_device(tern_context_t *context, const char *id, const char *backend, tern_str_t format) {
  const tern_attr_t *target = tern_hal_executable_target_get(context, tern_str_from_cstr(backend), format, NULL);
  return tern_hal_device_target_get(context, tern_str_from_cstr(id), NULL, tern_array_attr_get(context, &target, 1));
}

const tern_attr_t *tern_hal_default_device_of_backend(tern_context_t *context, tern_str_t backend, tern_str_t arch) {
  if (tern_str_equal_cstr(backend, "vulkan-spirv") || tern_str_equal_cstr(backend, "vulkan")) {
    return make_device(context, "vulkan", "vulkan-spirv", TERN_STR("vulkan-spirv-fb"));
  }
  if (tern_str_equal_cstr(backend, "cuda")) return make_device(context, "cuda", "cuda", TERN_STR("cuda-nvptx-fb"));
  if (!tern_str_equal_cstr(backend, "llvm-cpu") && !tern_str_equal_cstr(backend, "cpu")) return NULL;
  tern_string_builder_t format = {0};
  tern_string_builder_append_format(&format, "embedded-elf-%.*s", (int)arch.size, arch.data);
  const tern_attr_t *device = make_device(context, "local", "llvm-cpu", tern_string_builder_view(&format));
  tern_string_builder_deinitialize(&format);
  return device;
}

const tern_attr_t *tern_hal_default_device(tern_context_t *context, tern_str_t name, tern_str_t arch) {
  return tern_hal_default_device_of_backend(context, tern_str_equal_cstr(name, "local") ? TERN_STR("llvm-cpu") : name,
                                            arch);
}

tern_str_t tern_hal_device_text_split(tern_str_t *inout_rest) {
  int depth = 0;
  bool is_quoted = false;
  size_t size = 0;
  for (; size < inout_rest->size; ++size) {
    char c = inout_rest->data[size];
    is_quoted ^= c == '"';
    if (!is_quoted)
      depth += (c == '<' || c == '[' || c == '{' || c == '(') - (c == '>' || c == ']' || c == '}' || c == ')');
    if (c == ',' && !is_quoted && depth <= 0) break;
  }
  tern_str_t first = tern_str_trim(tern_str_make(inout_rest->data, size));
  *inout_rest = tern_str_drop(*inout_rest, size < inout_rest->size ? size + 1 : size);
  return first;
}

bool tern_hal_device_text_read(tern_str_t text, tern_str_t *out_name, int64_t *out_ordinal) {
  tern_str_t rest = text;
  *out_name = tern_str_split(&rest, '[');
  *out_ordinal = -1;
  if (out_name->size == text.size) return text.size > 0;
  bool is_number = tern_str_ends_with(rest, TERN_STR("]")) &&
                   tern_str_to_int64(tern_str_make(rest.data, rest.size - 1), out_ordinal) && *out_ordinal >= 0;
  return is_number && out_name->size > 0;
}

const tern_attr_t *tern_hal_device_select(tern_context_t *context, const tern_hal_attr_list_t *devices) {
  if (devices->count == 1) return devices->values[0];
  const uint64_t params[] = {(uint64_t)(uintptr_t)tern_hal_type(context, TERN_HAL_DEVICE_TYPE),
                             (uint64_t)(uintptr_t)tern_array_attr_get(context, devices->values, devices->count)};
  return tern_dialect_attr_get(context, TERN_HAL_ATTR(DEVICE_SELECT), params, 2);
}

// `ordinal`: -1 for any.
static const tern_attr_t *make_alias(tern_context_t *context, tern_str_t name, int64_t ordinal) {
  const uint64_t params[] = {(uint64_t)(uintptr_t)tern_hal_type(context, TERN_HAL_DEVICE_TYPE),
                             (uint64_t)(uintptr_t)tern_string_attr_get(context, name), (uint64_t)(ordinal + 1), 0};
  return tern_dialect_attr_get(context, TERN_HAL_ATTR(DEVICE_ALIAS), params, 4);
}

const tern_attr_t *tern_hal_device_parse(tern_context_t *context, tern_str_t text) {
  tern_hal_attr_list_t devices = {0};
  bool is_right = true;
  while (text.size && is_right) {
    tern_str_t item = tern_hal_device_text_split(&text), name;
    const tern_attr_t *device = NULL;
    int64_t ordinal;
    if (item.size && item.data[0] == '#') {
      device = tern_parse_attr_text(context, item);
    } else if (tern_hal_device_text_read(item, &name, &ordinal)) {
      device = make_alias(context, name, ordinal);
    }
    is_right = device != NULL;
    if (device) tern_vec_push(&devices, device);
  }
  const tern_attr_t *device = is_right && devices.count ? tern_hal_device_select(context, &devices) : NULL;
  tern_vec_deinitialize(&devices);
  return device;
}

tern_str_t tern_hal_module_arch(const tern_op_t *module) {
  // As the formats of IREE's executables call it, by the first part of a target triple.
  static const char *const known[][2] = {{"x86_64", "x86_64"},    {"aarch64", "arm_64"},   {"arm64", "arm_64"},
                                         {"riscv64", "riscv_64"}, {"riscv32", "riscv_32"}, {"armv7", "arm_32"},
                                         {"arm", "arm_32"},       {"i386", "x86_32"},      {"i686", "x86_32"}};
  const tern_attr_t *options = tern_op_attr(module, "tern.compile_options");
  const tern_attr_t *triple = options && options->kind == TERN_ATTR_DICTIONARY
                                  ? tern_dictionary_attr_lookup(options, TERN_STR("target_triple"))
                                  : NULL;
  tern_str_t rest = tern_attr_is_string(triple) ? tern_string_attr_value(triple) : (tern_str_t){0};
  tern_str_t arch = tern_str_split(&rest, '-');
  for (size_t i = 0; arch.size && i < sizeof known / sizeof known[0]; ++i) {
    if (tern_str_starts_with(arch, tern_str_from_cstr(known[i][0]))) return tern_str_from_cstr(known[i][1]);
  }
#if defined(__aarch64__)
  return TERN_STR("arm_64");
#elif defined(__riscv)
  return TERN_STR("riscv_64");
#else
  return TERN_STR("x86_64");
#endif
}
