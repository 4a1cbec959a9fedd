// What the files that build StableHLO's scalars share: short builders, and what a builder is told. Private to
// scalar/*.c.

#ifndef TERN_CONVERT_STABLEHLO_SCALAR_SCALAR_BUILD_H_
#define TERN_CONVERT_STABLEHLO_SCALAR_SCALAR_BUILD_H_

#include "convert/stablehlo/scalar/scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/math/math.h"
#include "ir/context.h"

// One op on scalars. `from` and `to` are the element types as they were written, with their signs: of the operand that
// decides what the op means, and of the result. `type` is `to` without a sign; so are the arguments.
typedef struct site {
  tern_builder_t *b;
  const tern_op_t *op;
  const tern_type_t *type, *from, *to;
  tern_value_t *const *args;
} site_t;

static inline tern_value_t *unary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

static inline tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type));
}

static inline tern_value_t *cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x,
                                 const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static inline tern_value_t *compare(tern_builder_t *b, const tern_op_row_t *row, int64_t predicate, tern_value_t *x,
                                    tern_value_t *y) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), predicate);
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static inline tern_value_t *compare_int(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  return compare(b, TERN_ARITH(CMPI), predicate, x, y);
}

static inline tern_value_t *compare_float(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  return compare(b, TERN_ARITH(CMPF), predicate, x, y);
}

static inline tern_value_t *select(tern_builder_t *b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, yes, no),
                          .types = TERN_TYPES(yes->type));
}

static inline tern_value_t *number(tern_builder_t *b, const tern_type_t *type, double value) {
  return tern_build_number(b, type, value);
}

static inline tern_value_t *integer(tern_builder_t *b, const tern_type_t *type, int64_t value) {
  return tern_build_constant(b, tern_integer_attr_get(type, value));
}

static inline int64_t lowest_of(const tern_type_t *type) {
  return (int64_t)(UINT64_MAX << (tern_integer_type_width(type) - 1));
}

// i1 and unsigned integers: no bit is a sign.
static inline bool is_unsigned(const tern_type_t *type) {
  return tern_type_is_integer(type) &&
         (tern_integer_type_signedness(type) == TERN_UNSIGNED || tern_integer_type_width(type) == 1);
}

static inline bool is_complex(const tern_type_t *type) { return type->kind == TERN_TYPE_COMPLEX; }

static inline bool is_bool(const tern_type_t *type) { return tern_type_is_i(type, 1); }

// --- convert.c ---
tern_value_t *tern_scalar_convert(const site_t *site);
tern_value_t *tern_scalar_bitcast(const site_t *site);
tern_value_t *tern_scalar_reduce_precision(const site_t *site);

// --- complex.c ---
tern_value_t *tern_scalar_complex_part(const site_t *site);
tern_value_t *tern_scalar_complex_create(const site_t *site);
tern_value_t *tern_scalar_complex_logistic(const site_t *site);
tern_value_t *tern_scalar_complex_cbrt(const site_t *site);
tern_value_t *tern_scalar_complex_compare(const site_t *site, tern_str_t direction);
// The greater or the lesser of two complex numbers, by real, then by imaginary part.
tern_value_t *tern_scalar_complex_extreme(tern_builder_t *b, bool is_greater, tern_value_t *x, tern_value_t *y);

#endif  // TERN_CONVERT_STABLEHLO_SCALAR_SCALAR_BUILD_H_
