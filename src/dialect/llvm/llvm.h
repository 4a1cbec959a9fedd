// llvm: LLVM IR as a dialect.

#ifndef TERN_DIALECT_LLVM_LLVM_H_
#define TERN_DIALECT_LLVM_LLVM_H_

#include "ir/op_def.h"
#include "rewrite/builder.h"

enum {
#define OP(ID, ...) TERN_LLVM_##ID,
#include "dialect/llvm/llvm_ops.def"
#undef OP
  TERN_LLVM_OP_COUNT
};
extern const tern_op_row_t tern_llvm_ops[];
extern const tern_dialect_t tern_llvm_dialect;
#define TERN_LLVM(ID) (&tern_llvm_ops[TERN_LLVM_##ID])

// --- types ---
// Parameters: ptr [address space]; struct [is packed, is identified, name ident or 0, is opaque, elements...]; array
// [element, count]; func [result, is vararg, inputs...]; void, label, token, metadata, ppc_fp128, x86_amx []; target
// [name ident, type count, types..., integers...].
extern const tern_type_row_t tern_llvm_types[];
enum tern_llvm_type {
  TERN_LLVM_PTR,
  TERN_LLVM_STRUCT,
  TERN_LLVM_ARRAY,
  TERN_LLVM_FUNC_TYPE,
  TERN_LLVM_VOID,
  TERN_LLVM_LABEL,
  TERN_LLVM_TOKEN,
  TERN_LLVM_METADATA,
  TERN_LLVM_PPC_FP128,
  TERN_LLVM_X86_AMX,
  TERN_LLVM_TARGET,
  TERN_LLVM_TYPE_COUNT
};
static inline bool tern_type_is_llvm(const tern_type_t *type, enum tern_llvm_type which) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_llvm_types[which];
}
const tern_type_t *tern_llvm_ptr_type(tern_context_t *context, unsigned address_space);
const tern_type_t *tern_llvm_struct_type(tern_context_t *context, tern_types_t elements, bool is_packed);
// `count` times the same element.
const tern_type_t *tern_llvm_struct_of(const tern_type_t *element, size_t count);
const tern_type_t *tern_llvm_array_type(const tern_type_t *element, uint64_t count);
const tern_type_t *tern_llvm_func_type(const tern_type_t *result, tern_types_t inputs, bool is_vararg);
const tern_type_t *tern_llvm_void_type(tern_context_t *context);
// Parameters of an llvm.func type.
static inline tern_types_t tern_llvm_func_inputs(const tern_type_t *type) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)&type->params[2], type->param_count - 2};
}
static inline tern_types_t tern_llvm_struct_elements(const tern_type_t *type) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)&type->params[4], type->param_count - 4};
}
// May a value of this type exist in the dialect (upstream: isCompatibleType)?
bool tern_llvm_is_compatible(const tern_type_t *type);

// --- attributes and enums ---
typedef enum tern_llvm_enum {
  TERN_LLVM_ENUM_LINKAGE,
  TERN_LLVM_ENUM_CCONV,
  TERN_LLVM_ENUM_TAIL_CALL_KIND,
  TERN_LLVM_ENUM_FASTMATH,
  TERN_LLVM_ENUM_OVERFLOW,
  TERN_LLVM_ENUM_GEP_NO_WRAP,
  TERN_LLVM_ENUM_VISIBILITY,
  TERN_LLVM_ENUM_UNNAMED_ADDR,
  TERN_LLVM_ENUM_ICMP_PREDICATE,
  TERN_LLVM_ENUM_FCMP_PREDICATE,
  TERN_LLVM_ENUM_ATOMIC_ORDERING,
  TERN_LLVM_ENUM_ATOMIC_BIN_OP,
  TERN_LLVM_ENUM_COMDAT_KIND,
  TERN_LLVM_ENUM_ASM_DIALECT,
  TERN_LLVM_ENUM_FRAME_POINTER_KIND,
  TERN_LLVM_ENUM_UWTABLE_KIND,
  TERN_LLVM_ENUM_ROUNDING_MODE,
  TERN_LLVM_ENUM_FP_EXCEPTION_BEHAVIOR,
  TERN_LLVM_ENUM_COUNT
} tern_llvm_enum_t;
extern const tern_enum_row_t tern_llvm_enums[];
#define TERN_LLVM_ENUM(ID) (&tern_llvm_enums[TERN_LLVM_ENUM_##ID])

// Values of #llvm.linkage.
typedef enum tern_llvm_linkage {
  TERN_LLVM_LINKAGE_EXTERNAL,
  TERN_LLVM_LINKAGE_AVAILABLE_EXTERNALLY,
  TERN_LLVM_LINKAGE_LINKONCE,
  TERN_LLVM_LINKAGE_LINKONCE_ODR,
  TERN_LLVM_LINKAGE_WEAK,
  TERN_LLVM_LINKAGE_WEAK_ODR,
  TERN_LLVM_LINKAGE_APPENDING,
  TERN_LLVM_LINKAGE_INTERNAL,
  TERN_LLVM_LINKAGE_PRIVATE,
  TERN_LLVM_LINKAGE_EXTERN_WEAK,
  TERN_LLVM_LINKAGE_COMMON,
} tern_llvm_linkage_t;

// Values of the `ordering` attributes.
typedef enum tern_llvm_ordering {
  TERN_LLVM_ORDERING_NOT_ATOMIC,
  TERN_LLVM_ORDERING_UNORDERED,
  TERN_LLVM_ORDERING_MONOTONIC,
  TERN_LLVM_ORDERING_ACQUIRE = 4,
  TERN_LLVM_ORDERING_RELEASE,
  TERN_LLVM_ORDERING_ACQ_REL,
  TERN_LLVM_ORDERING_SEQ_CST,
} tern_llvm_ordering_t;

// Attributes with named parameters: each parameter is an attribute or 0, in the order of the row's table.
enum {
#define ATTR(...) +1
#define PLAIN(...) +1
  TERN_LLVM_ATTR_COUNT = 0
#include "dialect/llvm/llvm_attrs.def"
#undef ATTR
#undef PLAIN
};
extern const tern_attr_row_t tern_llvm_attrs[];
static inline bool tern_attr_is_llvm(const tern_attr_t *attr, const char *name) {
  return attr && attr->kind == TERN_ATTR_DIALECT && strcmp(((const tern_attr_row_t *)attr->row)->name, name) == 0;
}
// Parameter `name` of such an attribute, or NULL if it is absent or there is none of that name.
const tern_attr_t *tern_llvm_attr_param(const tern_attr_t *attr, const char *name);
// Attribute `name` with these parameters (words, like those of enumerations, are strings); the others are absent.
const tern_attr_t *tern_llvm_attr_make(tern_context_t *context, const char *name, const tern_named_attr_t *given,
                                       size_t count);
// What a fused location somewhere in `loc` says by an attribute of this name, or NULL.
const tern_attr_t *tern_llvm_find_in_loc(const tern_attr_t *loc, const char *name);
const tern_attr_t *tern_llvm_di_file_attr(tern_context_t *context, tern_str_t name, tern_str_t directory);

// Bytes that a value of a type takes in memory and their alignment, as LLVM lays types out where nothing else is said.
uint64_t tern_llvm_type_size(const tern_type_t *type);
uint64_t tern_llvm_type_alignment(const tern_type_t *type);

// The constant index in rawConstantIndices that stands for a dynamic one.
#define TERN_LLVM_GEP_DYNAMIC INT32_MIN

// --- building ---
// llvm.mlir.constant of an integer of `type` (or a splat of a vector type).
tern_value_t *tern_llvm_build_int(tern_builder_t *builder, const tern_type_t *type, int64_t value);
tern_value_t *tern_llvm_build_constant(tern_builder_t *builder, const tern_type_t *type, const tern_attr_t *value);
// llvm.getelementptr; an index is `dynamic[i]`, or the constant `constants[i]` where `dynamic[i]` is NULL.
tern_value_t *tern_llvm_build_gep(tern_builder_t *builder, const tern_type_t *element, tern_value_t *base,
                                  tern_value_t *const *dynamic, const int32_t *constants, size_t count);
// A direct call of the function `callee` (a flat symbol reference) without operand bundles; `result_type` is NULL for none.
tern_op_t *tern_llvm_build_call(tern_builder_t *builder, const tern_attr_t *callee, tern_values_t args,
                                const tern_type_t *result_type);
// extractvalue and insertvalue at one position; an extract of what was just inserted gives the inserted value.
tern_value_t *tern_llvm_build_extract(tern_builder_t *builder, tern_value_t *aggregate, const int64_t *position,
                                      size_t depth);
tern_value_t *tern_llvm_build_insert(tern_builder_t *builder, tern_value_t *aggregate, tern_value_t *value,
                                     const int64_t *position, size_t depth);
// x * 2^power: llvm.intr.ldexp, or for vectors the intrinsic by its name, because that op takes one power only.
tern_value_t *tern_llvm_build_ldexp(tern_builder_t *builder, tern_value_t *x, tern_value_t *power);

#endif  // TERN_DIALECT_LLVM_LLVM_H_
