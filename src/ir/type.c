// Types: uniquing, constructors and questions.

#include "ir/type.h"

#include <assert.h>

#include "ir/attr.h"
#include "ir/context_private.h"
#include "ir/params.h"

// --- uniquing ---

const tern_type_t *tern_type_get(tern_context_t *context, tern_type_kind_t kind, const tern_type_row_t *row,
                                 const uint64_t *params, size_t param_count) {
  uint32_t hash = tern_params_hash((uint64_t)kind, row, params, param_count);
  const tern_unique_table_t *table = &context->types;
  for (size_t i = tern_unique_first(table, hash); table->slots[i].object; i = tern_unique_next(table, i)) {
    if (table->slots[i].hash != hash) continue;
    const tern_type_t *type = table->slots[i].object;
    if (type->kind == kind && type->row == row && type->param_count == param_count &&
        tern_params_equal(type->params, params, param_count)) {
      return type;
    }
  }
  tern_type_t *type = tern_arena_alloc(&context->arena, tern_params_size(sizeof(*type), param_count));
  type->kind = kind;
  type->param_count = (uint32_t)param_count;
  type->row = row;
  type->context = context;
  if (param_count) memcpy(type->params, params, param_count * sizeof(params[0]));
  tern_unique_insert(&context->types, hash, type);
  return type;
}

const tern_type_t *tern_dialect_type_get(tern_context_t *context, const tern_type_row_t *row, const uint64_t *params,
                                         size_t param_count) {
  return tern_type_get(context, TERN_TYPE_DIALECT, row, params, param_count);
}

// --- scalars ---

const tern_type_t *tern_none_type_get(tern_context_t *context) {
  const tern_type_t **cached = &context->common.none;
  if (!*cached) *cached = tern_type_get(context, TERN_TYPE_NONE, NULL, NULL, 0);
  return *cached;
}

const tern_type_t *tern_index_type_get(tern_context_t *context) {
  const tern_type_t **cached = &context->common.index;
  if (!*cached) *cached = tern_type_get(context, TERN_TYPE_INDEX, NULL, NULL, 0);
  return *cached;
}

const tern_type_t *tern_integer_type_get(tern_context_t *context, uint32_t width, tern_signedness_t signedness) {
  bool is_common = signedness == TERN_SIGNLESS && width < TERN_CONTEXT_COMMON_WIDTH_COUNT;
  if (is_common && context->common.integers[width]) return context->common.integers[width];
  const uint64_t params[] = {width, signedness};
  const tern_type_t *type = tern_type_get(context, TERN_TYPE_INTEGER, NULL, params, 2);
  if (is_common) context->common.integers[width] = type;
  return type;
}

const tern_type_t *tern_i_type_get(tern_context_t *context, uint32_t width) {
  return tern_integer_type_get(context, width, TERN_SIGNLESS);
}

const tern_type_t *tern_float_type_get(tern_context_t *context, tern_type_kind_t kind) {
  assert(kind >= TERN_TYPE_F4E2M1FN && kind <= TERN_TYPE_F128);
  const tern_type_t **cached = &context->common.floats[kind - TERN_TYPE_F4E2M1FN];
  if (!*cached) *cached = tern_type_get(context, kind, NULL, NULL, 0);
  return *cached;
}

uint32_t tern_type_bit_width(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_INTEGER) return tern_integer_type_width(type);
  if (type->kind == TERN_TYPE_INDEX) return 64;
  if (tern_type_is_float(type)) return tern_float_formats[tern_type_float_kind(type)].width;
  return 0;
}

// --- composite types ---

const tern_type_t *tern_complex_type_get(const tern_type_t *element) {
  const uint64_t params[] = {tern_param(element)};
  return tern_type_get(element->context, TERN_TYPE_COMPLEX, NULL, params, 1);
}

// Vector, tensor and memref: [element, first, second, rank, dims...].
static const tern_type_t *get_ranked(tern_type_kind_t kind, const tern_type_t *element, uint64_t first, uint64_t second,
                                     const int64_t *dims, size_t rank) {
  tern_params_t params;
  tern_params_initialize(&params, 4 + rank);
  params.values[0] = tern_param(element);
  params.values[1] = first;
  params.values[2] = second;
  params.values[3] = rank;
  for (size_t i = 0; i < rank; ++i) params.values[4 + i] = (uint64_t)dims[i];
  const tern_type_t *type = tern_type_get(element->context, kind, NULL, params.values, 4 + rank);
  tern_params_deinitialize(&params);
  return type;
}

const tern_type_t *tern_vector_type_get(const tern_type_t *element, const int64_t *dims, size_t rank,
                                        uint64_t scalable_mask) {
  return get_ranked(TERN_TYPE_VECTOR, element, scalable_mask, 0, dims, rank);
}

const tern_type_t *tern_tensor_type_get(const tern_type_t *element, const int64_t *dims, size_t rank,
                                        const tern_attr_t *encoding) {
  return get_ranked(TERN_TYPE_TENSOR, element, tern_param(encoding), 0, dims, rank);
}

// Upstream's default memory space is the integer 0, of whatever type, or none.
static const tern_attr_t *normalize_memory_space(const tern_attr_t *memory_space) {
  return tern_attr_is_integer(memory_space) && memory_space->param_count == 2 && memory_space->params[1] == 0
             ? NULL
             : memory_space;
}

// A strided layout stays as it is written, also where it says what the shape says.
static const tern_attr_t *normalize_layout(const tern_attr_t *layout) {
  return layout && layout->kind == TERN_ATTR_AFFINE_MAP &&
                 tern_affine_map_is_identity(tern_affine_map_attr_value(layout))
             ? NULL
             : layout;
}

const tern_type_t *tern_memref_type_get(const tern_type_t *element, const int64_t *dims, size_t rank,
                                        const tern_attr_t *layout, const tern_attr_t *memory_space) {
  return get_ranked(TERN_TYPE_MEMREF, element, tern_param(normalize_layout(layout)),
                    tern_param(normalize_memory_space(memory_space)), dims, rank);
}

const tern_type_t *tern_unranked_tensor_type_get(const tern_type_t *element) {
  const uint64_t params[] = {tern_param(element)};
  return tern_type_get(element->context, TERN_TYPE_UNRANKED_TENSOR, NULL, params, 1);
}

const tern_type_t *tern_unranked_memref_type_get(const tern_type_t *element, const tern_attr_t *memory_space) {
  const uint64_t params[] = {tern_param(element), tern_param(normalize_memory_space(memory_space))};
  return tern_type_get(element->context, TERN_TYPE_UNRANKED_MEMREF, NULL, params, 2);
}

const tern_type_t *tern_function_type_get(tern_context_t *context, tern_types_t inputs, tern_types_t results) {
  tern_params_t params;
  tern_params_initialize(&params, 1 + inputs.count + results.count);
  params.values[0] = inputs.count;
  for (size_t i = 0; i < inputs.count; ++i) params.values[1 + i] = tern_param(inputs.values[i]);
  for (size_t i = 0; i < results.count; ++i) params.values[1 + inputs.count + i] = tern_param(results.values[i]);
  const tern_type_t *type =
      tern_type_get(context, TERN_TYPE_FUNCTION, NULL, params.values, 1 + inputs.count + results.count);
  tern_params_deinitialize(&params);
  return type;
}

const tern_type_t *tern_tuple_type_get(tern_context_t *context, tern_types_t elements) {
  tern_params_t params;
  tern_params_initialize(&params, elements.count);
  for (size_t i = 0; i < elements.count; ++i) params.values[i] = tern_param(elements.values[i]);
  const tern_type_t *type = tern_type_get(context, TERN_TYPE_TUPLE, NULL, params.values, elements.count);
  tern_params_deinitialize(&params);
  return type;
}

const tern_type_t *tern_opaque_type_get(tern_context_t *context, tern_str_t dialect, tern_str_t text) {
  const uint64_t params[] = {tern_param(tern_ident_get(context, dialect)), tern_param(tern_ident_get(context, text))};
  return tern_type_get(context, TERN_TYPE_OPAQUE, NULL, params, 2);
}

// --- shaped types ---

bool tern_type_is_shaped(const tern_type_t *type) {
  return tern_type_is_ranked(type) || type->kind == TERN_TYPE_UNRANKED_TENSOR ||
         type->kind == TERN_TYPE_UNRANKED_MEMREF;
}

const tern_type_t *tern_type_element(const tern_type_t *type) {
  return tern_type_is_shaped(type) || type->kind == TERN_TYPE_COMPLEX ? tern_param_pointer(type->params[0]) : type;
}

bool tern_type_has_static_shape(const tern_type_t *type) {
  return tern_type_is_ranked(type) && tern_type_dynamic_dim_count(type) == 0;
}

size_t tern_type_dynamic_dim_count(const tern_type_t *type) {
  if (!tern_type_is_ranked(type)) return 0;
  size_t count = 0;
  for (size_t i = 0; i < tern_type_rank(type); ++i) count += tern_type_dim(type, i) == TERN_DYNAMIC;
  return count;
}

int64_t tern_type_element_count(const tern_type_t *type) {
  if (!tern_type_has_static_shape(type)) return TERN_DYNAMIC;
  int64_t count = 1;
  bool has_zero = false;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    has_zero = has_zero || tern_type_dim(type, i) == 0;
    if (__builtin_mul_overflow(count, tern_type_dim(type, i), &count)) count = INT64_MAX;
  }
  return has_zero ? 0 : count;
}

const tern_type_t *tern_type_with_element(const tern_type_t *type, const tern_type_t *element) {
  if (!tern_type_is_shaped(type)) return element;
  if (tern_type_element(type) == element) return type;
  tern_params_t params;
  tern_params_initialize(&params, type->param_count);
  memcpy(params.values, type->params, type->param_count * sizeof(params.values[0]));
  params.values[0] = tern_param(element);
  const tern_type_t *result = tern_type_get(type->context, type->kind, NULL, params.values, type->param_count);
  tern_params_deinitialize(&params);
  return result;
}

const tern_type_t *tern_type_with_shape(const tern_type_t *type, const int64_t *dims, size_t rank) {
  assert(tern_type_is_shaped(type));
  const tern_type_t *element = tern_type_element(type);
  if (type->kind == TERN_TYPE_UNRANKED_TENSOR) return tern_tensor_type_get(element, dims, rank, NULL);
  if (type->kind == TERN_TYPE_UNRANKED_MEMREF) {
    return tern_memref_type_get(element, dims, rank, NULL, tern_memref_type_memory_space(type));
  }
  uint64_t first = type->params[1];
  bool keeps_rank = rank == tern_type_rank(type);
  if (type->kind != TERN_TYPE_TENSOR && !keeps_rank) first = 0;
  return get_ranked(type->kind, element, first, type->params[2], dims, rank);
}

const tern_attr_t *tern_memref_type_memory_space(const tern_type_t *type) {
  assert(type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF);
  return tern_param_pointer(type->params[type->kind == TERN_TYPE_MEMREF ? 2 : 1]);
}
