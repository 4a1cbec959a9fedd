// Element-wise StableHLO ops on scalars (source: the StableHLO specification, "Ops"; upstream: map_stablehlo_to_scalar_op).
//
// Signless integers are signed, ui* unsigned, i1 is a boolean. What arith leaves undefined gets the values that XLA gives: division by
// zero is -1, its remainder the dividend, the lowest value divided by -1 is itself, shifts by the width or more run out,
// and conversions to integers saturate, with NaN to 0.

#include "convert/stablehlo/scalar/scalar.h"

#include <math.h>

#include "convert/stablehlo/scalar/scalar_build.h"
#include "dialect/scf/build.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- ops that need more than one line ---

// The divisor that cannot trap: 1 in place of 0, and of -1 under the lowest value.
static tern_value_t *build_safe_divisor(const site_t *s, tern_value_t **out_is_zero, tern_value_t **out_is_overflow) {
  tern_value_t *zero = integer(s->b, s->type, 0), *one = integer(s->b, s->type, 1);
  tern_value_t *minus_one = integer(s->b, s->type, -1), *lowest = integer(s->b, s->type, lowest_of(s->type));
  *out_is_zero = compare_int(s->b, TERN_CMPI_EQ, s->args[1], zero);
  tern_value_t *is_lowest = compare_int(s->b, TERN_CMPI_EQ, s->args[0], lowest);
  tern_value_t *is_minus_one = compare_int(s->b, TERN_CMPI_EQ, s->args[1], minus_one);
  *out_is_overflow = binary(s->b, TERN_ARITH(ANDI), is_lowest, is_minus_one);
  tern_value_t *is_unsafe = binary(s->b, TERN_ARITH(ORI), *out_is_zero, *out_is_overflow);
  return select(s->b, is_unsafe, one, s->args[1]);
}

// Unsigned: only zero traps.
static tern_value_t *build_unsigned_divisor(const site_t *s, tern_value_t **out_is_zero) {
  *out_is_zero = compare_int(s->b, TERN_CMPI_EQ, s->args[1], integer(s->b, s->type, 0));
  return select(s->b, *out_is_zero, integer(s->b, s->type, 1), s->args[1]);
}

static tern_value_t *build_divide(const site_t *s) {
  tern_value_t *is_zero, *is_overflow, *quotient;
  if (is_unsigned(s->from)) {
    tern_value_t *divisor = build_unsigned_divisor(s, &is_zero);
    quotient = binary(s->b, TERN_ARITH(DIVUI), s->args[0], divisor);
  } else {
    tern_value_t *divisor = build_safe_divisor(s, &is_zero, &is_overflow);
    quotient = binary(s->b, TERN_ARITH(DIVSI), s->args[0], divisor);
  }
  return select(s->b, is_zero, integer(s->b, s->type, -1), quotient);
}

static tern_value_t *build_remainder(const site_t *s) {
  tern_value_t *is_zero, *is_overflow, *rest;
  if (is_unsigned(s->from)) {
    tern_value_t *divisor = build_unsigned_divisor(s, &is_zero);
    rest = binary(s->b, TERN_ARITH(REMUI), s->args[0], divisor);
  } else {
    tern_value_t *divisor = build_safe_divisor(s, &is_zero, &is_overflow);
    rest = binary(s->b, TERN_ARITH(REMSI), s->args[0], divisor);
  }
  return select(s->b, is_zero, s->args[0], rest);
}

// The smallest integer stays itself.
static tern_value_t *build_absolute(const site_t *s) {
  tern_value_t *zero = integer(s->b, s->type, 0), *x = s->args[0];
  return select(s->b, compare_int(s->b, TERN_CMPI_SLT, x, zero), binary(s->b, TERN_ARITH(SUBI), zero, x), x);
}

// maximum and minimum.
static tern_value_t *build_extreme_of(tern_builder_t *b, const tern_type_t *from, bool is_greater, tern_value_t *x,
                                      tern_value_t *y) {
  if (is_complex(from)) return tern_scalar_complex_extreme(b, is_greater, x, y);
  const tern_op_row_t *row = tern_type_is_float(from) ? (is_greater ? TERN_ARITH(MAXIMUMF) : TERN_ARITH(MINIMUMF))
                             : is_bool(from)          ? (is_greater ? TERN_ARITH(ORI) : TERN_ARITH(ANDI))
                             : is_unsigned(from)      ? (is_greater ? TERN_ARITH(MAXUI) : TERN_ARITH(MINUI))
                                                      : (is_greater ? TERN_ARITH(MAXSI) : TERN_ARITH(MINSI));
  return binary(b, row, x, y);
}

static tern_value_t *build_extreme(const site_t *s) {
  return build_extreme_of(s->b, s->from, tern_hlo_is(s->op, TERN_HLO_MAXIMUM), s->args[0], s->args[1]);
}

static tern_value_t *build_shift(const site_t *s) {
  bool is_arithmetic = tern_hlo_is(s->op, TERN_HLO_SHIFT_RIGHT_ARITHMETIC);
  const tern_op_row_t *row = is_arithmetic                             ? TERN_ARITH(SHRSI)
                             : tern_hlo_is(s->op, TERN_HLO_SHIFT_LEFT) ? TERN_ARITH(SHLI)
                                                                       : TERN_ARITH(SHRUI);
  int64_t width = (int64_t)tern_integer_type_width(s->type);
  tern_value_t *limit = integer(s->b, s->type, width), *last = integer(s->b, s->type, width - 1);
  if (width == 1) limit = integer(s->b, s->type, 1);
  tern_value_t *is_inside = width == 1 ? compare_int(s->b, TERN_CMPI_EQ, s->args[1], integer(s->b, s->type, 0))
                                       : compare_int(s->b, TERN_CMPI_ULT, s->args[1], limit);
  tern_value_t *amount = select(s->b, is_inside, s->args[1], is_arithmetic ? last : integer(s->b, s->type, 0));
  tern_value_t *shifted = binary(s->b, row, s->args[0], amount);
  return is_arithmetic ? shifted : select(s->b, is_inside, shifted, integer(s->b, s->type, 0));
}

// Binary powers; a negative exponent gives 0 but for the bases 1 and -1.
static tern_value_t *build_integer_power(const site_t *s) {
  tern_builder_t *b = s->b;
  tern_value_t *zero = integer(b, s->type, 0), *one = integer(b, s->type, 1), *minus_one = integer(b, s->type, -1);
  tern_value_t *result = one, *square = s->args[0], *exponent = s->args[1];
  uint32_t bits = tern_integer_type_width(s->type) - (is_unsigned(s->from) ? 0 : 1);
  for (uint32_t bit = 0; bit < bits; ++bit) {
    tern_value_t *is_odd = compare_int(b, TERN_CMPI_NE, binary(b, TERN_ARITH(ANDI), exponent, one), zero);
    result = select(b, is_odd, binary(b, TERN_ARITH(MULI), result, square), result);
    if (bit + 1 == bits) break;
    square = binary(b, TERN_ARITH(MULI), square, square);
    exponent = binary(b, TERN_ARITH(SHRUI), exponent, one);
  }
  if (is_unsigned(s->from)) return result;
  tern_value_t *is_odd = compare_int(b, TERN_CMPI_NE, binary(b, TERN_ARITH(ANDI), s->args[1], one), zero);
  tern_value_t *of_minus_one = select(b, is_odd, minus_one, one);
  tern_value_t *negative = select(b, compare_int(b, TERN_CMPI_EQ, s->args[0], minus_one), of_minus_one, zero);
  negative = select(b, compare_int(b, TERN_CMPI_EQ, s->args[0], one), one, negative);
  return select(b, compare_int(b, TERN_CMPI_SLT, s->args[1], zero), negative, result);
}

static tern_value_t *build_sign(const site_t *s) {
  tern_builder_t *b = s->b;
  tern_value_t *x = s->args[0], *zero = number(b, s->type, 0), *one = number(b, s->type, 1);
  if (tern_type_is_float(s->type)) {
    // NaN and both zeros are their own sign.
    tern_value_t *is_nonzero = compare_float(b, TERN_CMPF_ONE, x, zero);
    return select(b, is_nonzero, binary(b, TERN_MATH(COPYSIGN), one, x), x);
  }
  tern_value_t *is_zero = compare_int(b, TERN_CMPI_EQ, x, zero);
  if (is_unsigned(s->from)) return select(b, is_zero, zero, one);
  tern_value_t *is_negative = compare_int(b, TERN_CMPI_SLT, x, zero);
  tern_value_t *nonzero = select(b, is_negative, integer(b, s->type, -1), one);
  return select(b, is_zero, zero, nonzero);
}

static tern_value_t *build_logistic(const site_t *s) {
  if (is_complex(s->from)) return tern_scalar_complex_logistic(s);
  // exp(-x) leaves f16 long before its reciprocal does.
  bool is_half = s->type->kind == TERN_TYPE_F16;
  const tern_type_t *type = is_half ? tern_float_type_get(s->b->context, TERN_TYPE_F32) : s->type;
  tern_value_t *x = is_half ? cast(s->b, TERN_ARITH(EXTF), s->args[0], type) : s->args[0], *one = number(s->b, type, 1);
  tern_value_t *power = unary(s->b, TERN_MATH(EXP), unary(s->b, TERN_ARITH(NEGF), x));
  tern_value_t *result = binary(s->b, TERN_ARITH(DIVF), one, binary(s->b, TERN_ARITH(ADDF), one, power));
  return is_half ? cast(s->b, TERN_ARITH(TRUNCF), result, s->type) : result;
}

static tern_value_t *build_is_finite(const site_t *s) {
  tern_value_t *x = s->args[0], *infinity = number(s->b, x->type, INFINITY);
  return compare_float(s->b, TERN_CMPF_OLT, unary(s->b, TERN_MATH(ABSF), x), infinity);
}

static tern_value_t *build_negate(const site_t *s) {
  if (tern_type_is_float(s->type)) return unary(s->b, TERN_ARITH(NEGF), s->args[0]);
  return binary(s->b, TERN_ARITH(SUBI), integer(s->b, s->type, 0), s->args[0]);
}

static tern_value_t *build_not(const site_t *s) {
  return binary(s->b, TERN_ARITH(XORI), s->args[0], integer(s->b, s->type, is_bool(s->type) ? 1 : -1));
}

static tern_value_t *build_clamp(const site_t *s) {
  tern_value_t *raised = build_extreme_of(s->b, s->from, true, s->args[1], s->args[0]);
  return build_extreme_of(s->b, s->from, false, raised, s->args[2]);
}

static tern_value_t *build_select(const site_t *s) { return select(s->b, s->args[0], s->args[1], s->args[2]); }

static tern_value_t *build_identity(const site_t *s) { return s->args[0]; }

// Floats of less than 16 bits are compared as f32.
static tern_value_t *widen(tern_builder_t *b, tern_value_t *x) {
  bool is_narrow = tern_type_bit_width(x->type) < 16;
  return is_narrow ? cast(b, TERN_ARITH(EXTF), x, tern_float_type_get(b->context, TERN_TYPE_F32)) : x;
}

// A float's bits as an integer whose signed order is the float's total order.
static tern_value_t *build_total_order_key(tern_builder_t *b, tern_value_t *x) {
  uint32_t width = tern_type_bit_width(x->type);
  const tern_type_t *type = tern_i_type_get(b->context, width);
  tern_value_t *bits = cast(b, TERN_ARITH(BITCAST), x, type), *zero = integer(b, type, 0);
  tern_value_t *flipped = binary(b, TERN_ARITH(XORI), bits, integer(b, type, (int64_t)~lowest_of(type)));
  return select(b, compare_int(b, TERN_CMPI_SLT, bits, zero), flipped, bits);
}

// As above, for the weak order: both zeros are one number, and any NaN comes last.
static tern_value_t *build_weak_order_key(tern_builder_t *b, tern_value_t *x) {
  tern_value_t *key = build_total_order_key(b, x), *wide = widen(b, x);
  tern_value_t *is_minus_zero = compare_int(b, TERN_CMPI_EQ, key, integer(b, key->type, -1));
  key = select(b, is_minus_zero, integer(b, key->type, 0), key);
  tern_value_t *is_nan = compare_float(b, TERN_CMPF_UNO, wide, wide);
  return select(b, is_nan, integer(b, key->type, (int64_t)~lowest_of(key->type)), key);
}

// Text of an enum attribute or of a string: the direction and kind of a comparison.
static tern_str_t enum_text(const tern_attr_t *attr) {
  if (!attr) return TERN_STR("");
  if (tern_attr_is_string(attr)) return tern_string_attr_value(attr);
  const char *name = attr->kind == TERN_ATTR_ENUM ? tern_enum_case_name(attr->row, tern_enum_attr_value(attr)) : NULL;
  return name ? tern_str_from_cstr(name) : TERN_STR("");
}

static tern_value_t *build_compare(const site_t *s) {
  static const struct {
    const char *name;
    int64_t of_floats, of_signed, of_bools;
  } directions[] = {
      {"EQ", TERN_CMPF_OEQ, TERN_CMPI_EQ, TERN_CMPI_EQ},   {"NE", TERN_CMPF_UNE, TERN_CMPI_NE, TERN_CMPI_NE},
      {"GE", TERN_CMPF_OGE, TERN_CMPI_SGE, TERN_CMPI_UGE}, {"GT", TERN_CMPF_OGT, TERN_CMPI_SGT, TERN_CMPI_UGT},
      {"LE", TERN_CMPF_OLE, TERN_CMPI_SLE, TERN_CMPI_ULE}, {"LT", TERN_CMPF_OLT, TERN_CMPI_SLT, TERN_CMPI_ULT},
  };
  tern_str_t direction = enum_text(tern_op_attr(s->op, "comparison_direction"));
  tern_str_t kind = enum_text(tern_op_attr(s->op, "compare_type"));
  bool is_total = tern_str_equal(kind, TERN_STR("TOTALORDER")), is_weak = tern_str_equal(kind, TERN_STR("WEAKORDER"));
  bool has_no_sign = is_unsigned(s->from) || tern_str_equal(kind, TERN_STR("UNSIGNED"));
  if (is_complex(s->from)) return tern_scalar_complex_compare(s, direction);
  tern_value_t *x = s->args[0], *y = s->args[1];
  for (size_t i = 0; i < sizeof directions / sizeof directions[0]; ++i) {
    if (!tern_str_equal_cstr(direction, directions[i].name)) continue;
    if (tern_type_is_float(x->type) && !is_total && !is_weak) {
      return compare_float(s->b, directions[i].of_floats, widen(s->b, x), widen(s->b, y));
    }
    if (tern_type_is_float(x->type)) {
      x = is_weak ? build_weak_order_key(s->b, x) : build_total_order_key(s->b, x);
      y = is_weak ? build_weak_order_key(s->b, y) : build_total_order_key(s->b, y);
    }
    return compare_int(s->b, has_no_sign ? directions[i].of_bools : directions[i].of_signed, x, y);
  }
  return x;
}

// --- the table ---

enum { FLOATS = 1, SIGNED = 2, UNSIGNED = 4, BOOLS = 8, COMPLEXES = 16 };
enum { INTS = SIGNED | UNSIGNED, REALS = FLOATS | INTS, NUMBERS = REALS | COMPLEXES, ANY = NUMBERS | BOOLS };

static const struct scalar_row {
  tern_hlo_t id;
  int types;                                                      // of the elements of the operand that decides
  const tern_op_row_t *of_float, *of_int, *of_bool, *of_complex;  // one op on the same type, or
  tern_value_t *(*build)(const site_t *site);
  int built;       // the types that `build` is for
  bool is_narrow;  // also on floats of less than 16 bits; others compute in f32
} rows[] = {
    {TERN_HLO_ABS, FLOATS | SIGNED | COMPLEXES, .of_float = TERN_MATH(ABSF), .of_complex = TERN_COMPLEX(ABS),
     .build = build_absolute, .built = SIGNED},
    {TERN_HLO_ADD, ANY, .of_float = TERN_ARITH(ADDF), .of_int = TERN_ARITH(ADDI), .of_bool = TERN_ARITH(ORI),
     .of_complex = TERN_COMPLEX(ADD)},
    {TERN_HLO_AND, INTS | BOOLS, .of_int = TERN_ARITH(ANDI), .of_bool = TERN_ARITH(ANDI)},
    {TERN_HLO_ATAN2, FLOATS | COMPLEXES, .of_float = TERN_MATH(ATAN2), .of_complex = TERN_COMPLEX(ATAN2)},
    {TERN_HLO_BITCAST_CONVERT, ANY, .build = tern_scalar_bitcast, .built = ANY, .is_narrow = true},
    {TERN_HLO_CBRT, FLOATS | COMPLEXES, .of_float = TERN_MATH(CBRT), .build = tern_scalar_complex_cbrt,
     .built = COMPLEXES},
    {TERN_HLO_CEIL, FLOATS, .of_float = TERN_MATH(CEIL)},
    {TERN_HLO_CLAMP, ANY, .build = build_clamp, .built = ANY},
    {TERN_HLO_COMPARE, ANY, .build = build_compare, .built = ANY, .is_narrow = true},
    {TERN_HLO_COMPLEX, FLOATS, .build = tern_scalar_complex_create, .built = FLOATS},
    {TERN_HLO_CONVERT, ANY, .build = tern_scalar_convert, .built = ANY, .is_narrow = true},
    {TERN_HLO_COPY, ANY, .build = build_identity, .built = ANY, .is_narrow = true},
    {TERN_HLO_COSINE, FLOATS | COMPLEXES, .of_float = TERN_MATH(COS), .of_complex = TERN_COMPLEX(COS)},
    {TERN_HLO_COUNT_LEADING_ZEROS, INTS, .of_int = TERN_MATH(CTLZ)},
    {TERN_HLO_DIVIDE, NUMBERS, .of_float = TERN_ARITH(DIVF), .of_complex = TERN_COMPLEX(DIV), .build = build_divide,
     .built = INTS},
    {TERN_HLO_EXPONENTIAL, FLOATS | COMPLEXES, .of_float = TERN_MATH(EXP), .of_complex = TERN_COMPLEX(EXP)},
    {TERN_HLO_EXPONENTIAL_MINUS_ONE, FLOATS | COMPLEXES, .of_float = TERN_MATH(EXPM1),
     .of_complex = TERN_COMPLEX(EXPM1)},
    {TERN_HLO_FLOOR, FLOATS, .of_float = TERN_MATH(FLOOR)},
    {TERN_HLO_IMAG, FLOATS | COMPLEXES, .build = tern_scalar_complex_part, .built = FLOATS | COMPLEXES},
    {TERN_HLO_IS_FINITE, FLOATS, .build = build_is_finite, .built = FLOATS},
    {TERN_HLO_LOG, FLOATS | COMPLEXES, .of_float = TERN_MATH(LOG), .of_complex = TERN_COMPLEX(LOG)},
    {TERN_HLO_LOG_PLUS_ONE, FLOATS | COMPLEXES, .of_float = TERN_MATH(LOG1P), .of_complex = TERN_COMPLEX(LOG1P)},
    {TERN_HLO_LOGISTIC, FLOATS | COMPLEXES, .build = build_logistic, .built = FLOATS | COMPLEXES},
    {TERN_HLO_MAXIMUM, ANY, .build = build_extreme, .built = ANY},
    {TERN_HLO_MINIMUM, ANY, .build = build_extreme, .built = ANY},
    {TERN_HLO_MULTIPLY, ANY, .of_float = TERN_ARITH(MULF), .of_int = TERN_ARITH(MULI), .of_bool = TERN_ARITH(ANDI),
     .of_complex = TERN_COMPLEX(MUL)},
    {TERN_HLO_NEGATE, NUMBERS, .of_complex = TERN_COMPLEX(NEG), .build = build_negate, .built = REALS},
    {TERN_HLO_NOT, INTS | BOOLS, .build = build_not, .built = INTS | BOOLS},
    {TERN_HLO_OR, INTS | BOOLS, .of_int = TERN_ARITH(ORI), .of_bool = TERN_ARITH(ORI)},
    {TERN_HLO_POPCNT, INTS, .of_int = TERN_MATH(CTPOP)},
    {TERN_HLO_POWER, NUMBERS, .of_float = TERN_MATH(POWF), .of_complex = TERN_COMPLEX(POW),
     .build = build_integer_power, .built = INTS},
    {TERN_HLO_REAL, FLOATS | COMPLEXES, .build = tern_scalar_complex_part, .built = FLOATS | COMPLEXES},
    {TERN_HLO_REDUCE_PRECISION, FLOATS, .build = tern_scalar_reduce_precision, .built = FLOATS},
    {TERN_HLO_REMAINDER, REALS, .of_float = TERN_ARITH(REMF), .build = build_remainder, .built = INTS},
    {TERN_HLO_ROUND_NEAREST_AFZ, FLOATS, .of_float = TERN_MATH(ROUND)},
    {TERN_HLO_ROUND_NEAREST_EVEN, FLOATS, .of_float = TERN_MATH(ROUNDEVEN)},
    {TERN_HLO_RSQRT, FLOATS | COMPLEXES, .of_float = TERN_MATH(RSQRT), .of_complex = TERN_COMPLEX(RSQRT)},
    {TERN_HLO_SELECT, ANY, .build = build_select, .built = ANY, .is_narrow = true},
    {TERN_HLO_SHIFT_LEFT, INTS, .build = build_shift, .built = INTS},
    {TERN_HLO_SHIFT_RIGHT_ARITHMETIC, INTS, .build = build_shift, .built = INTS},
    {TERN_HLO_SHIFT_RIGHT_LOGICAL, INTS, .build = build_shift, .built = INTS},
    {TERN_HLO_SIGN, NUMBERS, .of_complex = TERN_COMPLEX(SIGN), .build = build_sign, .built = REALS},
    {TERN_HLO_SINE, FLOATS | COMPLEXES, .of_float = TERN_MATH(SIN), .of_complex = TERN_COMPLEX(SIN)},
    {TERN_HLO_SQRT, FLOATS | COMPLEXES, .of_float = TERN_MATH(SQRT), .of_complex = TERN_COMPLEX(SQRT)},
    {TERN_HLO_SUBTRACT, NUMBERS, .of_float = TERN_ARITH(SUBF), .of_int = TERN_ARITH(SUBI),
     .of_complex = TERN_COMPLEX(SUB)},
    {TERN_HLO_TAN, FLOATS | COMPLEXES, .of_float = TERN_MATH(TAN), .of_complex = TERN_COMPLEX(TAN)},
    {TERN_HLO_TANH, FLOATS | COMPLEXES, .of_float = TERN_MATH(TANH), .of_complex = TERN_COMPLEX(TANH)},
    {TERN_HLO_XOR, INTS | BOOLS, .of_int = TERN_ARITH(XORI), .of_bool = TERN_ARITH(XORI)},
    {TERN_HLO_ERF, FLOATS, .of_float = TERN_MATH(ERF)},
    {TERN_HLO_ACOS, FLOATS, .of_float = TERN_MATH(ACOS)},
    {TERN_HLO_ACOSH, FLOATS, .of_float = TERN_MATH(ACOSH)},
    {TERN_HLO_ASIN, FLOATS, .of_float = TERN_MATH(ASIN)},
    {TERN_HLO_ASINH, FLOATS, .of_float = TERN_MATH(ASINH)},
    {TERN_HLO_ATANH, FLOATS, .of_float = TERN_MATH(ATANH)},
    {TERN_HLO_COSH, FLOATS, .of_float = TERN_MATH(COSH)},
    {TERN_HLO_SINH, FLOATS, .of_float = TERN_MATH(SINH)},
};

static const struct scalar_row *find_row(const tern_op_t *op) {
  tern_hlo_t id = tern_hlo_id(op);
  for (size_t i = 0; id != TERN_HLO_NONE && i < sizeof rows / sizeof rows[0]; ++i) {
    if (rows[i].id == id) return &rows[i];
  }
  return NULL;
}

bool tern_hlo_is_elementwise(const tern_op_t *op) { return find_row(op) != NULL; }

static int class_of(const tern_type_t *element) {
  if (is_bool(element)) return BOOLS;
  if (tern_type_is_integer(element)) return is_unsigned(element) ? UNSIGNED : SIGNED;
  if (is_complex(element)) return COMPLEXES;
  return tern_type_is_float(element) ? FLOATS : 0;
}

// The operand whose element type decides what the op means: the predicate of select and the lower bound of clamp do not.
static size_t deciding_operand(tern_hlo_t id) { return id == TERN_HLO_SELECT || id == TERN_HLO_CLAMP ? 1 : 0; }

static const tern_type_t *element_of(const tern_value_t *value) { return tern_type_element(value->type); }

bool tern_hlo_scalar_is_defined(const tern_op_t *op, const char **out_reason) {
  const struct scalar_row *row = find_row(op);
  *out_reason = "is not element-wise";
  if (!row || op->result_count != 1) return false;
  const tern_type_t *from = tern_op_operand(op, deciding_operand(row->id))->type, *to = tern_op_result(op, 0)->type;
  *out_reason = "needs ranked tensors";
  if (from->kind != TERN_TYPE_TENSOR || to->kind != TERN_TYPE_TENSOR) return false;
  *out_reason = "is not defined for its element type";
  if (!(row->types & class_of(tern_type_element(from))) || class_of(tern_type_element(to)) == 0) return false;
  *out_reason = "changes the width of elements";
  return row->id != TERN_HLO_BITCAST_CONVERT || tern_type_rank(from) == tern_type_rank(to);
}

static tern_value_t *build_with_row(const struct scalar_row *row, const site_t *site) {
  int types = class_of(site->from);
  if (row->built & types) return row->build(site);
  const tern_op_row_t *direct = types == FLOATS      ? row->of_float
                                : types == COMPLEXES ? row->of_complex
                                : types == BOOLS     ? row->of_bool
                                                     : row->of_int;
  size_t count = site->op->operand_count;
  return tern_build_value(site->b, direct, .operands = {site->args, count}, .types = TERN_TYPES(site->type));
}

// Floats of less than 16 bits have no arithmetic of their own: f32 holds their sums, products and quotients exactly enough
// to be rounded once.
static tern_value_t *build_through_f32(const struct scalar_row *row, const site_t *site) {
  const tern_type_t *f32 = tern_float_type_get(site->b->context, TERN_TYPE_F32);
  tern_value_t *args[3];
  for (size_t i = 0; i < site->op->operand_count && i < 3; ++i) {
    tern_value_t *x = site->args[i];
    args[i] = x->type == site->from ? cast(site->b, TERN_ARITH(EXTF), x, f32) : x;
  }
  bool is_back = site->type == site->from;
  const tern_type_t *type = is_back ? f32 : site->type;
  tern_value_t *result = build_with_row(row, &(site_t){site->b, site->op, type, f32, is_back ? f32 : site->to, args});
  return is_back ? cast(site->b, TERN_ARITH(TRUNCF), result, site->type) : result;
}

tern_value_t *tern_hlo_build_scalar(tern_builder_t *builder, const tern_op_t *op, const tern_type_t *type,
                                    tern_value_t *const *args) {
  const struct scalar_row *row = find_row(op);
  site_t site = {
      builder, op,  tern_hlo_signless_element(type), element_of(tern_op_operand(op, deciding_operand(row->id))),
      type,    args};
  bool is_narrow = tern_type_is_float(site.from) && tern_type_bit_width(site.from) < 16;
  return is_narrow && !row->is_narrow ? build_through_f32(row, &site) : build_with_row(row, &site);
}

const tern_type_t *tern_hlo_signless_element(const tern_type_t *element) {
  return tern_type_is_integer(element) ? tern_i_type_get(element->context, tern_integer_type_width(element)) : element;
}
