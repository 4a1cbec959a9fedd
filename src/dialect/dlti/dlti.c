// dlti: the table of attributes, and questions about data layouts.

#include "dialect/dlti/dlti.h"

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/dlti/hooks.h"

#define ENTRIES(NAME, SUMMARY)       \
  {.name = "dlti." NAME,             \
   .summary = SUMMARY,               \
   .parse = tern_dlti_parse_entries, \
   .print = tern_dlti_print_entries, \
   .attr_params = UINT32_MAX}

const tern_attr_row_t tern_dlti_attrs[] = {
    [TERN_DLTI_ATTR_DL_ENTRY] = {.name = "dlti.dl_entry",
                                 .summary = "A key of a data layout and its value",
                                 .parse = tern_dlti_parse_entry,
                                 .print = tern_dlti_print_entry,
                                 .attr_params = 0x3},
    [TERN_DLTI_ATTR_DL_SPEC] = ENTRIES("dl_spec", "Sizes and alignments of types, and other facts of a layout"),
    [TERN_DLTI_ATTR_MAP] = ENTRIES("map", "Facts by key"),
    [TERN_DLTI_ATTR_TARGET_SYSTEM_SPEC] = ENTRIES("target_system_spec", "The devices of a system by name"),
    [TERN_DLTI_ATTR_TARGET_DEVICE_SPEC] = ENTRIES("target_device_spec", "Facts of a device by name"),
    [TERN_DLTI_ATTR_FUNCTION_POINTER_ALIGNMENT] = {.name = "dlti.function_pointer_alignment",
                                                   .summary = "What addresses of functions are multiples of",
                                                   .parse = tern_dlti_parse_alignment,
                                                   .print = tern_dlti_print_alignment},
};

const tern_dialect_t tern_dlti_dialect = {
    .name = "dlti",
    .summary = "Data layouts and facts of target machines",
    .attrs = tern_dlti_attrs,
    .attr_count = TERN_DLTI_ATTR_COUNT,
    .verify_op_attr = tern_dlti_verify_op_attr,
};

const tern_attr_t *tern_dlti_lookup(const tern_attr_t *spec, const tern_attr_t *key) {
  for (size_t i = 0; spec && i < tern_dlti_entry_count(spec); ++i) {
    if (tern_dlti_entry_key(spec, i) == key) return tern_dlti_entry_value(spec, i);
  }
  return NULL;
}

const tern_attr_t *tern_dlti_get(tern_context_t *context, tern_dlti_attr_t id, const tern_attr_t *const *keys,
                                 const tern_attr_t *const *values, size_t count) {
  uint64_t *params = tern_malloc((2 * count + 1) * sizeof(params[0]));
  for (size_t i = 0; i < count; ++i) {
    params[2 * i] = (uint64_t)(uintptr_t)keys[i];
    params[2 * i + 1] = (uint64_t)(uintptr_t)values[i];
  }
  const tern_attr_t *attr = tern_dialect_attr_get(context, &tern_dlti_attrs[id], params, 2 * count);
  free(params);
  return attr;
}

static const tern_attr_t *find_around(const tern_op_t *op, const tern_attr_t *key) {
  for (; op; op = tern_op_parent(op)) {
    const tern_attr_t *spec = tern_op_attr(op, "dlti.dl_spec");
    const tern_attr_t *value = tern_attr_is_dlti(spec, TERN_DLTI_ATTR_DL_SPEC) ? tern_dlti_lookup(spec, key) : NULL;
    if (value) return value;
  }
  return NULL;
}

const tern_attr_t *tern_dlti_layout_of_type(const tern_op_t *op, const tern_type_t *type) {
  return find_around(op, tern_type_attr_get(type));
}

const tern_attr_t *tern_dlti_layout_of_name(const tern_op_t *op, const char *name) {
  return find_around(op, tern_string_attr_get(tern_op_context(op), tern_str_from_cstr(name)));
}

uint32_t tern_dlti_index_width(const tern_op_t *op) {
  const tern_attr_t *width = tern_dlti_layout_of_type(op, tern_index_type_get(tern_op_context(op)));
  return tern_attr_is_integer(width) ? (uint32_t)tern_integer_attr_value(width) : 64;
}
