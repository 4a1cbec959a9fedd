// Constant folding on numbers: scalars, splats and dense elements alike, for the folds of all dialects.
//
// A number is the bit pattern of one element, zero-extended to 128 bits: of an integer or index (64 bits), or of a
// float. Elements wider than that are not folded. Arithmetic on floats goes through double, which is exact enough to
// round once more to any format of up to 32 bits (innocuous double rounding: 53 >= 2 * 24 + 2) and is the format itself
// for f64; f80 and f128 are moved about, but not calculated with.

#ifndef TERN_DIALECT_COMMON_FOLD_ELEMENTS_H_
#define TERN_DIALECT_COMMON_FOLD_ELEMENTS_H_

#include "ir/attr.h"

__extension__ typedef unsigned __int128 tern_uint128_t;
__extension__ typedef __int128 tern_int128_t;

// What a folding function is told beside its operands. Types are element types.
typedef struct tern_fold_elements {
  const tern_type_t *operand_type, *result_type;
  uint32_t operand_width, result_width;  // bits
  const void *user;
} tern_fold_elements_t;

// Computes one element; bits above the result's width are ignored. False: the whole fold fails.
typedef bool (*tern_fold_unary_fn_t)(const tern_fold_elements_t *fold, tern_uint128_t operand, tern_uint128_t *out);
typedef bool (*tern_fold_binary_fn_t)(const tern_fold_elements_t *fold, tern_uint128_t lhs, tern_uint128_t rhs,
                                      tern_uint128_t *out);

// Folds a constant to one of `result_type` (same shape). Poison stays poison. NULL if the operand is NULL, no number,
// or the function declines.
const tern_attr_t *tern_fold_elements_unary(const tern_attr_t *operand, const tern_type_t *result_type,
                                            tern_fold_unary_fn_t fn, const void *user);
// The same for two operands of one type.
const tern_attr_t *tern_fold_elements_binary(const tern_attr_t *lhs, const tern_attr_t *rhs,
                                             const tern_type_t *result_type, tern_fold_binary_fn_t fn,
                                             const void *user);

// A scalar or splat constant (of integers, indices or floats of up to 128 bits) as bits; false for others.
bool tern_attr_scalar_bits(const tern_attr_t *attr, const tern_type_t **out_element, tern_uint128_t *out_bits);
// Element `index` (in row-major order) of a scalar or elements constant; false for what is no number.
bool tern_attr_element_bits(const tern_attr_t *attr, size_t index, tern_uint128_t *out_bits);
// A scalar, or a splat of a shaped type with static shape, from bits. NULL if `type` cannot have such a constant.
const tern_attr_t *tern_attr_from_bits(const tern_type_t *type, tern_uint128_t bits);
// Is it an integer or index constant (or a splat of one)? Gives bits and width.
bool tern_attr_int_bits(const tern_attr_t *attr, tern_uint128_t *out_bits, uint32_t *out_width);
// Is it the integer `value` (of its own width), or a splat of it?
bool tern_attr_is_int_value(const tern_attr_t *attr, int64_t value);
// Is it an integer with all bits set, or a splat of it?
bool tern_attr_is_all_ones(const tern_attr_t *attr);
// Is it a float (of up to 64 bits) or a splat of one? Gives its value.
bool tern_attr_float_scalar(const tern_attr_t *attr, double *out_value);
// Zero of an integer, index or float type, or a splat of it; NULL for dynamic shapes and other types.
const tern_attr_t *tern_attr_zero(const tern_type_t *type);

// Is it #ub.poison?
bool tern_attr_is_poison(const tern_attr_t *attr);

// Widths up to 128.
static inline tern_uint128_t tern_bits_mask(uint32_t width) {
  return width >= 128 ? ~(tern_uint128_t)0 : ((tern_uint128_t)1 << width) - 1;
}
static inline tern_int128_t tern_bits_sign_extend(tern_uint128_t bits, uint32_t width) {
  if (width == 0 || width >= 128) return (tern_int128_t)bits;
  return (tern_int128_t)(bits << (128 - width)) >> (128 - width);
}

// Value of a float's bits, and back (rounded to nearest even), for formats of up to 64 bits.
bool tern_bits_are_nan(const tern_type_t *type, tern_uint128_t bits);
bool tern_type_is_double_foldable(const tern_type_t *type);
double tern_bits_to_double(const tern_type_t *type, tern_uint128_t bits);
tern_uint128_t tern_bits_from_double(const tern_type_t *type, double value);
// An integer to the nearest value of a float type of up to 64 bits (ties to even), rounding once.
tern_uint128_t tern_bits_from_int(const tern_type_t *type, tern_uint128_t magnitude, bool is_negative);

#endif  // TERN_DIALECT_COMMON_FOLD_ELEMENTS_H_
