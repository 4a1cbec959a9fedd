// What VHLO's types stand for, and back: builtin types, quantized types, and StableHLO's token, future and bounds.

#include "base/vec.h"
#include "dialect/quant/quant.h"
#include "dialect/vhlo/hooks.h"
#include "ir/context.h"

typedef TERN_VEC(uint64_t) params_t;

static const tern_type_t *make_type(tern_context_t *context, tern_vhlo_type_id_t id, params_t *params, bool is_right) {
  const tern_type_t *type =
      is_right ? tern_dialect_type_get(context, &tern_vhlo_types[id], params->values, params->count) : NULL;
  tern_vec_deinitialize(params);
  return type;
}

static bool push_type(params_t *params, const tern_type_t *type) {
  tern_vec_push(params, (uint64_t)(uintptr_t)type);
  return type != NULL;
}

static void push_dims(params_t *params, const int64_t *dims, size_t rank) {
  for (size_t i = 0; i < rank; ++i) tern_vec_push(params, (uint64_t)dims[i]);
}

// --- encodings: #stablehlo.bounds<3, ?> and #vhlo.type_extensions_v1<bounds = [3, ?]> have the same parameters ---

static const tern_attr_row_t *bounds_row(tern_context_t *context) {
  return tern_context_find_attr(context, TERN_STR("stablehlo.bounds"));
}

// 0 for none; false if it cannot be converted.
static bool convert_encoding(const tern_attr_t *encoding, const tern_attr_row_t *from, const tern_attr_row_t *to,
                             const tern_attr_t **out_encoding) {
  *out_encoding = NULL;
  if (!encoding) return true;
  if (encoding->kind != TERN_ATTR_DIALECT || encoding->row != from) return false;
  *out_encoding = tern_dialect_attr_get(encoding->context, to, encoding->params, encoding->param_count);
  return true;
}

static const tern_type_t *type_of_quant(const tern_type_t *type);

// --- to VHLO ---

static const tern_type_t *simple_type_of(const tern_type_t *type) {
  for (size_t i = 0; i < TERN_VHLO_TYPE_COUNT; ++i) {
    const tern_vhlo_type_info_t *info = &tern_vhlo_type_infos[i];
    if (info->kind != type->kind || type->kind == TERN_TYPE_TUPLE) continue;
    if (tern_type_is_integer(type) &&
        (info->width != tern_integer_type_width(type) || info->signedness != tern_integer_type_signedness(type))) {
      continue;
    }
    return tern_dialect_type_get(type->context, &tern_vhlo_types[i], NULL, 0);
  }
  return NULL;
}

static const tern_type_t *type_of_types(const tern_type_t *type, tern_vhlo_type_id_t id, tern_types_t types,
                                        bool keeps_others) {
  params_t params = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < types.count; ++i) {
    is_right = push_type(&params, tern_vhlo_type_of(types.values[i], keeps_others));
  }
  return make_type(type->context, id, &params, is_right);
}

static const tern_type_t *type_of_element(const tern_type_t *type, tern_vhlo_type_id_t id, bool keeps_others) {
  const tern_type_t *element = tern_type_element(type);
  return type_of_types(type, id, (tern_types_t){&element, 1}, keeps_others);
}

static const tern_type_t *type_of_tensor(const tern_type_t *type, bool keeps_others) {
  const tern_attr_t *encoding;
  if (!convert_encoding(tern_tensor_type_encoding(type), bounds_row(type->context), TERN_VHLO_ATTR(TYPE_EXTENSIONS),
                        &encoding)) {
    return NULL;
  }
  params_t params = {0};
  bool is_right = push_type(&params, tern_vhlo_type_of(tern_type_element(type), keeps_others));
  tern_vec_push(&params, (uint64_t)(uintptr_t)encoding);
  push_dims(&params, tern_type_dims(type), tern_type_rank(type));
  return make_type(type->context, TERN_VHLO_TYPE_TENSOR, &params, is_right);
}

static const tern_type_t *type_of_memref(const tern_type_t *type, bool keeps_others) {
  params_t params = {0};
  bool is_right = push_type(&params, tern_vhlo_type_of(tern_type_element(type), keeps_others));
  push_dims(&params, tern_type_dims(type), tern_type_rank(type));
  return make_type(type->context, TERN_VHLO_TYPE_BUFFER, &params, is_right);
}

static const tern_type_t *type_of_function(const tern_type_t *type, bool keeps_others) {
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  params_t params = {0};
  bool is_right = true;
  tern_vec_push(&params, inputs.count);
  for (size_t i = 0; is_right && i < inputs.count; ++i) {
    is_right = push_type(&params, tern_vhlo_type_of(inputs.values[i], keeps_others));
  }
  for (size_t i = 0; is_right && i < results.count; ++i) {
    is_right = push_type(&params, tern_vhlo_type_of(results.values[i], keeps_others));
  }
  return make_type(type->context, TERN_VHLO_TYPE_FUNC, &params, is_right);
}

static const tern_type_t *type_of_dialect(const tern_type_t *type, bool keeps_others) {
  if (tern_vhlo_is_type(type)) return type;
  tern_str_t name = tern_str_from_cstr(type->row->name);
  if (tern_str_equal(name, TERN_STR("stablehlo.token"))) {
    return tern_dialect_type_get(type->context, TERN_VHLO_TYPE(TOKEN), NULL, 0);
  }
  if (tern_str_equal(name, TERN_STR("stablehlo.future"))) {
    return type_of_types(type, TERN_VHLO_TYPE_FUTURE, tern_hlo_future_types(type), keeps_others);
  }
  const tern_type_t *quant = type_of_quant(type);
  if (quant) return quant;
  return keeps_others && !tern_str_starts_with(name, TERN_STR("stablehlo.")) ? type : NULL;
}

const tern_type_t *tern_vhlo_type_of(const tern_type_t *type, bool keeps_others) {
  switch (type->kind) {
    case TERN_TYPE_COMPLEX: return type_of_element(type, TERN_VHLO_TYPE_COMPLEX, keeps_others);
    case TERN_TYPE_UNRANKED_TENSOR: return type_of_element(type, TERN_VHLO_TYPE_UNRANKED_TENSOR, keeps_others);
    case TERN_TYPE_TENSOR: return type_of_tensor(type, keeps_others);
    case TERN_TYPE_MEMREF: return type_of_memref(type, keeps_others);
    case TERN_TYPE_FUNCTION: return type_of_function(type, keeps_others);
    case TERN_TYPE_TUPLE:
      return type_of_types(type, TERN_VHLO_TYPE_TUPLE, tern_tuple_type_elements(type), keeps_others);
    case TERN_TYPE_DIALECT: return type_of_dialect(type, keeps_others);
    case TERN_TYPE_OPAQUE: return keeps_others ? type : NULL;
    default: return simple_type_of(type);
  }
}

// --- from VHLO ---

static const tern_type_t *simple_type_to_builtin(const tern_type_t *type) {
  const tern_vhlo_type_info_t *info = &tern_vhlo_type_infos[tern_vhlo_type_id(type)];
  if (info->kind == TERN_TYPE_INTEGER) return tern_integer_type_get(type->context, info->width, info->signedness);
  if (info->kind == TERN_TYPE_TUPLE) return NULL;
  return tern_type_get(type->context, info->kind, NULL, NULL, 0);
}

// All of the parameters from `start` on.
static bool convert_types(const tern_type_t *type, size_t start, bool keeps_others, params_t *types) {
  bool is_right = true;
  for (size_t i = start; is_right && i < type->param_count; ++i) {
    is_right = push_type(types, tern_vhlo_type_to_builtin(tern_vhlo_type_param(type, i), keeps_others));
  }
  return is_right;
}

static tern_types_t types_in(const params_t *params, size_t start, size_t count) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)(params->values + start), count};
}

static const tern_type_t *tuple_to_builtin(const tern_type_t *type, bool keeps_others) {
  params_t types = {0};
  const tern_type_t *tuple = NULL;
  if (convert_types(type, 0, keeps_others, &types)) {
    tuple = tern_tuple_type_get(type->context, types_in(&types, 0, types.count));
  }
  tern_vec_deinitialize(&types);
  return tuple;
}

static const tern_type_t *future_to_builtin(const tern_type_t *type, bool keeps_others) {
  params_t types = {0};
  const tern_type_t *future = NULL;
  if (convert_types(type, 0, keeps_others, &types)) {
    future = tern_hlo_future_type_get(&tern_stablehlo_dialect, type->context, types_in(&types, 0, types.count));
  }
  tern_vec_deinitialize(&types);
  return future;
}

static const tern_type_t *function_to_builtin(const tern_type_t *type, bool keeps_others) {
  params_t types = {0};
  const tern_type_t *function = NULL;
  size_t inputs = (size_t)type->params[0];
  if (convert_types(type, 1, keeps_others, &types)) {
    function = tern_function_type_get(type->context, types_in(&types, 0, inputs),
                                      types_in(&types, inputs, types.count - inputs));
  }
  tern_vec_deinitialize(&types);
  return function;
}

static bool is_element(const tern_type_t *type) {
  return tern_type_is_int_or_index(type) || tern_type_is_float(type) || type->kind == TERN_TYPE_COMPLEX ||
         type->kind == TERN_TYPE_DIALECT;
}

static const tern_type_t *shaped_to_builtin(const tern_type_t *type, tern_vhlo_type_id_t id, bool keeps_others) {
  const tern_type_t *element = tern_vhlo_type_to_builtin(tern_vhlo_type_param(type, 0), keeps_others);
  if (!element || !is_element(element)) return NULL;
  if (id == TERN_VHLO_TYPE_COMPLEX) {
    return tern_type_is_float(element) || tern_type_is_integer(element) ? tern_complex_type_get(element) : NULL;
  }
  if (id == TERN_VHLO_TYPE_UNRANKED_TENSOR) return tern_unranked_tensor_type_get(element);
  const int64_t *dims = (const int64_t *)type->params;
  if (id == TERN_VHLO_TYPE_BUFFER) return tern_memref_type_get(element, dims + 1, type->param_count - 1, NULL, NULL);
  const tern_attr_t *encoding;
  return convert_encoding((const tern_attr_t *)(uintptr_t)type->params[1], TERN_VHLO_ATTR(TYPE_EXTENSIONS),
                          bounds_row(type->context), &encoding)
             ? tern_tensor_type_get(element, dims + 2, type->param_count - 2, encoding)
             : NULL;
}

static const tern_type_t *token_to_builtin(const tern_type_t *type) {
  const tern_type_row_t *row = tern_context_find_type(type->context, TERN_STR("stablehlo.token"));
  return row ? tern_dialect_type_get(type->context, row, NULL, 0) : NULL;
}

// --- quantized types: flag 1 says that the storage is signed ---

static const tern_type_t *type_of_quant(const tern_type_t *type) {
  tern_quant_params_t params;
  if (!tern_quant_read(type, &params) || params.kind == TERN_QUANT_SUB_CHANNEL) return NULL;
  bool is_per_axis = params.kind == TERN_QUANT_PER_AXIS;
  tern_vhlo_quant_t quant = {
      .flags = params.is_signed,
      .storage = tern_vhlo_type_of(params.storage, false),
      .expressed = tern_vhlo_type_of(params.expressed, false),
      .storage_min = params.storage_min,
      .storage_max = params.storage_max,
      .is_per_axis = is_per_axis,
      .dimension = is_per_axis ? params.blocks[0].axis : 0,
      .count = params.count,
      .scales = params.scales,
      .points = params.zero_points,
  };
  return quant.storage && quant.expressed ? tern_vhlo_quant_type_get(type->context, &quant) : NULL;
}

// What comes out of a file may be anything.
static bool is_quant_right(const tern_vhlo_quant_t *quant, const tern_type_t *storage, const tern_type_t *expressed) {
  if (!storage || !tern_type_is_signless(storage) || !expressed || !tern_type_is_float(expressed)) return false;
  uint32_t width = tern_integer_type_width(storage);
  if (width > TERN_QUANT_MAX_STORAGE_BITS || quant->flags > 1 || quant->count == 0 || quant->dimension < 0)
    return false;
  if (quant->storage_min >= quant->storage_max ||
      quant->storage_min < tern_quant_default_min(quant->flags & 1, width) ||
      quant->storage_max > tern_quant_default_max(quant->flags & 1, width)) {
    return false;
  }
  for (size_t i = 0; i < quant->count; ++i) {
    if (!(quant->scales[i] > 0) || quant->scales[i] > 1e308) return false;
    if (quant->points[i] < quant->storage_min || quant->points[i] > quant->storage_max) return false;
  }
  return true;
}

static const tern_type_t *quant_to_builtin(const tern_type_t *type) {
  tern_vhlo_quant_t quant;
  tern_vhlo_quant_type_read(type, &quant);
  const tern_type_t *storage = tern_vhlo_type_to_builtin(quant.storage, false);
  const tern_type_t *expressed = tern_vhlo_type_to_builtin(quant.expressed, false);
  if (!is_quant_right(&quant, storage, expressed)) return NULL;
  tern_quant_block_t block = {quant.dimension, 1};
  int64_t count = (int64_t)quant.count;
  tern_quant_params_t params = {
      .kind = quant.is_per_axis ? TERN_QUANT_PER_AXIS : TERN_QUANT_PER_TENSOR,
      .storage = storage,
      .expressed = expressed,
      .is_signed = quant.flags & 1,
      .storage_min = quant.storage_min,
      .storage_max = quant.storage_max,
      .blocks = &block,
      .block_count = quant.is_per_axis,
      .scale_dims = &count,
      .scale_rank = quant.is_per_axis,
      .scales = quant.scales,
      .zero_points = quant.points,
      .count = quant.count,
  };
  return tern_quant_uniform_type_get(&params);
}

const tern_type_t *tern_vhlo_type_to_builtin(const tern_type_t *type, bool keeps_others) {
  if (!tern_vhlo_is_type(type)) return keeps_others ? type : NULL;
  tern_vhlo_type_id_t id = tern_vhlo_type_id(type);
  switch (id) {
    case TERN_VHLO_TYPE_COMPLEX:
    case TERN_VHLO_TYPE_UNRANKED_TENSOR:
    case TERN_VHLO_TYPE_TENSOR:
    case TERN_VHLO_TYPE_BUFFER: return shaped_to_builtin(type, id, keeps_others);
    case TERN_VHLO_TYPE_FUNC: return function_to_builtin(type, keeps_others);
    case TERN_VHLO_TYPE_TUPLE: return tuple_to_builtin(type, keeps_others);
    case TERN_VHLO_TYPE_FUTURE: return future_to_builtin(type, keeps_others);
    case TERN_VHLO_TYPE_QUANT:
    case TERN_VHLO_TYPE_QUANT_PER_AXIS: return quant_to_builtin(type);
    case TERN_VHLO_TYPE_TOKEN: return token_to_builtin(type);
    default: return simple_type_to_builtin(type);
  }
}
