// Types: immutable, uniqued in a context, compared by pointer.
//
// A type is a kind (or a dialect's type row) and a flat list of 64-bit parameters: integers, or pointers to other
// uniqued things. Two requests with the same parameters give the same pointer. The layout of the parameters is named
// here and nowhere else:
//
//   integer      [width, signedness]
//   complex      [element]
//   vector       [element, scalable bits (bit i: dim i), 0, rank, dims...]
//   tensor       [element, encoding attr or 0, 0, rank, dims...]
//   memref       [element, layout attr or 0, memory space attr or 0, rank, dims...]
//   unranked tensor [element]; unranked memref [element, memory space attr or 0]
//   function     [input count, inputs..., results...]
//   tuple        [elements...]
//   opaque       [dialect ident, text ident]
//   dialect type as its row says

#ifndef TERN_IR_TYPE_H_
#define TERN_IR_TYPE_H_

#include "ir/types_fwd.h"

typedef enum tern_type_kind {
  TERN_TYPE_NONE,
  TERN_TYPE_INDEX,
  TERN_TYPE_INTEGER,
  // ORDER FLOAT: the same order as tern_float_kind_t (base/float.h).
  TERN_TYPE_F4E2M1FN,
  TERN_TYPE_F6E2M3FN,
  TERN_TYPE_F6E3M2FN,
  TERN_TYPE_F8E5M2,
  TERN_TYPE_F8E4M3,
  TERN_TYPE_F8E4M3FN,
  TERN_TYPE_F8E5M2FNUZ,
  TERN_TYPE_F8E4M3FNUZ,
  TERN_TYPE_F8E4M3B11FNUZ,
  TERN_TYPE_F8E3M4,
  TERN_TYPE_F8E8M0FNU,
  TERN_TYPE_BF16,
  TERN_TYPE_F16,
  TERN_TYPE_TF32,
  TERN_TYPE_F32,
  TERN_TYPE_F64,
  TERN_TYPE_F80,
  TERN_TYPE_F128,
  TERN_TYPE_COMPLEX,
  TERN_TYPE_VECTOR,
  TERN_TYPE_TENSOR,
  TERN_TYPE_MEMREF,
  TERN_TYPE_UNRANKED_TENSOR,
  TERN_TYPE_UNRANKED_MEMREF,
  TERN_TYPE_FUNCTION,
  TERN_TYPE_TUPLE,
  TERN_TYPE_OPAQUE,   // a type of a dialect that is not registered
  TERN_TYPE_DIALECT,  // a type of a registered dialect: see `row`
} tern_type_kind_t;

typedef enum tern_signedness { TERN_SIGNLESS, TERN_SIGNED, TERN_UNSIGNED } tern_signedness_t;

// A dialect's type, as a row of its table.
typedef struct tern_type_row {
  const char *name;  // with the dialect's name: "llvm.ptr"
  const char *summary;
  // Parses what follows `!llvm.ptr` and makes the type; NULL: the type has neither parameters nor text.
  // Emits an error and returns NULL if the text is wrong.
  const tern_type_t *(*parse)(tern_parser_t *parser, const struct tern_type_row *row);
  // Prints what follows `!llvm.ptr`. NULL goes with a NULL `parse`.
  void (*print)(tern_printer_t *printer, const tern_type_t *type);
  const char *alias;  // stem of the alias it is printed by (`!name = ...` at the top of the file); NULL: in place
  // The type of what a container or pointer holds, which `element(...)` in op rows means; NULL: it holds nothing.
  const tern_type_t *(*element)(const struct tern_type *type);
} tern_type_row_t;

struct tern_type {
  tern_type_kind_t kind;
  uint32_t param_count;
  const tern_type_row_t *row;  // for TERN_TYPE_DIALECT, else NULL
  tern_context_t *context;
  uint64_t params[];
};

// Makes (or finds) the type of `kind` (and `row`) with these parameters. The specific functions below are easier.
const tern_type_t *tern_type_get(tern_context_t *context, tern_type_kind_t kind, const tern_type_row_t *row,
                                 const uint64_t *params, size_t param_count);
const tern_type_t *tern_dialect_type_get(tern_context_t *context, const tern_type_row_t *row, const uint64_t *params,
                                         size_t param_count);

const tern_type_t *tern_none_type_get(tern_context_t *context);
const tern_type_t *tern_index_type_get(tern_context_t *context);
const tern_type_t *tern_integer_type_get(tern_context_t *context, uint32_t width, tern_signedness_t signedness);
// Signless integer of `width` bits.
const tern_type_t *tern_i_type_get(tern_context_t *context, uint32_t width);
// `kind` is one of the float kinds.
const tern_type_t *tern_float_type_get(tern_context_t *context, tern_type_kind_t kind);
const tern_type_t *tern_complex_type_get(const tern_type_t *element);
// `scalable_mask`: bit i says that dimension i is scalable.
const tern_type_t *tern_vector_type_get(const tern_type_t *element, const int64_t *dims, size_t rank,
                                        uint64_t scalable_mask);
const tern_type_t *tern_tensor_type_get(const tern_type_t *element, const int64_t *dims, size_t rank,
                                        const tern_attr_t *encoding);
// An identity `layout` is normalised to NULL.
const tern_type_t *tern_memref_type_get(const tern_type_t *element, const int64_t *dims, size_t rank,
                                        const tern_attr_t *layout, const tern_attr_t *memory_space);
const tern_type_t *tern_unranked_tensor_type_get(const tern_type_t *element);
const tern_type_t *tern_unranked_memref_type_get(const tern_type_t *element, const tern_attr_t *memory_space);
const tern_type_t *tern_function_type_get(tern_context_t *context, tern_types_t inputs, tern_types_t results);
const tern_type_t *tern_tuple_type_get(tern_context_t *context, tern_types_t elements);
const tern_type_t *tern_opaque_type_get(tern_context_t *context, tern_str_t dialect, tern_str_t text);

static inline bool tern_type_is_float(const tern_type_t *type) {
  return type->kind >= TERN_TYPE_F4E2M1FN && type->kind <= TERN_TYPE_F128;
}
static inline bool tern_type_is_integer(const tern_type_t *type) { return type->kind == TERN_TYPE_INTEGER; }
static inline uint32_t tern_integer_type_width(const tern_type_t *type) { return (uint32_t)type->params[0]; }
static inline tern_signedness_t tern_integer_type_signedness(const tern_type_t *type) {
  return (tern_signedness_t)type->params[1];
}
// A signless integer of this width.
static inline bool tern_type_is_i(const tern_type_t *type, uint32_t width) {
  return tern_type_is_integer(type) && type->params[0] == width && type->params[1] == TERN_SIGNLESS;
}
static inline bool tern_type_is_signless(const tern_type_t *type) {
  return tern_type_is_integer(type) && type->params[1] == TERN_SIGNLESS;
}
static inline bool tern_type_is_index(const tern_type_t *type) { return type->kind == TERN_TYPE_INDEX; }
// Any integer or index.
static inline bool tern_type_is_int_or_index(const tern_type_t *type) {
  return tern_type_is_integer(type) || tern_type_is_index(type);
}
// Bits of an integer or float; 64 for index (its width in this compiler's constant evaluation). 0 for others.
uint32_t tern_type_bit_width(const tern_type_t *type);

// Vector, tensor or memref, ranked or not.
bool tern_type_is_shaped(const tern_type_t *type);
// Vector, ranked tensor or ranked memref.
static inline bool tern_type_is_ranked(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR || type->kind == TERN_TYPE_TENSOR || type->kind == TERN_TYPE_MEMREF;
}
// The element type of a shaped or complex type; any other type is returned as it is.
const tern_type_t *tern_type_element(const tern_type_t *type);
// For ranked types.
static inline size_t tern_type_rank(const tern_type_t *type) { return (size_t)type->params[3]; }
static inline const int64_t *tern_type_dims(const tern_type_t *type) { return (const int64_t *)&type->params[4]; }
static inline int64_t tern_type_dim(const tern_type_t *type, size_t index) { return tern_type_dims(type)[index]; }
bool tern_type_has_static_shape(const tern_type_t *type);
size_t tern_type_dynamic_dim_count(const tern_type_t *type);
// Product of the dimensions, or TERN_DYNAMIC. Saturates at INT64_MAX.
int64_t tern_type_element_count(const tern_type_t *type);
// The same shaped type with another element type, or another shape (same kind, encoding, layout and memory space; a
// memref whose rank changes loses its layout). A scalar `type` is replaced by `element`.
const tern_type_t *tern_type_with_element(const tern_type_t *type, const tern_type_t *element);
const tern_type_t *tern_type_with_shape(const tern_type_t *type, const int64_t *dims, size_t rank);
static inline uint64_t tern_vector_type_scalable_mask(const tern_type_t *type) { return type->params[1]; }
static inline const tern_attr_t *tern_tensor_type_encoding(const tern_type_t *type) {
  return (const tern_attr_t *)(uintptr_t)type->params[1];
}
static inline const tern_attr_t *tern_memref_type_layout(const tern_type_t *type) {
  return (const tern_attr_t *)(uintptr_t)type->params[1];
}
// NULL is the default space. For ranked and unranked memrefs.
const tern_attr_t *tern_memref_type_memory_space(const tern_type_t *type);
// Strides (elements, `rank` of them) and offset of a ranked memref, TERN_DYNAMIC where unknown. False if the layout is
// not strided.
bool tern_memref_type_strides(const tern_type_t *type, int64_t *out_strides, int64_t *out_offset);

static inline size_t tern_function_type_input_count(const tern_type_t *type) { return (size_t)type->params[0]; }
static inline size_t tern_function_type_result_count(const tern_type_t *type) {
  return type->param_count - 1 - (size_t)type->params[0];
}
static inline tern_types_t tern_function_type_inputs(const tern_type_t *type) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)&type->params[1], (size_t)type->params[0]};
}
static inline tern_types_t tern_function_type_results(const tern_type_t *type) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)&type->params[1 + type->params[0]],
                        tern_function_type_result_count(type)};
}
static inline tern_types_t tern_tuple_type_elements(const tern_type_t *type) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)type->params, type->param_count};
}

// --- what llvm takes of other dialects, known by name ---
// Memory spaces that LLVM has numbers for: #llvm.address_space, #nvvm.memory_space.
bool tern_attr_is_llvm_space(const tern_attr_t *attr);
// !ptr.ptr of such a memory space.
bool tern_type_is_llvm_address(const tern_type_t *type);
// !llvm.target types that LLVM refuses to load, store and allocate: all but a few.
bool tern_type_is_llvm_target_without_memory(const tern_type_t *type);

#endif  // TERN_IR_TYPE_H_
