// The types of spirv. Scalars, vectors (1-D) and functions are builtin types.
//
// Parameters (nowhere else relied on):
//   ptr            [pointee, storage class]
//   array          [element, count, stride]                stride 0: none given
//   rtarray        [element, stride]
//   struct         [0, member count, offset count, member decoration count, decoration count, member types...,
//                   offsets..., (member, decoration, value attr)..., (decoration, value attr)...]
//   struct         [identifier]                            its body is kept in the context
//   matrix         [column type, column count]
//   image          [element, dim, depth, arrayed, sampling, sampler use, format]
//   sampled_image  [image]
//   coopmatrix     [element, rows, columns, scope, use]
//   arm.tensor     [element, rank, dims...]                rank 0: unranked

#ifndef TERN_DIALECT_SPIRV_TYPES_H_
#define TERN_DIALECT_SPIRV_TYPES_H_

#include "dialect/spirv/grammar_ids.h"
#include "ir/attr.h"
#include "ir/type.h"

typedef enum tern_spirv_type {
  TERN_SPIRV_TYPE_PTR,
  TERN_SPIRV_TYPE_ARRAY,
  TERN_SPIRV_TYPE_RTARRAY,
  TERN_SPIRV_TYPE_STRUCT,
  TERN_SPIRV_TYPE_MATRIX,
  TERN_SPIRV_TYPE_IMAGE,
  TERN_SPIRV_TYPE_SAMPLED_IMAGE,
  TERN_SPIRV_TYPE_COOPMATRIX,
  TERN_SPIRV_TYPE_ARM_TENSOR,
  TERN_SPIRV_TYPE_COUNT
} tern_spirv_type_t;
extern const tern_type_row_t tern_spirv_types[];

static inline bool tern_type_is_spirv(const tern_type_t *type, tern_spirv_type_t which) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_spirv_types[which];
}
static inline bool tern_type_is_spirv_pointer(const tern_type_t *type) {
  return tern_type_is_spirv(type, TERN_SPIRV_TYPE_PTR);
}
static inline bool tern_type_is_spirv_array(const tern_type_t *type) {
  return tern_type_is_spirv(type, TERN_SPIRV_TYPE_ARRAY);
}
static inline bool tern_type_is_spirv_runtime_array(const tern_type_t *type) {
  return tern_type_is_spirv(type, TERN_SPIRV_TYPE_RTARRAY);
}
static inline bool tern_type_is_spirv_struct(const tern_type_t *type) {
  return tern_type_is_spirv(type, TERN_SPIRV_TYPE_STRUCT);
}
static inline bool tern_type_is_spirv_coop_matrix(const tern_type_t *type) {
  return tern_type_is_spirv(type, TERN_SPIRV_TYPE_COOPMATRIX);
}

// A decoration of a struct's member, or of the struct (then `member` is not read).
typedef struct tern_spirv_type_decoration {
  uint32_t member;
  uint32_t decoration;       // TERN_SPIRV_DECORATION_*
  const tern_attr_t *value;  // an i32 attribute or what else the decoration takes; a unit attribute if it takes nothing
} tern_spirv_type_decoration_t;

// What a struct consists of. `offsets` is NULL if its members have none. Decorations of members are sorted by member and
// decoration, those of the struct by decoration, when they are made into a type.
typedef struct tern_spirv_struct_body {
  tern_types_t members;
  const uint32_t *offsets;  // bytes; one a member
  const tern_spirv_type_decoration_t *member_decorations;
  size_t member_decoration_count;
  const tern_spirv_type_decoration_t *decorations;
  size_t decoration_count;
} tern_spirv_struct_body_t;

// Storage classes, scopes, uses and so on are TERN_SPIRV_STORAGECLASS_* and so on (see grammar.h).
const tern_type_t *tern_spirv_pointer_type_get(const tern_type_t *pointee, uint32_t storage_class);
// `stride` is in bytes; 0: none.
const tern_type_t *tern_spirv_array_type_get(const tern_type_t *element, uint32_t count, uint32_t stride);
const tern_type_t *tern_spirv_runtime_array_type_get(const tern_type_t *element, uint32_t stride);
const tern_type_t *tern_spirv_struct_type_get(tern_context_t *context, const tern_spirv_struct_body_t *body);
// The struct of this name, with or without a body yet: it may stand in its own body, behind pointers.
const tern_type_t *tern_spirv_identified_struct_type_get(tern_context_t *context, tern_str_t identifier);
// Gives an identified struct its body. False if it has another one already.
bool tern_spirv_struct_type_set_body(const tern_type_t *type, const tern_spirv_struct_body_t *body);
const tern_type_t *tern_spirv_matrix_type_get(const tern_type_t *column, uint32_t column_count);
// The other properties are the numbers of binaries: depth and sampler use 0 to 2, arrayed and multisampled 0 or 1.
const tern_type_t *tern_spirv_image_type_get(const tern_type_t *element, uint32_t dim, uint32_t depth, uint32_t arrayed,
                                             uint32_t multisampled, uint32_t sampler_use, uint32_t format);
const tern_type_t *tern_spirv_sampled_image_type_get(const tern_type_t *image);
const tern_type_t *tern_spirv_coop_matrix_type_get(const tern_type_t *element, uint32_t rows, uint32_t columns,
                                                   uint32_t scope, uint32_t use);
const tern_type_t *tern_spirv_arm_tensor_type_get(const tern_type_t *element, const int64_t *dims, size_t rank);

// `type` is of the kind that the function names.
const tern_type_t *tern_spirv_pointer_pointee(const tern_type_t *type);
uint32_t tern_spirv_pointer_storage_class(const tern_type_t *type);
// Element type of an array, runtime array, vector, matrix (its column), cooperative matrix, tensor or image.
const tern_type_t *tern_spirv_element_type(const tern_type_t *type);
uint32_t tern_spirv_array_count(const tern_type_t *type);
// Of an array or runtime array; 0: none.
uint32_t tern_spirv_array_stride(const tern_type_t *type);
// NULL: the struct is literal.
const tern_ident_t *tern_spirv_struct_identifier(const tern_type_t *type);
bool tern_spirv_struct_has_body(const tern_type_t *type);  // always, but for an identified one that has not got it yet
size_t tern_spirv_struct_member_count(const tern_type_t *type);
const tern_type_t *tern_spirv_struct_member(const tern_type_t *type, size_t index);
bool tern_spirv_struct_has_offsets(const tern_type_t *type);
uint32_t tern_spirv_struct_offset(const tern_type_t *type, size_t index);
size_t tern_spirv_struct_member_decoration_count(const tern_type_t *type);
tern_spirv_type_decoration_t tern_spirv_struct_member_decoration(const tern_type_t *type, size_t index);
size_t tern_spirv_struct_decoration_count(const tern_type_t *type);
tern_spirv_type_decoration_t tern_spirv_struct_decoration(const tern_type_t *type, size_t index);
uint32_t tern_spirv_matrix_column_count(const tern_type_t *type);
// Properties of an image, in the order of the getter's arguments: 0 is dim.
uint32_t tern_spirv_image_property(const tern_type_t *type, size_t index);
const tern_type_t *tern_spirv_sampled_image_image(const tern_type_t *type);
uint32_t tern_spirv_coop_matrix_rows(const tern_type_t *type);
uint32_t tern_spirv_coop_matrix_columns(const tern_type_t *type);
uint32_t tern_spirv_coop_matrix_scope(const tern_type_t *type);
uint32_t tern_spirv_coop_matrix_use(const tern_type_t *type);
tern_str_t tern_spirv_type_mnemonic(const tern_type_t *type);  // "ptr"

// Parts of a composite: vector, array, struct, matrix (columns). 0 if that is known at run time only, or if the type is
// no composite.
size_t tern_spirv_composite_count(const tern_type_t *type);
// NULL: the type has no such part.
const tern_type_t *tern_spirv_composite_part(const tern_type_t *type, size_t index);
bool tern_spirv_type_is_scalar(const tern_type_t *type);  // i1, i8 to i64, f16, bf16, f32, f64
bool tern_spirv_type_is_composite(const tern_type_t *type);
bool tern_spirv_type_is_valid(const tern_type_t *type);  // a type that values of spirv may have
// Bytes that a type takes in memory: scalars, vectors, arrays with their stride, structs with offsets. False if that is
// not known.
bool tern_spirv_type_size(const tern_type_t *type, uint64_t *out_size);

#endif  // TERN_DIALECT_SPIRV_TYPES_H_
