// Attributes: uniquing, strings, symbols, collections and the thin wrappers. Numbers are in attr_number.c, lists of
// numbers in attr_dense.c, enums in attr_enum.c, locations in location.c.

#include "ir/attr.h"

#include <assert.h>
#include <stdlib.h>

#include "ir/context_private.h"
#include "ir/params.h"

// --- uniquing ---

tern_attr_t *tern_attr_allocate(tern_context_t *context, tern_attr_kind_t kind, const void *row, const uint64_t *params,
                                size_t param_count) {
  tern_attr_t *attr = tern_arena_alloc(&context->arena, tern_params_size(sizeof(*attr), param_count));
  attr->kind = kind;
  attr->param_count = (uint32_t)param_count;
  attr->row = row;
  attr->context = context;
  if (param_count) memcpy(attr->params, params, param_count * sizeof(params[0]));
  return attr;
}

const tern_attr_t *tern_attr_get(tern_context_t *context, tern_attr_kind_t kind, const void *row,
                                 const uint64_t *params, size_t param_count) {
  uint32_t hash = tern_params_hash((uint64_t)kind, row, params, param_count);
  const tern_unique_table_t *table = &context->attrs;
  for (size_t i = tern_unique_first(table, hash); table->slots[i].object; i = tern_unique_next(table, i)) {
    if (table->slots[i].hash != hash) continue;
    const tern_attr_t *attr = table->slots[i].object;
    if (attr->kind == kind && attr->row == row && attr->param_count == param_count &&
        tern_params_equal(attr->params, params, param_count)) {
      return attr;
    }
  }
  tern_attr_t *attr = tern_attr_allocate(context, kind, row, params, param_count);
  tern_unique_insert(&context->attrs, hash, attr);
  return attr;
}

const tern_attr_t *tern_dialect_attr_get(tern_context_t *context, const tern_attr_row_t *row, const uint64_t *params,
                                         size_t param_count) {
  return tern_attr_get(context, TERN_ATTR_DIALECT, row, params, param_count);
}

const tern_type_t *tern_attr_type(const tern_attr_t *attr) {
  switch (attr->kind) {
    case TERN_ATTR_INTEGER:
    case TERN_ATTR_FLOAT:
    case TERN_ATTR_DENSE_ARRAY:
    case TERN_ATTR_DENSE_ELEMENTS:
    case TERN_ATTR_DENSE_STRINGS:
    case TERN_ATTR_DENSE_RESOURCE:
    case TERN_ATTR_SPARSE_ELEMENTS: return tern_param_pointer(attr->params[0]);
    case TERN_ATTR_STRING: return tern_param_pointer(attr->params[1]);
    case TERN_ATTR_OPAQUE: return tern_param_pointer(attr->params[2]);
    case TERN_ATTR_DIALECT:
      return ((const tern_attr_row_t *)attr->row)->is_typed ? tern_param_pointer(attr->params[0]) : NULL;
    default: return NULL;
  }
}

// --- strings, units, types, symbols ---

static const tern_attr_t *get_string(tern_context_t *context, tern_str_t text, const tern_type_t *type) {
  const uint64_t params[] = {tern_param(tern_ident_get(context, text)), tern_param(type)};
  return tern_attr_get(context, TERN_ATTR_STRING, NULL, params, 2);
}

const tern_attr_t *tern_string_attr_get(tern_context_t *context, tern_str_t text) {
  return get_string(context, text, NULL);
}

// Upstream's untyped strings have the none type: the two are one.
const tern_attr_t *tern_string_attr_get_typed(tern_str_t text, const tern_type_t *type) {
  return get_string(type->context, text, type->kind == TERN_TYPE_NONE ? NULL : type);
}

const tern_attr_t *tern_unit_attr_get(tern_context_t *context) {
  const tern_attr_t **cached = &context->common.unit;
  if (!*cached) *cached = tern_attr_get(context, TERN_ATTR_UNIT, NULL, NULL, 0);
  return *cached;
}

const tern_attr_t *tern_type_attr_get(const tern_type_t *type) {
  const uint64_t params[] = {tern_param(type)};
  return tern_attr_get(type->context, TERN_ATTR_TYPE, NULL, params, 1);
}

const tern_attr_t *tern_symbol_ref_attr_get(tern_context_t *context, const tern_str_t *path, size_t count) {
  assert(count >= 1);
  tern_params_t params;
  tern_params_initialize(&params, count);
  for (size_t i = 0; i < count; ++i) params.values[i] = tern_param(tern_ident_get(context, path[i]));
  const tern_attr_t *attr = tern_attr_get(context, TERN_ATTR_SYMBOL_REF, NULL, params.values, count);
  tern_params_deinitialize(&params);
  return attr;
}

const tern_attr_t *tern_flat_symbol_ref_attr_get(tern_context_t *context, tern_str_t name) {
  return tern_symbol_ref_attr_get(context, &name, 1);
}

const tern_attr_t *tern_opaque_attr_get(tern_context_t *context, tern_str_t dialect, tern_str_t text,
                                        const tern_type_t *type) {
  const uint64_t params[] = {tern_param(tern_ident_get(context, dialect)), tern_param(tern_ident_get(context, text)),
                             tern_param(type)};
  return tern_attr_get(context, TERN_ATTR_OPAQUE, NULL, params, 3);
}

const tern_attr_t *tern_distinct_attr_create(const tern_attr_t *referenced) {
  tern_context_t *context = referenced->context;
  const uint64_t params[] = {context->distinct_count++, tern_param(referenced)};
  return tern_attr_get(context, TERN_ATTR_DISTINCT, NULL, params, 2);
}

// --- arrays and dictionaries ---

const tern_attr_t *tern_array_attr_get(tern_context_t *context, const tern_attr_t *const *elements, size_t count) {
  tern_params_t params;
  tern_params_initialize(&params, count);
  for (size_t i = 0; i < count; ++i) params.values[i] = tern_param(elements[i]);
  const tern_attr_t *attr = tern_attr_get(context, TERN_ATTR_ARRAY, NULL, params.values, count);
  tern_params_deinitialize(&params);
  return attr;
}

// An entry as it lies in a dictionary's parameters.
typedef struct dictionary_entry {
  uint64_t name;  // tern_ident_t
  uint64_t attr;
} dictionary_entry_t;

static tern_str_t param_str(uint64_t param) { return tern_ident_str(tern_param_pointer(param)); }

static int compare_entries(const void *a, const void *b) {
  return tern_str_compare(param_str(((const dictionary_entry_t *)a)->name),
                          param_str(((const dictionary_entry_t *)b)->name));
}

const tern_attr_t *tern_dictionary_attr_get(tern_context_t *context, const tern_named_attr_t *entries, size_t count) {
  if (!count) {
    const tern_attr_t **cached = &context->common.empty_dictionary;
    if (!*cached) *cached = tern_attr_get(context, TERN_ATTR_DICTIONARY, NULL, NULL, 0);
    return *cached;
  }
  if (count > UINT32_MAX / 2) tern_out_of_memory(SIZE_MAX);
  tern_params_t params;
  tern_params_initialize(&params, 2 * count);
  bool is_sorted = true;
  for (size_t i = 0; i < count; ++i) {
    params.values[2 * i] = tern_param(tern_ident_get(context, tern_str_from_cstr(entries[i].name)));
    params.values[2 * i + 1] = tern_param(entries[i].attr);
    is_sorted = is_sorted &&
                (i == 0 || tern_str_compare(param_str(params.values[2 * i - 2]), param_str(params.values[2 * i])) < 0);
  }
  if (!is_sorted) qsort(params.values, count, sizeof(dictionary_entry_t), compare_entries);
  const tern_attr_t *attr = tern_attr_get(context, TERN_ATTR_DICTIONARY, NULL, params.values, 2 * count);
  tern_params_deinitialize(&params);
  return attr;
}

// Position of the first entry whose name is not below `name`.
static size_t find_entry(const tern_attr_t *attr, tern_str_t name) {
  size_t first = 0;
  size_t last = tern_dictionary_attr_count(attr);
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    if (tern_str_compare(tern_ident_str(tern_dictionary_attr_name(attr, middle)), name) < 0) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

static bool has_name_at(const tern_attr_t *attr, size_t index, tern_str_t name) {
  return index < tern_dictionary_attr_count(attr) &&
         tern_str_equal(tern_ident_str(tern_dictionary_attr_name(attr, index)), name);
}

const tern_attr_t *tern_dictionary_attr_lookup(const tern_attr_t *attr, tern_str_t name) {
  size_t index = find_entry(attr, name);
  return has_name_at(attr, index, name) ? tern_dictionary_attr_at(attr, index) : NULL;
}

const tern_attr_t *tern_dictionary_attr_with(tern_context_t *context, const tern_attr_t *attr, tern_str_t name,
                                             const tern_attr_t *value) {
  size_t count = tern_dictionary_attr_count(attr);
  size_t index = find_entry(attr, name);
  bool is_there = has_name_at(attr, index, name);
  if (!value && !is_there) return count ? attr : NULL;
  size_t new_count = count - (is_there ? 1 : 0) + (value ? 1 : 0);
  if (!new_count) return NULL;
  tern_params_t params;
  tern_params_initialize(&params, 2 * new_count);
  uint64_t *out = params.values;
  for (size_t i = 0; i < index; ++i) {
    *out++ = attr->params[2 * i];
    *out++ = attr->params[2 * i + 1];
  }
  if (value) {
    *out++ = tern_param(tern_ident_get(context, name));
    *out++ = tern_param(value);
  }
  for (size_t i = index + (is_there ? 1 : 0); i < count; ++i) {
    *out++ = attr->params[2 * i];
    *out++ = attr->params[2 * i + 1];
  }
  const tern_attr_t *result = tern_attr_get(context, TERN_ATTR_DICTIONARY, NULL, params.values, 2 * new_count);
  tern_params_deinitialize(&params);
  return result;
}

// --- maps and layouts ---

const tern_attr_t *tern_affine_map_attr_get(const tern_affine_map_t *map) {
  const uint64_t params[] = {tern_param(map)};
  return tern_attr_get(map->context, TERN_ATTR_AFFINE_MAP, NULL, params, 1);
}

const tern_attr_t *tern_integer_set_attr_get(const tern_integer_set_t *set) {
  const uint64_t params[] = {tern_param(set)};
  return tern_attr_get(set->context, TERN_ATTR_INTEGER_SET, NULL, params, 1);
}

const tern_attr_t *tern_strided_layout_attr_get(tern_context_t *context, int64_t offset, const int64_t *strides,
                                                size_t count) {
  tern_params_t params;
  tern_params_initialize(&params, 1 + count);
  params.values[0] = (uint64_t)offset;
  for (size_t i = 0; i < count; ++i) params.values[1 + i] = (uint64_t)strides[i];
  const tern_attr_t *attr = tern_attr_get(context, TERN_ATTR_STRIDED_LAYOUT, NULL, params.values, 1 + count);
  tern_params_deinitialize(&params);
  return attr;
}
