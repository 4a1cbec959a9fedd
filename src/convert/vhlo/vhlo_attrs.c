// One attribute at a time: what is the same thing in StableHLO and VHLO.

#include "convert/vhlo/vhlo_attrs.h"

#include "base/map.h"
#include "ir/context.h"

typedef TERN_VEC(const tern_attr_t *) attr_list_t;

static bool push(attr_list_t *list, const tern_attr_t *attr) {
  tern_vec_push(list, attr);
  return attr != NULL;
}

// --- to VHLO ---

static const tern_attr_t *enum_of(const tern_attr_t *attr) {
  const tern_enum_row_t *row = attr->row;
  if (tern_vhlo_is_attr(attr)) return attr;
  for (size_t i = 0; i < TERN_VHLO_ENUM_COUNT; ++i) {
    const char *name = tern_enum_case_name(row, tern_enum_attr_value(attr));
    int64_t value;
    if (strcmp(tern_vhlo_enum_infos[i].hlo_name, row->name) != 0 || !name) continue;
    if (!tern_enum_case_value(&tern_vhlo_enums[i], tern_str_from_cstr(name), &value)) return NULL;
    return tern_vhlo_enum_attr_get(attr->context, (tern_vhlo_enum_id_t)i, value);
  }
  return NULL;
}

static const tern_attr_t *array_of(const tern_attr_t *attr, bool keeps_others) {
  attr_list_t list = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < tern_array_attr_count(attr); ++i) {
    is_right = push(&list, tern_vhlo_attr_of(tern_array_attr_at(attr, i), keeps_others));
  }
  const tern_attr_t *array = is_right ? tern_vhlo_array_attr_get(attr->context, list.values, list.count) : NULL;
  tern_vec_deinitialize(&list);
  return array;
}

static const tern_attr_t *dictionary_of(const tern_attr_t *attr, bool keeps_others) {
  TERN_VEC(uint64_t) params = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < tern_dictionary_attr_count(attr); ++i) {
    const tern_attr_t *value = tern_vhlo_attr_of(tern_dictionary_attr_at(attr, i), keeps_others);
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(attr, i));
    tern_vec_push(&params, (uint64_t)(uintptr_t)tern_vhlo_string_attr_get(attr->context, name));
    tern_vec_push(&params, (uint64_t)(uintptr_t)value);
    is_right = value != NULL;
  }
  const tern_attr_t *dict =
      is_right ? tern_dialect_attr_get(attr->context, TERN_VHLO_ATTR(DICT), params.values, params.count) : NULL;
  tern_vec_deinitialize(&params);
  return dict;
}

// Arrays of i64 and i1 become one-dimensional tensors.
static const tern_attr_t *dense_array_of(const tern_attr_t *attr) {
  const tern_type_t *element = tern_attr_type(attr);
  if (!tern_type_is_i(element, 64) && !tern_type_is_i(element, 1)) return NULL;
  int64_t count = (int64_t)tern_dense_array_attr_count(attr);
  const tern_type_t *type = tern_tensor_type_get(element, &count, 1, NULL);
  return tern_vhlo_wrapper_attr_get(TERN_VHLO_ATTR_TENSOR,
                                    tern_dense_elements_attr_get(type, tern_dense_array_attr_data(attr), false));
}

// Meshes have the same parameters on both sides; which of them are attributes, the row of StableHLO's says.
static const struct {
  const char *mnemonic;
  tern_vhlo_attr_id_t id;
} meshes[] = {
    {"sub_axis_info", TERN_VHLO_ATTR_SUB_AXIS_INFO},
    {"axis_ref", TERN_VHLO_ATTR_AXIS_REF},
    {"mesh_axis", TERN_VHLO_ATTR_MESH_AXIS},
    {"mesh", TERN_VHLO_ATTR_MESH},
    {"replica_group_mesh_axes", TERN_VHLO_ATTR_REPLICA_GROUP_MESH_AXES},
};
enum { MESH_COUNT = sizeof(meshes) / sizeof(meshes[0]) };

static const tern_attr_row_t *mesh_row(tern_context_t *context, size_t index) {
  const tern_op_def_t *def = tern_op_def_of(context, TERN_STABLEHLO(ALL_GATHER));
  return tern_hlo_attr_row(context, def, meshes[index].mnemonic);
}

static const tern_attr_t *mesh_of(const tern_attr_t *attr, size_t index) {
  const tern_attr_row_t *row = attr->row;
  uint64_t params[2] = {attr->params[0], attr->params[1]};
  for (size_t i = 0; i < 2; ++i) {
    if (!(row->attr_params >> i & 1) || !params[i]) continue;
    const tern_attr_t *inner = tern_vhlo_attr_of((const tern_attr_t *)(uintptr_t)params[i], false);
    if (!inner) return NULL;
    params[i] = (uint64_t)(uintptr_t)inner;
  }
  return tern_dialect_attr_get(attr->context, &tern_vhlo_attrs[meshes[index].id], params, 2);
}

// #stablehlo.output_operand_alias and result_accuracy have the same parameters as those of VHLO.
static const tern_attr_t *dialect_attr_of(const tern_attr_t *attr, bool keeps_others) {
  if (tern_vhlo_is_attr(attr)) return attr;
  tern_str_t name = tern_str_from_cstr(((const tern_attr_row_t *)attr->row)->name);
  if (tern_str_equal(name, TERN_STR("stablehlo.output_operand_alias"))) {
    return tern_dialect_attr_get(attr->context, TERN_VHLO_ATTR(OUTPUT_OPERAND_ALIAS), attr->params, attr->param_count);
  }
  if (tern_str_equal(name, TERN_STR("stablehlo.result_accuracy"))) {
    const tern_attr_t *mode = tern_vhlo_attr_of((const tern_attr_t *)(uintptr_t)attr->params[3], false);
    uint64_t params[] = {attr->params[0], attr->params[1], attr->params[2], (uint64_t)(uintptr_t)mode};
    return mode ? tern_dialect_attr_get(attr->context, TERN_VHLO_ATTR(RESULT_ACCURACY), params, 4) : NULL;
  }
  for (size_t i = 0; i < MESH_COUNT; ++i) {
    if (attr->row == mesh_row(attr->context, i)) return mesh_of(attr, i);
  }
  return keeps_others && !tern_str_starts_with(name, TERN_STR("stablehlo.")) ? attr : NULL;
}

// A number or tensor whose type has a form in VHLO.
static const tern_attr_t *wrapped(tern_vhlo_attr_id_t id, const tern_attr_t *attr) {
  return tern_vhlo_type_of(tern_attr_type(attr), false) ? tern_vhlo_wrapper_attr_get(id, attr) : NULL;
}

const tern_attr_t *tern_vhlo_attr_of(const tern_attr_t *attr, bool keeps_others) {
  tern_context_t *context = attr->context;
  const tern_type_t *type;
  switch (attr->kind) {
    case TERN_ATTR_ENUM: return enum_of(attr);
    case TERN_ATTR_DIALECT: return dialect_attr_of(attr, keeps_others);
    case TERN_ATTR_ARRAY: return array_of(attr, keeps_others);
    case TERN_ATTR_DICTIONARY: return dictionary_of(attr, keeps_others);
    case TERN_ATTR_DENSE_ELEMENTS: return wrapped(TERN_VHLO_ATTR_TENSOR, attr);
    case TERN_ATTR_DENSE_ARRAY: return dense_array_of(attr);
    case TERN_ATTR_FLOAT: return wrapped(TERN_VHLO_ATTR_FLOAT, attr);
    case TERN_ATTR_INTEGER:
      if (tern_type_is_i(tern_attr_type(attr), 1)) return tern_vhlo_bool_attr_get(context, attr->params[1] & 1);
      return wrapped(TERN_VHLO_ATTR_INTEGER, attr);
    case TERN_ATTR_SYMBOL_REF:
      if (tern_symbol_ref_attr_count(attr) != 1) return NULL;
      return tern_vhlo_string_attr_get(context, tern_symbol_ref_attr_at(attr, 0));
    case TERN_ATTR_STRING:
      if (tern_attr_type(attr)) return NULL;
      return tern_vhlo_wrapper_attr_get(TERN_VHLO_ATTR_STRING, attr);
    case TERN_ATTR_TYPE:
      type = tern_vhlo_type_of(tern_type_attr_value(attr), keeps_others);
      return type && tern_vhlo_is_type(type) ? tern_vhlo_type_attr_get(type) : NULL;
    default: return keeps_others ? attr : NULL;
  }
}

// --- from VHLO ---

static const tern_attr_t *enum_to_builtin(const tern_attr_t *attr) {
  size_t id = (size_t)((const tern_enum_row_t *)attr->row - tern_vhlo_enums);
  const tern_enum_row_t *row =
      tern_context_find_enum(attr->context, tern_str_from_cstr(tern_vhlo_enum_infos[id].hlo_name));
  const char *name = tern_enum_case_name(attr->row, tern_enum_attr_value(attr));
  int64_t value;
  if (!row || !name || !tern_enum_case_value(row, tern_str_from_cstr(name), &value)) return NULL;
  return tern_enum_attr_get(attr->context, row, value);
}

static const tern_attr_t *array_to_builtin(const tern_attr_t *attr, bool keeps_others) {
  attr_list_t list = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < attr->param_count; ++i) {
    is_right = push(&list, tern_vhlo_attr_to_builtin(tern_vhlo_attr_param(attr, i), keeps_others));
  }
  const tern_attr_t *array = is_right ? tern_array_attr_get(attr->context, list.values, list.count) : NULL;
  tern_vec_deinitialize(&list);
  return array;
}

// Keys are strings, each once.
static const tern_attr_t *dict_to_builtin(const tern_attr_t *attr, bool keeps_others) {
  tern_named_attr_list_t entries = {0};
  tern_map_t seen = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < attr->param_count; i += 2) {
    const tern_attr_t *key = tern_vhlo_attr_param(attr, i);
    is_right = tern_vhlo_attr_is(key, TERN_VHLO_ATTR_STRING) && !tern_map_get(&seen, key);
    if (!is_right) break;
    tern_map_set(&seen, key, (void *)key);
    const tern_attr_t *value = tern_vhlo_attr_to_builtin(tern_vhlo_attr_param(attr, i + 1), keeps_others);
    tern_str_t name = tern_string_attr_value(tern_vhlo_attr_param(key, 0));
    tern_vec_push(&entries, ((tern_named_attr_t){name.data, value}));
    is_right = value != NULL && name.size > 0 && !memchr(name.data, '\0', name.size);
  }
  const tern_attr_t *dictionary =
      is_right ? tern_dictionary_attr_get(attr->context, entries.values, entries.count) : NULL;
  tern_vec_deinitialize(&entries);
  tern_map_deinitialize(&seen);
  return dictionary;
}

// The mesh of groups may be a symbol, which is a string in VHLO.
static const tern_attr_t *mesh_to_builtin(const tern_attr_t *attr, size_t index) {
  const tern_attr_row_t *row = mesh_row(attr->context, index);
  uint64_t params[2] = {attr->params[0], attr->params[1]};
  for (size_t i = 0; i < 2; ++i) {
    if (!(row->attr_params >> i & 1) || !params[i]) continue;
    const tern_attr_t *inner = tern_vhlo_attr_to_builtin((const tern_attr_t *)(uintptr_t)params[i], false);
    bool is_symbol = i == 0 && meshes[index].id == TERN_VHLO_ATTR_REPLICA_GROUP_MESH_AXES;
    if (inner && is_symbol && tern_attr_is_string(inner) && tern_string_attr_value(inner).size > 0) {
      inner = tern_flat_symbol_ref_attr_get(attr->context, tern_string_attr_value(inner));
    }
    if (!inner) return NULL;
    params[i] = (uint64_t)(uintptr_t)inner;
  }
  return tern_hlo_are_mesh_params(meshes[index].mnemonic, params) ? tern_dialect_attr_get(attr->context, row, params, 2)
                                                                  : NULL;
}

static const tern_attr_t *fields_to_builtin(const tern_attr_t *attr) {
  tern_context_t *context = attr->context;
  for (size_t i = 0; i < MESH_COUNT; ++i) {
    if (tern_vhlo_attr_is(attr, meshes[i].id)) return mesh_to_builtin(attr, i);
  }
  if (tern_vhlo_attr_is(attr, TERN_VHLO_ATTR_OUTPUT_OPERAND_ALIAS)) {
    const tern_attr_row_t *row = tern_context_find_attr(context, TERN_STR("stablehlo.output_operand_alias"));
    return tern_dialect_attr_get(context, row, attr->params, attr->param_count);
  }
  if (tern_vhlo_attr_is(attr, TERN_VHLO_ATTR_RESULT_ACCURACY)) {
    const tern_attr_row_t *row = tern_context_find_attr(context, TERN_STR("stablehlo.result_accuracy"));
    const tern_attr_t *mode = tern_vhlo_attr_to_builtin(tern_vhlo_attr_param(attr, 3), false);
    uint64_t params[] = {attr->params[0], attr->params[1], attr->params[2], (uint64_t)(uintptr_t)mode};
    return mode ? tern_dialect_attr_get(context, row, params, 4) : NULL;
  }
  return NULL;
}

const tern_attr_t *tern_vhlo_attr_to_builtin(const tern_attr_t *attr, bool keeps_others) {
  if (!tern_vhlo_is_attr(attr)) return keeps_others ? attr : NULL;
  if (attr->kind == TERN_ATTR_ENUM) return enum_to_builtin(attr);
  const tern_type_t *type;
  switch ((tern_vhlo_attr_id_t)((const tern_attr_row_t *)attr->row - tern_vhlo_attrs)) {
    case TERN_VHLO_ATTR_ARRAY: return array_to_builtin(attr, keeps_others);
    case TERN_VHLO_ATTR_BOOL: return tern_bool_attr_get(attr->context, attr->params[0]);
    case TERN_VHLO_ATTR_DICT: return dict_to_builtin(attr, keeps_others);
    case TERN_VHLO_ATTR_FLOAT:
    case TERN_VHLO_ATTR_INTEGER:
    case TERN_VHLO_ATTR_STRING:
    case TERN_VHLO_ATTR_TENSOR: return tern_vhlo_attr_param(attr, 0);
    case TERN_VHLO_ATTR_TYPE:
      type = tern_vhlo_type_to_builtin((const tern_type_t *)(uintptr_t)attr->params[0], keeps_others);
      return type ? tern_type_attr_get(type) : NULL;
    default: return fields_to_builtin(attr);
  }
}
