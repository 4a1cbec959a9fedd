// ttg: what encodings are made of.

#include <string.h>

#include "dialect/ttg/hooks.h"
#include "dialect/ttg/ttg.h"

const tern_ttg_field_row_t tern_ttg_fields[] = {
#define FIELD(ID, NAME, KIND, NOUN) [TERN_TTG_FIELD_##ID] = {NAME, TERN_TTG_KIND_##KIND, NOUN},
#include "dialect/ttg/ttg_fields.def"
#undef FIELD
};

#define F(ID) TERN_TTG_FIELD_##ID
const tern_ttg_encoding_row_t tern_ttg_encodings[] = {
#define ENCODING(ID, SYNTAX, NAME, ALIAS, SUMMARY, ...)                      \
  [TERN_TTG_ATTR_##ID] = {.fields = (const tern_ttg_field_t[]){__VA_ARGS__}, \
                          .count = sizeof((const tern_ttg_field_t[]){__VA_ARGS__}) / sizeof(tern_ttg_field_t)},
#include "dialect/ttg/ttg_encodings.def"
#undef ENCODING
};
#undef F

bool tern_ttg_is_encoding(const tern_attr_t *attr) {
  if (!attr || attr->kind != TERN_ATTR_DIALECT) return false;
  const tern_attr_row_t *row = attr->row;
  return row >= tern_ttg_attrs && row < tern_ttg_attrs + TERN_TTG_ENCODING_COUNT;
}

bool tern_ttg_is_distributed(const tern_attr_t *attr) {
  return tern_ttg_is_encoding(attr) && tern_ttg_attr_id(attr) <= TERN_TTG_ATTR_LINEAR;
}

bool tern_ttg_is_shared(const tern_attr_t *attr) {
  return tern_ttg_is_encoding(attr) && tern_ttg_attr_id(attr) > TERN_TTG_ATTR_LINEAR;
}

// --- fields ---

// Where the field is kept; the count of fields if the encoding has none of it.
static size_t position_of(tern_ttg_attr_t id, tern_ttg_field_t field) {
  const tern_ttg_encoding_row_t *row = &tern_ttg_encodings[id];
  size_t i = 0;
  while (i < row->count && row->fields[i] != field) ++i;
  return i;
}

bool tern_ttg_has_field(const tern_attr_t *encoding, tern_ttg_field_t field) {
  tern_ttg_attr_t id = tern_ttg_attr_id(encoding);
  return position_of(id, field) < tern_ttg_encodings[id].count;
}

int64_t tern_ttg_number(const tern_attr_t *encoding, tern_ttg_field_t field) {
  return (int64_t)encoding->params[position_of(tern_ttg_attr_id(encoding), field)];
}

static const tern_attr_t *list_of(const tern_attr_t *encoding, tern_ttg_field_t field) {
  return (const tern_attr_t *)(uintptr_t)tern_ttg_number(encoding, field);
}

size_t tern_ttg_count(const tern_attr_t *encoding, tern_ttg_field_t field) {
  return tern_dense_array_attr_count(list_of(encoding, field));
}

int64_t tern_ttg_at(const tern_attr_t *encoding, tern_ttg_field_t field, size_t index) {
  return tern_dense_array_attr_int(list_of(encoding, field), index);
}

size_t tern_ttg_rank(const tern_attr_t *encoding) {
  switch (tern_ttg_attr_id(encoding)) {
    case TERN_TTG_ATTR_SLICE: return tern_ttg_rank(tern_ttg_parent(encoding)) - 1;
    case TERN_TTG_ATTR_DOT_OP: return tern_ttg_rank(tern_ttg_parent(encoding));
    case TERN_TTG_ATTR_BLOCKED:
    case TERN_TTG_ATTR_SWIZZLED_SHARED:
    case TERN_TTG_ATTR_AMD_ROTATING_SHARED: return tern_ttg_count(encoding, TERN_TTG_FIELD_ORDER);
    case TERN_TTG_ATTR_NVIDIA_MMA:
    case TERN_TTG_ATTR_AMD_MFMA:
    case TERN_TTG_ATTR_AMD_WMMA: return tern_ttg_count(encoding, TERN_TTG_FIELD_WARPS_PER_CTA);
    default: return (size_t)tern_ttg_number(encoding, TERN_TTG_FIELD_RANK);
  }
}

size_t tern_ttg_basis_count(const tern_attr_t *encoding, tern_ttg_field_t field) {
  size_t rank = tern_ttg_rank(encoding);
  return rank ? tern_ttg_count(encoding, field) / rank : 0;
}

// --- sizes ---

static int64_t product_of(const tern_attr_t *encoding, tern_ttg_field_t field) {
  int64_t product = 1;
  for (size_t i = 0; i < tern_ttg_count(encoding, field); ++i) product *= tern_ttg_at(encoding, field, i);
  return product;
}

static int64_t size_of(const tern_attr_t *encoding, tern_ttg_field_t bases) {
  return INT64_C(1) << tern_ttg_basis_count(encoding, bases);
}

// What slices and operands say is what they are made from.
static const tern_attr_t *root_of(const tern_attr_t *encoding) {
  while (tern_ttg_has_field(encoding, TERN_TTG_FIELD_PARENT)) encoding = tern_ttg_parent(encoding);
  return encoding;
}

int64_t tern_ttg_threads_per_warp(const tern_attr_t *encoding) {
  const tern_attr_t *root = root_of(encoding);
  switch (tern_ttg_attr_id(root)) {
    case TERN_TTG_ATTR_BLOCKED: return product_of(root, TERN_TTG_FIELD_THREADS_PER_WARP);
    case TERN_TTG_ATTR_LINEAR: return size_of(root, TERN_TTG_FIELD_LANE);
    case TERN_TTG_ATTR_AMD_MFMA: return 64;
    default: return 32;
  }
}

int64_t tern_ttg_warps_per_cta(const tern_attr_t *encoding) {
  const tern_attr_t *root = root_of(encoding);
  if (tern_attr_is_ttg(root, TERN_TTG_ATTR_LINEAR)) return size_of(root, TERN_TTG_FIELD_WARP);
  return product_of(root, TERN_TTG_FIELD_WARPS_PER_CTA);
}

int64_t tern_ttg_ctas_per_cga(const tern_attr_t *encoding) {
  const tern_attr_t *root = root_of(encoding);
  bool has_cga = tern_ttg_has_field(root, TERN_TTG_FIELD_CGA_LAYOUT);
  return size_of(root, has_cga ? TERN_TTG_FIELD_CGA_LAYOUT : TERN_TTG_FIELD_BLOCK);
}

// --- construction ---

uint64_t tern_ttg_list(tern_context_t *context, const int64_t *values, size_t count) {
  int32_t narrow[256];
  if (count > sizeof(narrow) / sizeof(narrow[0])) count = sizeof(narrow) / sizeof(narrow[0]);
  for (size_t i = 0; i < count; ++i) narrow[i] = (int32_t)values[i];
  return (uint64_t)(uintptr_t)tern_dense_i32_array_attr_get(context, narrow, count);
}

bool tern_ttg_is_list(tern_ttg_field_t field) {
  tern_ttg_kind_t kind = tern_ttg_fields[field].kind;
  return kind == TERN_TTG_KIND_NUMBERS || kind == TERN_TTG_KIND_BASES;
}

static const tern_attr_t *make(tern_context_t *context, tern_ttg_attr_t id, uint64_t *params,
                               const tern_ttg_value_t *values, size_t count) {
  for (size_t i = 0; i < count; ++i) params[position_of(id, values[i].field)] = values[i].value;
  return tern_dialect_attr_get(context, &tern_ttg_attrs[id], params, tern_ttg_encodings[id].count);
}

uint64_t tern_ttg_default(tern_context_t *context, tern_ttg_attr_t id, tern_ttg_field_t field) {
  static const int64_t wmma_shape[] = {16, 16, 16};
  if (id == TERN_TTG_ATTR_AMD_WMMA && field == TERN_TTG_FIELD_INSTR_SHAPE) return tern_ttg_list(context, wmma_shape, 3);
  if (id == TERN_TTG_ATTR_AMD_MFMA && field == TERN_TTG_FIELD_ELEMENT_BIT_WIDTH) return 32;
  if (id == TERN_TTG_ATTR_NVMMA_SHARED && field == TERN_TTG_FIELD_RANK) return 2;
  return tern_ttg_is_list(field) ? tern_ttg_list(context, NULL, 0) : 0;
}

const tern_attr_t *tern_ttg_encoding_get(tern_context_t *context, tern_ttg_attr_t id, const tern_ttg_value_t *values,
                                         size_t count) {
  uint64_t params[TERN_TTG_MAX_FIELDS];
  for (size_t i = 0; i < tern_ttg_encodings[id].count; ++i)
    params[i] = tern_ttg_default(context, id, tern_ttg_encodings[id].fields[i]);
  return make(context, id, params, values, count);
}

const tern_attr_t *tern_ttg_encoding_with(const tern_attr_t *encoding, const tern_ttg_value_t *values, size_t count) {
  uint64_t params[TERN_TTG_MAX_FIELDS];
  memcpy(params, encoding->params, encoding->param_count * sizeof(uint64_t));
  return make(encoding->context, tern_ttg_attr_id(encoding), params, values, count);
}

const tern_attr_t *tern_ttg_shared_memory_get(tern_context_t *context) {
  return tern_dialect_attr_get(context, &tern_ttg_attrs[TERN_TTG_ATTR_SHARED_MEMORY], NULL, 0);
}

const tern_attr_t *tern_ttg_type_encoding(const tern_type_t *type) {
  const tern_attr_t *encoding = NULL;
  if (type->kind == TERN_TYPE_TENSOR) encoding = tern_tensor_type_encoding(type);
  if (tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC)) encoding = tern_memdesc_read(type).encoding;
  return tern_ttg_is_encoding(encoding) ? encoding : NULL;
}
