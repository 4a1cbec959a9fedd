// Short names for what code of threads is made of in the llvm dialect: arithmetic on i32, vectors, memory. What is known
// at once is computed at once: sums of constants, exclusive ors with zero, products by one make no ops.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_EMIT_H_
#define TERN_CONVERT_TRITON_TO_LLVM_EMIT_H_

#include "dialect/llvm/llvm.h"
#include "rewrite/builder.h"

// Values of the `predicate` of llvm.icmp and llvm.fcmp.
enum {
  TERN_EMIT_EQ,
  TERN_EMIT_NE,
  TERN_EMIT_SLT,
  TERN_EMIT_SLE,
  TERN_EMIT_SGT,
  TERN_EMIT_SGE,
  TERN_EMIT_ULT,
  TERN_EMIT_ULE,
  TERN_EMIT_UGT,
  TERN_EMIT_UGE
};
enum {
  TERN_EMIT_OEQ = 1,
  TERN_EMIT_OGT,
  TERN_EMIT_OGE,
  TERN_EMIT_OLT,
  TERN_EMIT_OLE,
  TERN_EMIT_UNE = 13,
  TERN_EMIT_UNO
};

// --- types ---
const tern_type_t *tern_emit_i(tern_builder_t *b, uint32_t width);
const tern_type_t *tern_emit_f32_type(tern_builder_t *b);
const tern_type_t *tern_emit_vector_of(const tern_type_t *element, int64_t count);

// --- constants ---
tern_value_t *tern_emit_int(tern_builder_t *b, uint32_t width, int64_t value);
static inline tern_value_t *tern_emit_i32(tern_builder_t *b, int64_t value) { return tern_emit_int(b, 32, value); }
static inline tern_value_t *tern_emit_bool(tern_builder_t *b, bool value) {
  return tern_emit_int(b, 1, value ? -1 : 0);
}
tern_value_t *tern_emit_float(tern_builder_t *b, const tern_type_t *type, double value);
tern_value_t *tern_emit_undef(tern_builder_t *b, const tern_type_t *type);
// Zero of any type.
tern_value_t *tern_emit_zero(tern_builder_t *b, const tern_type_t *type);
// Is it an llvm.mlir.constant of an integer, and of which?
bool tern_emit_is_constant(const tern_value_t *value, int64_t *out_number);

// Is it a constant zero, of an integer or a float?
bool tern_emit_is_zero(const tern_value_t *value);

// --- one op, `row` of the llvm dialect ---
tern_value_t *tern_emit_op(tern_builder_t *b, const tern_op_row_t *row, const tern_type_t *type,
                           tern_values_t operands);
static inline tern_value_t *tern_emit_unary(tern_builder_t *b, const tern_op_row_t *row, const tern_type_t *type,
                                            tern_value_t *x) {
  return tern_emit_op(b, row, type, (tern_values_t){&x, 1});
}
static inline tern_value_t *tern_emit_binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x,
                                             tern_value_t *y) {
  return tern_emit_op(b, row, x->type, TERN_VALUES(x, y));
}

// --- integers ---
tern_value_t *tern_emit_add(tern_builder_t *b, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_emit_sub(tern_builder_t *b, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_emit_mul(tern_builder_t *b, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_emit_and(tern_builder_t *b, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_emit_or(tern_builder_t *b, tern_value_t *x, tern_value_t *y);
// Of values that have no bit in common.
tern_value_t *tern_emit_or_disjoint(tern_builder_t *b, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_emit_xor(tern_builder_t *b, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_emit_udiv(tern_builder_t *b, tern_value_t *x, int64_t divisor);
tern_value_t *tern_emit_urem(tern_builder_t *b, tern_value_t *x, int64_t divisor);
// Shifts by a constant: to the left; to the right, zeros come in.
tern_value_t *tern_emit_shl(tern_builder_t *b, tern_value_t *x, int64_t bits);
tern_value_t *tern_emit_lshr(tern_builder_t *b, tern_value_t *x, int64_t bits);
tern_value_t *tern_emit_icmp(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_emit_fcmp(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_emit_select(tern_builder_t *b, tern_value_t *condition, tern_value_t *x, tern_value_t *y);
// Conjunction; either may be NULL, which is true, and so is the result of two of them.
tern_value_t *tern_emit_both(tern_builder_t *b, tern_value_t *x, tern_value_t *y);

// --- casts ---
// The same bits as another type: nothing if it is the type already, otherwise bitcast, ptrtoint or inttoptr.
tern_value_t *tern_emit_bitcast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type);
// An integer as one of another width; zeros come in.
tern_value_t *tern_emit_resize(tern_builder_t *b, tern_value_t *value, uint32_t width);

// --- vectors and structs ---
tern_value_t *tern_emit_element(tern_builder_t *b, tern_value_t *vector, int64_t index);
tern_value_t *tern_emit_with_element(tern_builder_t *b, tern_value_t *vector, tern_value_t *value, int64_t index);
// A vector of values of one type.
tern_value_t *tern_emit_vector(tern_builder_t *b, tern_value_t *const *values, size_t count);
tern_value_t *tern_emit_extract(tern_builder_t *b, tern_value_t *aggregate, int64_t index);
tern_value_t *tern_emit_insert(tern_builder_t *b, tern_value_t *aggregate, tern_value_t *value, int64_t index);

// --- memory ---
// `index` elements behind a pointer.
tern_value_t *tern_emit_gep(tern_builder_t *b, const tern_type_t *element, tern_value_t *pointer, tern_value_t *index);
tern_value_t *tern_emit_gep_bytes(tern_builder_t *b, tern_value_t *pointer, int64_t bytes);
tern_value_t *tern_emit_load(tern_builder_t *b, const tern_type_t *type, tern_value_t *pointer);
void tern_emit_store(tern_builder_t *b, tern_value_t *value, tern_value_t *pointer);

// --- inline assembly ---
// `result` NULL: none. Without effects it may be moved and merged.
tern_value_t *tern_emit_asm(tern_builder_t *b, tern_str_t text, tern_str_t constraints, bool has_effects,
                            const tern_type_t *result, tern_values_t operands);

// --- calls ---
// An intrinsic by its name, such as "llvm.nvvm.ex2.approx.f".
tern_value_t *tern_emit_intrinsic(tern_builder_t *b, const char *name, const tern_type_t *result,
                                  tern_values_t operands);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_EMIT_H_
