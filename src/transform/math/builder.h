// Writing formulas as arith and math ops on one floating-point type: a scalar, or a vector or tensor of it. Private to
// the expansions of math ops; short names, as they stand in formulas.

#ifndef TERN_TRANSFORM_MATH_BUILDER_H_
#define TERN_TRANSFORM_MATH_BUILDER_H_

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "ir/context.h"
#include "rewrite/rewriter.h"
#include "transform/math/polynomials.h"

typedef tern_value_t *value_t;

typedef struct formula {
  tern_builder_t *b;
  const tern_type_t *type;     // f32 or f64, or a shape of them
  const tern_type_t *integer;  // of the same width and shape
  bool is_double;
  uint32_t width, mantissa;  // 32 and 23, 64 and 52
  int64_t bias;
  const tern_attr_t *contract;  // fast-math flag for sums of products that may be fused
  bool has_ldexp;               // llvm.intr.ldexp of f32 is an instruction
} formula_t;

static inline formula_t formula_for(tern_builder_t *b, const tern_type_t *type) {
  bool is_double = tern_type_element(type)->kind == TERN_TYPE_F64;
  const tern_type_t *integer = tern_i_type_get(b->context, is_double ? 64 : 32);
  return (formula_t){.b = b,
                     .type = type,
                     .integer = tern_type_with_element(type, integer),
                     .is_double = is_double,
                     .width = is_double ? 64 : 32,
                     .mantissa = is_double ? 52 : 23,
                     .bias = is_double ? 1023 : 127,
                     .contract = tern_enum_attr_get(b->context, TERN_ARITH_ENUM(FASTMATH), TERN_FASTMATH_CONTRACT)};
}

static inline value_t number(const formula_t *f, double value) {
  return tern_arith_constant_float(f->b, f->type, value);
}
static inline value_t whole(const formula_t *f, int64_t value) {
  return tern_arith_constant_int(f->b, f->integer, value);
}
// The number for f32 or for f64.
static inline value_t either(const formula_t *f, double f32, double f64) { return number(f, f->is_double ? f64 : f32); }
static inline value_t piece(const formula_t *f, const tern_math_polynomial_t *split, size_t index) {
  return number(f, f->is_double ? split->f64[index] : split->f32[index]);
}

static inline value_t binary(const formula_t *f, const tern_op_row_t *row, value_t x, value_t y) {
  return tern_build_value(f->b, row, .operands = TERN_VALUES(x, y));
}
static inline value_t unary(const formula_t *f, const tern_op_row_t *row, value_t x) {
  return tern_build_value(f->b, row, .operands = TERN_VALUES(x));
}
static inline value_t cast(const formula_t *f, const tern_op_row_t *row, value_t x, const tern_type_t *type) {
  return tern_build_value(f->b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static inline value_t add(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(ADDF), x, y); }
static inline value_t sub(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(SUBF), x, y); }
static inline value_t mul(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(MULF), x, y); }
static inline value_t divide(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(DIVF), x, y); }
static inline value_t neg(const formula_t *f, value_t x) { return unary(f, TERN_ARITH(NEGF), x); }
static inline value_t absolute(const formula_t *f, value_t x) { return unary(f, TERN_MATH(ABSF), x); }
static inline value_t root(const formula_t *f, value_t x) { return unary(f, TERN_MATH(SQRT), x); }
static inline value_t with_sign(const formula_t *f, value_t x, value_t sign) {
  return binary(f, TERN_MATH(COPYSIGN), x, sign);
}
// x * y + z where it does not matter whether the product is rounded.
static inline value_t fused(const formula_t *f, value_t x, value_t y, value_t z) {
  value_t product = tern_build_value(f->b, TERN_ARITH(MULF), .operands = TERN_VALUES(x, y),
                                     .attrs = TERN_ATTRS({"fastmath", f->contract}));
  return tern_build_value(f->b, TERN_ARITH(ADDF), .operands = TERN_VALUES(product, z),
                          .attrs = TERN_ATTRS({"fastmath", f->contract}));
}
static inline value_t polynomial(const formula_t *f, const tern_math_polynomial_t *p, value_t x) {
  const double *c = f->is_double ? p->f64 : p->f32;
  size_t count = f->is_double ? p->f64_count : p->f32_count;
  value_t sum = number(f, c[count - 1]);
  for (size_t i = count - 1; i-- > 0;) sum = fused(f, sum, x, number(f, c[i]));
  return sum;
}

static inline value_t less(const formula_t *f, value_t x, value_t y) {
  return tern_arith_cmpf(f->b, TERN_CMPF_OLT, x, y);
}
static inline value_t compare(const formula_t *f, tern_cmpf_predicate_t predicate, value_t x, value_t y) {
  return tern_arith_cmpf(f->b, predicate, x, y);
}
static inline value_t pick(const formula_t *f, value_t condition, value_t x, value_t y) {
  return tern_build_value(f->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x, y));
}
static inline value_t both(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(ANDI), x, y); }

static inline value_t bits_of(const formula_t *f, value_t x) { return cast(f, TERN_ARITH(BITCAST), x, f->integer); }
static inline value_t from_bits(const formula_t *f, value_t x) { return cast(f, TERN_ARITH(BITCAST), x, f->type); }
static inline value_t iadd(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(ADDI), x, y); }
static inline value_t isub(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(SUBI), x, y); }
static inline value_t iand(const formula_t *f, value_t x, int64_t y) {
  return binary(f, TERN_ARITH(ANDI), x, whole(f, y));
}
static inline value_t shift_left(const formula_t *f, value_t x, int64_t by) {
  return binary(f, TERN_ARITH(SHLI), x, whole(f, by));
}
static inline value_t shift_right(const formula_t *f, value_t x, int64_t by) {
  return binary(f, TERN_ARITH(SHRUI), x, whole(f, by));
}
static inline value_t shift_signed(const formula_t *f, value_t x, int64_t by) {
  return binary(f, TERN_ARITH(SHRSI), x, whole(f, by));
}
static inline value_t icompare(const formula_t *f, tern_cmpi_predicate_t predicate, value_t x, value_t y) {
  return tern_arith_cmpi(f->b, predicate, x, y);
}

// 2^n of an integer n in the range of normal exponents.
static inline value_t power_of_two(const formula_t *f, value_t n) {
  return from_bits(f, shift_left(f, iadd(f, n, whole(f, f->bias)), f->mantissa));
}
// x rounded to an integer, as a float; *out_integer: as an integer. |x| must stay below 2^22 (2^51): 1.5 * 2^23 is added,
// so that the low bits of the sum are the integer, and NaN needs no care.
static inline value_t round_to_integer(const formula_t *f, value_t x, value_t *out_integer) {
  value_t magic = either(f, 0x1.8p23, 0x1.8p52);
  value_t sum = add(f, x, magic);
  *out_integer = isub(f, bits_of(f, sum), bits_of(f, magic));
  return sub(f, sum, magic);
}

// A number as an unevaluated sum: high + low, |low| at most half an ulp of high.
typedef struct pair {
  value_t high, low;
} pair_t;

// Dekker's algorithms; they need no fused operation.
static inline pair_t fast_two_sum(const formula_t *f, value_t x, value_t y) {
  value_t sum = add(f, x, y);
  return (pair_t){sum, sub(f, y, sub(f, sum, x))};
}
static inline pair_t split(const formula_t *f, value_t x) {
  // The upper half of the mantissa, by its bits: no overflow.
  value_t high = from_bits(f, iand(f, bits_of(f, x), f->is_double ? ~0x7FFFFFFll : ~0xFFFll));
  return (pair_t){high, sub(f, x, high)};
}
static inline pair_t two_product(const formula_t *f, value_t x, value_t y) {
  value_t product = mul(f, x, y);
  pair_t a = split(f, x), b = split(f, y);
  value_t error = sub(f, mul(f, a.high, b.high), product);
  error = add(f, error, mul(f, a.high, b.low));
  error = add(f, error, mul(f, a.low, b.high));
  return (pair_t){product, add(f, error, mul(f, a.low, b.low))};
}

// --- what the families of functions share ---
// exp(high + low) * 2^shift, `low` small against high or NULL.
value_t tern_math_formula_exp(const formula_t *f, value_t high, value_t low, int64_t shift);
// exp(x) where the result is a normal number: |x| below 87 (708).
value_t tern_math_formula_normal_exp(const formula_t *f, value_t x);
// For f32, where the target has exp2: exp(x) made of it, and exp2 marked so that it is left to the target.
value_t tern_math_formula_exp_by_exp2(const formula_t *f, value_t x);
value_t tern_math_formula_native_exp2(const formula_t *f, value_t x);
value_t tern_math_formula_expm1(const formula_t *f, value_t x);
// log(x + low); `low` NULL: log(x).
value_t tern_math_formula_log(const formula_t *f, value_t x, value_t low);
value_t tern_math_formula_log1p(const formula_t *f, value_t x);
// One function of each family for an op of it, NULL if the op is none.
value_t tern_math_expand_exponential(const formula_t *f, const tern_op_t *op);
value_t tern_math_expand_trigonometric(const formula_t *f, const tern_op_t *op);
value_t tern_math_expand_hyperbolic(const formula_t *f, const tern_op_t *op);
value_t tern_math_expand_power(const formula_t *f, const tern_op_t *op);

#endif  // TERN_TRANSFORM_MATH_BUILDER_H_
