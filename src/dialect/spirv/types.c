// spirv: its types, and what one may ask of them.

#include "dialect/spirv/types.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "dialect/spirv/grammar.h"
#include "dialect/spirv/type_syntax.h"
#include "ir/context.h"

// Parameters of a struct, in front of its members.
enum { STRUCT_HEAD = 5, IDENTIFIED_PARAMS = 1 };

static uint64_t pointer_param(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }
static const tern_type_t *type_param(const tern_type_t *type, size_t index) {
  return (const tern_type_t *)(uintptr_t)type->params[index];
}
static const tern_type_t *make(tern_context_t *context, tern_spirv_type_t which, const uint64_t *params, size_t count) {
  return tern_dialect_type_get(context, &tern_spirv_types[which], params, count);
}

// --- constructors ---

const tern_type_t *tern_spirv_pointer_type_get(const tern_type_t *pointee, uint32_t storage_class) {
  uint64_t params[] = {pointer_param(pointee), storage_class};
  return make(pointee->context, TERN_SPIRV_TYPE_PTR, params, 2);
}

const tern_type_t *tern_spirv_array_type_get(const tern_type_t *element, uint32_t count, uint32_t stride) {
  uint64_t params[] = {pointer_param(element), count, stride};
  return make(element->context, TERN_SPIRV_TYPE_ARRAY, params, 3);
}

const tern_type_t *tern_spirv_runtime_array_type_get(const tern_type_t *element, uint32_t stride) {
  uint64_t params[] = {pointer_param(element), stride};
  return make(element->context, TERN_SPIRV_TYPE_RTARRAY, params, 2);
}

static int compare_decorations(const void *left, const void *right) {
  const tern_spirv_type_decoration_t *a = left, *b = right;
  if (a->member != b->member) return a->member < b->member ? -1 : 1;
  return (a->decoration > b->decoration) - (a->decoration < b->decoration);
}

// A sorted copy.
static tern_spirv_type_decoration_t *sort_decorations(const tern_spirv_type_decoration_t *decorations, size_t count,
                                                      bool of_members) {
  tern_spirv_type_decoration_t *copy = tern_realloc_array(NULL, count + 1, sizeof(*copy));
  for (size_t i = 0; i < count; ++i) {
    copy[i] = decorations[i];
    if (!of_members) copy[i].member = 0;
  }
  if (count > 1) qsort(copy, count, sizeof(*copy), compare_decorations);
  return copy;
}

const tern_type_t *tern_spirv_struct_type_get(tern_context_t *context, const tern_spirv_struct_body_t *body) {
  TERN_VEC(uint64_t) params = {0};
  tern_vec_push(&params, 0);
  tern_vec_push(&params, body->members.count);
  tern_vec_push(&params, body->offsets ? body->members.count : 0);
  tern_vec_push(&params, body->member_decoration_count);
  tern_vec_push(&params, body->decoration_count);
  for (size_t i = 0; i < body->members.count; ++i) tern_vec_push(&params, pointer_param(body->members.values[i]));
  for (size_t i = 0; body->offsets && i < body->members.count; ++i) tern_vec_push(&params, body->offsets[i]);
  tern_spirv_type_decoration_t *sorted =
      sort_decorations(body->member_decorations, body->member_decoration_count, true);
  for (size_t i = 0; i < body->member_decoration_count; ++i) {
    tern_vec_push(&params, sorted[i].member);
    tern_vec_push(&params, sorted[i].decoration);
    tern_vec_push(&params, pointer_param(sorted[i].value));
  }
  free(sorted);
  sorted = sort_decorations(body->decorations, body->decoration_count, false);
  for (size_t i = 0; i < body->decoration_count; ++i) {
    tern_vec_push(&params, sorted[i].decoration);
    tern_vec_push(&params, pointer_param(sorted[i].value));
  }
  free(sorted);
  const tern_type_t *type = make(context, TERN_SPIRV_TYPE_STRUCT, params.values, params.count);
  tern_vec_deinitialize(&params);
  return type;
}

const tern_type_t *tern_spirv_identified_struct_type_get(tern_context_t *context, tern_str_t identifier) {
  uint64_t param = pointer_param(tern_ident_get(context, identifier));
  return make(context, TERN_SPIRV_TYPE_STRUCT, &param, IDENTIFIED_PARAMS);
}

// The bodies of a context's identified structs: from the struct to the literal struct of the same body.
static const char struct_bodies;

static void destroy_map(void *map) {
  tern_map_deinitialize(map);
  free(map);
}

static bool is_identified(const tern_type_t *type) { return type->param_count == IDENTIFIED_PARAMS; }

// The literal struct of the same body; NULL: there is none yet.
static const tern_type_t *body_of(const tern_type_t *type) {
  if (!is_identified(type)) return type;
  tern_map_t *map = tern_context_extension(type->context, &struct_bodies);
  return map ? tern_map_get(map, type) : NULL;
}

bool tern_spirv_struct_type_set_body(const tern_type_t *type, const tern_spirv_struct_body_t *body) {
  const tern_type_t *literal = tern_spirv_struct_type_get(type->context, body);
  const tern_type_t *known = body_of(type);
  if (known) return known == literal;
  tern_map_t *map = tern_context_extension(type->context, &struct_bodies);
  if (!map) {
    map = tern_realloc_array(NULL, 1, sizeof(*map));
    *map = (tern_map_t){0};
    tern_context_set_extension(type->context, &struct_bodies, map, destroy_map);
  }
  tern_map_set(map, type, (void *)(uintptr_t)literal);
  return true;
}

const tern_type_t *tern_spirv_matrix_type_get(const tern_type_t *column, uint32_t column_count) {
  uint64_t params[] = {pointer_param(column), column_count};
  return make(column->context, TERN_SPIRV_TYPE_MATRIX, params, 2);
}

const tern_type_t *tern_spirv_image_type_get(const tern_type_t *element, uint32_t dim, uint32_t depth, uint32_t arrayed,
                                             uint32_t multisampled, uint32_t sampler_use, uint32_t format) {
  uint64_t params[] = {pointer_param(element), dim, depth, arrayed, multisampled, sampler_use, format};
  return make(element->context, TERN_SPIRV_TYPE_IMAGE, params, 7);
}

const tern_type_t *tern_spirv_sampled_image_type_get(const tern_type_t *image) {
  uint64_t param = pointer_param(image);
  return make(image->context, TERN_SPIRV_TYPE_SAMPLED_IMAGE, &param, 1);
}

const tern_type_t *tern_spirv_coop_matrix_type_get(const tern_type_t *element, uint32_t rows, uint32_t columns,
                                                   uint32_t scope, uint32_t use) {
  uint64_t params[] = {pointer_param(element), rows, columns, scope, use};
  return make(element->context, TERN_SPIRV_TYPE_COOPMATRIX, params, 5);
}

const tern_type_t *tern_spirv_arm_tensor_type_get(const tern_type_t *element, const int64_t *dims, size_t rank) {
  TERN_VEC(uint64_t) params = {0};
  tern_vec_push(&params, pointer_param(element));
  tern_vec_push(&params, rank);
  for (size_t i = 0; i < rank; ++i) tern_vec_push(&params, (uint64_t)dims[i]);
  const tern_type_t *type = make(element->context, TERN_SPIRV_TYPE_ARM_TENSOR, params.values, params.count);
  tern_vec_deinitialize(&params);
  return type;
}

// --- accessors ---

const tern_type_t *tern_spirv_pointer_pointee(const tern_type_t *type) { return type_param(type, 0); }
uint32_t tern_spirv_pointer_storage_class(const tern_type_t *type) { return (uint32_t)type->params[1]; }
const tern_type_t *tern_spirv_element_type(const tern_type_t *type) { return type_param(type, 0); }
uint32_t tern_spirv_array_count(const tern_type_t *type) { return (uint32_t)type->params[1]; }
uint32_t tern_spirv_array_stride(const tern_type_t *type) {
  return (uint32_t)type->params[tern_type_is_spirv_array(type) ? 2 : 1];
}

const tern_ident_t *tern_spirv_struct_identifier(const tern_type_t *type) {
  return is_identified(type) ? (const tern_ident_t *)(uintptr_t)type->params[0] : NULL;
}
bool tern_spirv_struct_has_body(const tern_type_t *type) { return body_of(type) != NULL; }

// A count of the head of a struct's body.
static size_t head_count(const tern_type_t *type, size_t index) {
  const tern_type_t *body = body_of(type);
  return body ? (size_t)body->params[index] : 0;
}
size_t tern_spirv_struct_member_count(const tern_type_t *type) { return head_count(type, 1); }
bool tern_spirv_struct_has_offsets(const tern_type_t *type) { return head_count(type, 2) > 0; }
size_t tern_spirv_struct_member_decoration_count(const tern_type_t *type) { return head_count(type, 3); }
size_t tern_spirv_struct_decoration_count(const tern_type_t *type) { return head_count(type, 4); }

const tern_type_t *tern_spirv_struct_member(const tern_type_t *type, size_t index) {
  return type_param(body_of(type), STRUCT_HEAD + index);
}

uint32_t tern_spirv_struct_offset(const tern_type_t *type, size_t index) {
  return (uint32_t)body_of(type)->params[STRUCT_HEAD + head_count(type, 1) + index];
}

tern_spirv_type_decoration_t tern_spirv_struct_member_decoration(const tern_type_t *type, size_t index) {
  const uint64_t *params = &body_of(type)->params[STRUCT_HEAD + head_count(type, 1) + head_count(type, 2) + 3 * index];
  return (tern_spirv_type_decoration_t){(uint32_t)params[0], (uint32_t)params[1],
                                        (const tern_attr_t *)(uintptr_t)params[2]};
}

tern_spirv_type_decoration_t tern_spirv_struct_decoration(const tern_type_t *type, size_t index) {
  size_t start = STRUCT_HEAD + head_count(type, 1) + head_count(type, 2) + 3 * head_count(type, 3);
  const uint64_t *params = &body_of(type)->params[start + 2 * index];
  return (tern_spirv_type_decoration_t){0, (uint32_t)params[0], (const tern_attr_t *)(uintptr_t)params[1]};
}

uint32_t tern_spirv_matrix_column_count(const tern_type_t *type) { return (uint32_t)type->params[1]; }
uint32_t tern_spirv_image_property(const tern_type_t *type, size_t index) { return (uint32_t)type->params[1 + index]; }
const tern_type_t *tern_spirv_sampled_image_image(const tern_type_t *type) { return type_param(type, 0); }
uint32_t tern_spirv_coop_matrix_rows(const tern_type_t *type) { return (uint32_t)type->params[1]; }
uint32_t tern_spirv_coop_matrix_columns(const tern_type_t *type) { return (uint32_t)type->params[2]; }
uint32_t tern_spirv_coop_matrix_scope(const tern_type_t *type) { return (uint32_t)type->params[3]; }
uint32_t tern_spirv_coop_matrix_use(const tern_type_t *type) { return (uint32_t)type->params[4]; }
tern_str_t tern_spirv_type_mnemonic(const tern_type_t *type) {
  return tern_str_from_cstr(type->row->name + strlen("spirv."));
}

// --- questions ---

static bool is_dialect_type(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT && type->row >= tern_spirv_types &&
         type->row < tern_spirv_types + TERN_SPIRV_TYPE_COUNT;
}

bool tern_spirv_type_is_scalar(const tern_type_t *type) {
  if (tern_type_is_integer(type)) {
    uint32_t width = tern_integer_type_width(type);
    return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
  }
  return type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16 || type->kind == TERN_TYPE_F32 ||
         type->kind == TERN_TYPE_F64;
}

static bool is_vector(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_VECTOR || tern_type_rank(type) != 1 || tern_vector_type_scalable_mask(type)) return false;
  int64_t count = tern_type_dim(type, 0);
  return (count == 2 || count == 3 || count == 4 || count == 8 || count == 16) &&
         tern_spirv_type_is_scalar(tern_type_element(type));
}

bool tern_spirv_type_is_composite(const tern_type_t *type) {
  if (is_vector(type)) return true;
  static const tern_spirv_type_t composites[] = {TERN_SPIRV_TYPE_ARRAY,  TERN_SPIRV_TYPE_RTARRAY,
                                                 TERN_SPIRV_TYPE_STRUCT, TERN_SPIRV_TYPE_COOPMATRIX,
                                                 TERN_SPIRV_TYPE_MATRIX, TERN_SPIRV_TYPE_ARM_TENSOR};
  for (size_t i = 0; i < sizeof(composites) / sizeof(composites[0]); ++i) {
    if (tern_type_is_spirv(type, composites[i])) return true;
  }
  return false;
}

bool tern_spirv_type_is_valid(const tern_type_t *type) {
  return tern_spirv_type_is_scalar(type) || is_vector(type) || is_dialect_type(type);
}

size_t tern_spirv_composite_count(const tern_type_t *type) {
  if (is_vector(type)) return (size_t)tern_type_dim(type, 0);
  if (tern_type_is_spirv_array(type) || tern_type_is_spirv(type, TERN_SPIRV_TYPE_MATRIX)) return type->params[1];
  return tern_type_is_spirv_struct(type) ? tern_spirv_struct_member_count(type) : 0;
}

const tern_type_t *tern_spirv_composite_part(const tern_type_t *type, size_t index) {
  if (!tern_spirv_type_is_composite(type)) return NULL;
  bool is_struct = tern_type_is_spirv_struct(type);
  bool has_count = is_struct || is_vector(type) || tern_type_is_spirv_array(type) ||
                   tern_type_is_spirv(type, TERN_SPIRV_TYPE_MATRIX);
  if (has_count && index >= tern_spirv_composite_count(type)) return NULL;
  return is_struct ? tern_spirv_struct_member(type, index) : type_param(type, 0);
}

static bool struct_size(const tern_type_t *type, uint64_t *out_size) {
  size_t count = tern_spirv_struct_member_count(type);
  *out_size = 0;
  if (count == 0 || !tern_spirv_struct_has_offsets(type)) return count == 0;
  for (size_t i = 0; i < count; ++i) {
    uint64_t size;
    if (!tern_spirv_type_size(tern_spirv_struct_member(type, i), &size)) return false;
    uint64_t end = tern_spirv_struct_offset(type, i) + size;
    if (end > *out_size) *out_size = end;
  }
  return true;
}

bool tern_spirv_type_size(const tern_type_t *type, uint64_t *out_size) {
  if (tern_spirv_type_is_scalar(type)) {
    uint32_t width = tern_type_bit_width(type);
    *out_size = width / 8;
    return width >= 8;
  }
  uint64_t element = 0;
  if (is_vector(type)) {
    if (!tern_spirv_type_size(tern_type_element(type), &element)) return false;
    *out_size = element * (uint64_t)tern_type_dim(type, 0);
    return true;
  }
  if (tern_type_is_spirv_array(type)) {
    if (!tern_spirv_type_size(type_param(type, 0), &element)) return false;
    uint64_t stride = tern_spirv_array_stride(type);
    *out_size = (stride ? stride : element) * (uint64_t)tern_spirv_array_count(type);
    return true;
  }
  return tern_type_is_spirv_struct(type) && struct_size(type, out_size);
}

// --- the table ---

static const tern_type_t *first_param(const tern_type_t *type) { return type_param(type, 0); }

const tern_type_row_t tern_spirv_types[] = {
    [TERN_SPIRV_TYPE_PTR] = {"spirv.ptr", "any SPIR-V pointer type", tern_spirv_parse_pointer, tern_spirv_print_type,
                             NULL, first_param},
    [TERN_SPIRV_TYPE_ARRAY] = {"spirv.array", "any SPIR-V array type", tern_spirv_parse_array, tern_spirv_print_type,
                               NULL, first_param},
    [TERN_SPIRV_TYPE_RTARRAY] = {"spirv.rtarray", "any SPIR-V runtime array type", tern_spirv_parse_runtime_array,
                                 tern_spirv_print_type, NULL, first_param},
    [TERN_SPIRV_TYPE_STRUCT] = {"spirv.struct", "any SPIR-V struct type", tern_spirv_parse_struct,
                                tern_spirv_print_type, NULL, NULL},
    [TERN_SPIRV_TYPE_MATRIX] = {"spirv.matrix", "any SPIR-V matrix type", tern_spirv_parse_matrix,
                                tern_spirv_print_type, NULL, first_param},
    [TERN_SPIRV_TYPE_IMAGE] = {"spirv.image", "any SPIR-V image type", tern_spirv_parse_image, tern_spirv_print_type,
                               NULL, first_param},
    [TERN_SPIRV_TYPE_SAMPLED_IMAGE] = {"spirv.sampled_image", "any SPIR-V sampled image type",
                                       tern_spirv_parse_sampled_image, tern_spirv_print_type, NULL, first_param},
    [TERN_SPIRV_TYPE_COOPMATRIX] = {"spirv.coopmatrix", "any SPIR-V cooperative matrix type",
                                    tern_spirv_parse_coop_matrix, tern_spirv_print_type, NULL, first_param},
    [TERN_SPIRV_TYPE_ARM_TENSOR] = {"spirv.arm.tensor", "any SPIR-V tensorArm type", tern_spirv_parse_arm_tensor,
                                    tern_spirv_print_type, NULL, first_param},
};
