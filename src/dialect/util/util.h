// util: globals, functions, initializers, byte buffers, lists and the other means of a program's host side.

#ifndef TERN_DIALECT_UTIL_UTIL_H_
#define TERN_DIALECT_UTIL_UTIL_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_UTIL_##ID,
#include "dialect/util/util_ops.def"
#undef OP
  TERN_UTIL_OP_COUNT
};
extern const tern_op_row_t tern_util_ops[];
extern const tern_dialect_t tern_util_dialect;
#define TERN_UTIL(ID) (&tern_util_ops[TERN_UTIL_##ID])

// Of a util.optimization_barrier on a result of an scf.forall that is a workspace: nobody reads it, and it must be there.
#define TERN_UTIL_WORKSPACE_ATTR "tern.workspace"
// Of an scf.for whose iterations, with those of marked loops inside of it, may run in any order and at the same time, a string:
// "apart" if no two of them work on the same place, "any-order" if an update of a place that several have is one operation that is
// free to be reordered, so that each has to be atomic.
#define TERN_UTIL_UPDATES_ATTR "tern.updates"
#define TERN_UTIL_UPDATES_APART "apart"
#define TERN_UTIL_UPDATES_ANY_ORDER "any-order"
// Of an optimization_barrier: the number is an operand of dispatches, so that those that differ in it alone are of one kernel. It goes at
// the same place.
#define TERN_UTIL_OPERAND_ATTR "tern.operand"

// --- types: !util.buffer, !util.object, !util.unused, !util.variant; !util.list<T> and !util.ptr<T> (params [T]) ---
enum {
  TERN_UTIL_TYPE_BUFFER,
  TERN_UTIL_TYPE_LIST,
  TERN_UTIL_TYPE_OBJECT,
  TERN_UTIL_TYPE_PTR,
  TERN_UTIL_TYPE_UNUSED,
  TERN_UTIL_TYPE_VARIANT
};
extern const tern_type_row_t tern_util_types[];
const tern_type_t *tern_util_buffer_type_get(tern_context_t *context);
const tern_type_t *tern_util_object_type_get(tern_context_t *context);
const tern_type_t *tern_util_variant_type_get(tern_context_t *context);
const tern_type_t *tern_util_list_type_get(const tern_type_t *element);
const tern_type_t *tern_util_ptr_type_get(const tern_type_t *target);
static inline bool tern_type_is_util(const tern_type_t *type, int which) {
  return type->row == &tern_util_types[which];
}
// Of a list or ptr.
static inline const tern_type_t *tern_util_type_target(const tern_type_t *type) {
  return (const tern_type_t *)(uintptr_t)type->params[0];
}

// --- attributes ---
//   #util.byte_pattern<7> : type          [type, pattern]       #util.uninitialized : type   [type]
//   #util.null : type                     [type]                #util.byte_range<4, 8>       [offset, length]
//   #util.composite<16xi8, [a, b]>        [length, array]       #util.preprocessing_pipeline<"text">  [string]
//   #util.int.assumption<umin = 0, ...>   [which bits, umin, umax, udiv]
//   #util.inline.never, #util.inline.always
enum {
  TERN_UTIL_ATTR_BYTE_PATTERN,
  TERN_UTIL_ATTR_BYTE_RANGE,
  TERN_UTIL_ATTR_COMPOSITE,
  TERN_UTIL_ATTR_INLINE_ALWAYS,
  TERN_UTIL_ATTR_INLINE_NEVER,
  TERN_UTIL_ATTR_INT_ASSUMPTION,
  TERN_UTIL_ATTR_NULL,
  TERN_UTIL_ATTR_PREPROCESSING_PIPELINE,
  TERN_UTIL_ATTR_UNINITIALIZED,
  TERN_UTIL_ATTR_COUNT
};
extern const tern_attr_row_t tern_util_attrs[];
static inline bool tern_attr_is_util(const tern_attr_t *attr, int which) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_util_attrs[which];
}
const tern_attr_t *tern_util_uninitialized_attr_get(const tern_type_t *type);
const tern_attr_t *tern_util_byte_pattern_attr_get(const tern_type_t *type, int64_t pattern);
// `values`: an array attribute of elements attributes; `length` bytes in all.
const tern_attr_t *tern_util_composite_attr_get(int64_t length, const tern_attr_t *values);
// A bound that is not known is given by a zero bit in `known` (1 umin, 2 umax, 4 udiv).
const tern_attr_t *tern_util_int_assumption_attr_get(tern_context_t *context, uint32_t known, uint64_t umin,
                                                     uint64_t umax, uint64_t udiv);

// --- functions and globals ---
static inline const tern_type_t *tern_util_func_type(const tern_op_t *function) {
  return tern_type_attr_value(tern_op_attr(function, "function_type"));
}
// The util.global that a load, store or address op names, seen from the op; NULL if there is none.
tern_op_t *tern_util_global_of(const tern_op_t *op);
static inline const tern_type_t *tern_util_global_type(const tern_op_t *global) {
  return tern_type_attr_value(tern_op_attr(global, "type"));
}

#endif  // TERN_DIALECT_UTIL_UTIL_H_
