// Element-wise StableHLO ops on scalars (source: the StableHLO specification, "Ops"; upstream: map_stablehlo_to_scalar_op).
//
// Signless integers are signed, i1 is a boolean. What arith leaves undefined gets the values that XLA gives: division by
// zero is -1, its remainder the dividend, the lowest value divided by -1 is itself, shifts by the width or more run out,
// and conversions to integers saturate, with NaN to 0.

#include "convert/hlo_scalar.h"

#include <math.h>
#include <string.h>

#include "base/float.h"
#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/math/math.h"
#include "dialect/scf/build.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- small builders ---

static tern_value_t *unary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

static tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type));
}

static tern_value_t *cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static tern_value_t *compare(tern_builder_t *b, const tern_op_row_t *row, int64_t predicate, tern_value_t *x,
                             tern_value_t *y) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), predicate);
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static tern_value_t *compare_int(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  return compare(b, TERN_ARITH(CMPI), predicate, x, y);
}

static tern_value_t *compare_float(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  return compare(b, TERN_ARITH(CMPF), predicate, x, y);
}

static tern_value_t *select(tern_builder_t *b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, yes, no),
                          .types = TERN_TYPES(yes->type));
}

static tern_value_t *number(tern_builder_t *b, const tern_type_t *type, double value) {
  return tern_build_number(b, type, value);
}

static tern_value_t *integer(tern_builder_t *b, const tern_type_t *type, int64_t value) {
  return tern_build_constant(b, tern_integer_attr_get(type, value));
}

static int64_t lowest_of(const tern_type_t *type) {
  return (int64_t)(UINT64_MAX << (tern_integer_type_width(type) - 1));
}

static bool is_bool(const tern_type_t *type) { return tern_type_is_i(type, 1); }

// --- ops that need more than one line ---

typedef struct site {
  tern_builder_t *b;
  const tern_op_t *op;
  const tern_type_t *type;  // element of the result
  tern_value_t *const *args;
} site_t;

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

static tern_value_t *build_divide(const site_t *s) {
  tern_value_t *is_zero, *is_overflow, *divisor = build_safe_divisor(s, &is_zero, &is_overflow);
  tern_value_t *quotient = binary(s->b, TERN_ARITH(DIVSI), s->args[0], divisor);
  return select(s->b, is_zero, integer(s->b, s->type, -1), quotient);
}

static tern_value_t *build_remainder(const site_t *s) {
  tern_value_t *is_zero, *is_overflow, *divisor = build_safe_divisor(s, &is_zero, &is_overflow);
  tern_value_t *rest = binary(s->b, TERN_ARITH(REMSI), s->args[0], divisor);
  return select(s->b, is_zero, s->args[0], rest);
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
  for (uint32_t bit = 0; bit + 1 < tern_integer_type_width(s->type); ++bit) {
    tern_value_t *is_odd = compare_int(b, TERN_CMPI_NE, binary(b, TERN_ARITH(ANDI), exponent, one), zero);
    result = select(b, is_odd, binary(b, TERN_ARITH(MULI), result, square), result);
    square = binary(b, TERN_ARITH(MULI), square, square);
    exponent = binary(b, TERN_ARITH(SHRUI), exponent, one);
  }
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
  tern_value_t *is_negative = compare_int(b, TERN_CMPI_SLT, x, zero);
  tern_value_t *nonzero = select(b, is_negative, integer(b, s->type, -1), one);
  return select(b, compare_int(b, TERN_CMPI_EQ, x, zero), zero, nonzero);
}

static tern_value_t *build_logistic(const site_t *s) {
  tern_value_t *one = number(s->b, s->type, 1);
  tern_value_t *power = unary(s->b, TERN_MATH(EXP), unary(s->b, TERN_ARITH(NEGF), s->args[0]));
  return binary(s->b, TERN_ARITH(DIVF), one, binary(s->b, TERN_ARITH(ADDF), one, power));
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
  bool is_float = tern_type_is_float(s->type);
  tern_value_t *raised = binary(s->b, is_float ? TERN_ARITH(MAXIMUMF) : TERN_ARITH(MAXSI), s->args[1], s->args[0]);
  return binary(s->b, is_float ? TERN_ARITH(MINIMUMF) : TERN_ARITH(MINSI), raised, s->args[2]);
}

static tern_value_t *build_select(const site_t *s) { return select(s->b, s->args[0], s->args[1], s->args[2]); }

static tern_value_t *build_identity(const site_t *s) { return s->args[0]; }

// A float's bits as an integer whose signed order is the float's total order.
static tern_value_t *build_total_order_key(tern_builder_t *b, tern_value_t *x) {
  uint32_t width = tern_type_bit_width(x->type);
  const tern_type_t *type = tern_i_type_get(b->context, width);
  tern_value_t *bits = cast(b, TERN_ARITH(BITCAST), x, type), *zero = integer(b, type, 0);
  tern_value_t *flipped = binary(b, TERN_ARITH(XORI), bits, integer(b, type, (int64_t)~lowest_of(type)));
  return select(b, compare_int(b, TERN_CMPI_SLT, bits, zero), flipped, bits);
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
  bool is_total = tern_str_equal(enum_text(tern_op_attr(s->op, "compare_type")), TERN_STR("TOTALORDER"));
  bool is_unsigned = tern_str_equal(enum_text(tern_op_attr(s->op, "compare_type")), TERN_STR("UNSIGNED"));
  tern_value_t *x = s->args[0], *y = s->args[1];
  for (size_t i = 0; i < sizeof directions / sizeof directions[0]; ++i) {
    if (!tern_str_equal_cstr(direction, directions[i].name)) continue;
    if (tern_type_is_float(x->type) && !is_total) return compare_float(s->b, directions[i].of_floats, x, y);
    if (tern_type_is_float(x->type)) {
      x = build_total_order_key(s->b, x);
      y = build_total_order_key(s->b, y);
    }
    return compare_int(s->b, is_bool(x->type) || is_unsigned ? directions[i].of_bools : directions[i].of_signed, x, y);
  }
  return x;
}

// Saturates; NaN becomes 0.
static tern_value_t *build_float_to_int(tern_builder_t *b, tern_value_t *x, const tern_type_t *type) {
  const tern_type_t *wide = x->type;
  if (tern_type_bit_width(wide) < 32) {
    wide = tern_float_type_get(b->context, TERN_TYPE_F32);
    x = cast(b, TERN_ARITH(EXTF), x, wide);
  }
  // 2^(n-1) is a power of two: exact in any of these formats, unlike the highest integer.
  double bound = ldexp(1.0, (int)tern_integer_type_width(type) - 1);
  tern_value_t *low = number(b, wide, -bound), *high = number(b, wide, bound), *zero = number(b, wide, 0);
  tern_value_t *is_low = compare_float(b, TERN_CMPF_OLT, x, low), *is_high = compare_float(b, TERN_CMPF_OGE, x, high);
  tern_value_t *is_nan = compare_float(b, TERN_CMPF_UNO, x, x);
  tern_value_t *is_outside = binary(b, TERN_ARITH(ORI), binary(b, TERN_ARITH(ORI), is_low, is_high), is_nan);
  tern_value_t *inside = cast(b, TERN_ARITH(FPTOSI), select(b, is_outside, zero, x), type);
  tern_value_t *result = select(b, is_low, integer(b, type, lowest_of(type)), inside);
  return select(b, is_high, integer(b, type, ~lowest_of(type)), result);
}

static tern_value_t *build_convert_to(tern_builder_t *b, tern_value_t *x, const tern_type_t *type) {
  const tern_type_t *from = x->type;
  uint32_t from_width = tern_type_bit_width(from), to_width = tern_type_bit_width(type);
  if (from == type) return x;
  if (is_bool(type)) {
    return tern_type_is_float(from) ? compare_float(b, TERN_CMPF_UNE, x, number(b, from, 0))
                                    : compare_int(b, TERN_CMPI_NE, x, number(b, from, 0));
  }
  if (tern_type_is_float(type)) {
    if (!tern_type_is_float(from)) {
      return cast(b, is_bool(from) ? TERN_ARITH(UITOFP) : TERN_ARITH(SITOFP), x, type);
    }
    if (from_width == to_width) {
      x = cast(b, TERN_ARITH(EXTF), x, tern_float_type_get(b->context, TERN_TYPE_F32));
      return cast(b, TERN_ARITH(TRUNCF), x, type);
    }
    return cast(b, from_width < to_width ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF), x, type);
  }
  if (tern_type_is_float(from)) return build_float_to_int(b, x, type);
  if (is_bool(from)) return cast(b, TERN_ARITH(EXTUI), x, type);
  return cast(b, from_width < to_width ? TERN_ARITH(EXTSI) : TERN_ARITH(TRUNCI), x, type);
}

static tern_value_t *build_convert(const site_t *s) { return build_convert_to(s->b, s->args[0], s->type); }

static tern_value_t *build_bitcast(const site_t *s) {
  return s->args[0]->type == s->type ? s->args[0] : cast(s->b, TERN_ARITH(BITCAST), s->args[0], s->type);
}

// Rounds to a narrower exponent and mantissa within the same type, ties to even; what leaves the exponent's range becomes
// infinity or zero (source: the specification's reduce_precision; XLA's EmitReducePrecisionIR).
static tern_value_t *build_reduce_precision(const site_t *s) {
  tern_builder_t *b = s->b;
  uint32_t width = tern_type_bit_width(s->type);
  const tern_float_format_t *format = &tern_float_formats[s->type->kind - TERN_TYPE_F4E2M1FN];
  int64_t exponent = tern_integer_attr_value(tern_op_attr(s->op, "exponent_bits"));
  int64_t mantissa = tern_integer_attr_value(tern_op_attr(s->op, "mantissa_bits"));
  const tern_type_t *type = tern_i_type_get(b->context, width);
  tern_value_t *x = s->args[0], *bits = cast(b, TERN_ARITH(BITCAST), x, type);
  int64_t exponent_mask = ((INT64_C(1) << format->exponent_width) - 1) << format->mantissa_width;
  if (mantissa < format->mantissa_width) {
    int64_t dropped = format->mantissa_width - mantissa;
    tern_value_t *last =
        binary(b, TERN_ARITH(ANDI), binary(b, TERN_ARITH(SHRUI), bits, integer(b, type, dropped)), integer(b, type, 1));
    tern_value_t *bias = binary(b, TERN_ARITH(ADDI), last, integer(b, type, (INT64_C(1) << (dropped - 1)) - 1));
    bits = binary(b, TERN_ARITH(ANDI), binary(b, TERN_ARITH(ADDI), bits, bias),
                  integer(b, type, (int64_t)(UINT64_MAX << dropped)));
  }
  if (exponent < format->exponent_width) {
    int64_t bias = (INT64_C(1) << (format->exponent_width - 1)) - 1, reduced = (INT64_C(1) << (exponent - 1)) - 1;
    tern_value_t *sign = binary(b, TERN_ARITH(ANDI), bits, integer(b, type, lowest_of(type)));
    tern_value_t *field = binary(b, TERN_ARITH(ANDI), bits, integer(b, type, exponent_mask));
    tern_value_t *is_over =
        compare_int(b, TERN_CMPI_UGT, field, integer(b, type, (bias + reduced) << format->mantissa_width));
    tern_value_t *is_under =
        compare_int(b, TERN_CMPI_ULE, field, integer(b, type, (bias - reduced) << format->mantissa_width));
    tern_value_t *infinity = binary(b, TERN_ARITH(ORI), sign, integer(b, type, exponent_mask));
    bits = select(b, is_over, infinity, bits);
    bits = select(b, is_under, sign, bits);
  }
  tern_value_t *rounded = cast(b, TERN_ARITH(BITCAST), bits, s->type);
  return select(b, compare_float(b, TERN_CMPF_UNO, x, x), x, rounded);
}

// --- the table ---

enum { FLOATS = 1, INTS = 2, BOOLS = 4, ANY = 7 };

static const struct scalar_row {
  tern_hlo_t id;
  int types;  // of operand 0's elements (of the last operand for select and clamp)
  const tern_op_row_t *of_float, *of_int, *of_bool;  // one op on the same type, or
  tern_value_t *(*build)(const site_t *site);
  bool build_ints_only;  // `build` is for integers, floats use `of_float`
} rows[] = {
    {TERN_HLO_ABS, FLOATS | INTS, TERN_MATH(ABSF), TERN_MATH(ABSI), NULL, NULL, false},
    {TERN_HLO_ADD, ANY, TERN_ARITH(ADDF), TERN_ARITH(ADDI), TERN_ARITH(ORI), NULL, false},
    {TERN_HLO_AND, INTS | BOOLS, NULL, TERN_ARITH(ANDI), TERN_ARITH(ANDI), NULL, false},
    {TERN_HLO_ATAN2, FLOATS, TERN_MATH(ATAN2), NULL, NULL, NULL, false},
    {TERN_HLO_BITCAST_CONVERT, ANY, NULL, NULL, NULL, build_bitcast, false},
    {TERN_HLO_CBRT, FLOATS, TERN_MATH(CBRT), NULL, NULL, NULL, false},
    {TERN_HLO_CEIL, FLOATS, TERN_MATH(CEIL), NULL, NULL, NULL, false},
    {TERN_HLO_CLAMP, FLOATS | INTS, NULL, NULL, NULL, build_clamp, false},
    {TERN_HLO_COMPARE, ANY, NULL, NULL, NULL, build_compare, false},
    {TERN_HLO_CONVERT, ANY, NULL, NULL, NULL, build_convert, false},
    {TERN_HLO_COPY, ANY, NULL, NULL, NULL, build_identity, false},
    {TERN_HLO_COSINE, FLOATS, TERN_MATH(COS), NULL, NULL, NULL, false},
    {TERN_HLO_COUNT_LEADING_ZEROS, INTS, NULL, TERN_MATH(CTLZ), NULL, NULL, false},
    {TERN_HLO_DIVIDE, FLOATS | INTS, TERN_ARITH(DIVF), NULL, NULL, build_divide, true},
    {TERN_HLO_EXPONENTIAL, FLOATS, TERN_MATH(EXP), NULL, NULL, NULL, false},
    {TERN_HLO_EXPONENTIAL_MINUS_ONE, FLOATS, TERN_MATH(EXPM1), NULL, NULL, NULL, false},
    {TERN_HLO_FLOOR, FLOATS, TERN_MATH(FLOOR), NULL, NULL, NULL, false},
    {TERN_HLO_IS_FINITE, FLOATS, NULL, NULL, NULL, build_is_finite, false},
    {TERN_HLO_LOG, FLOATS, TERN_MATH(LOG), NULL, NULL, NULL, false},
    {TERN_HLO_LOG_PLUS_ONE, FLOATS, TERN_MATH(LOG1P), NULL, NULL, NULL, false},
    {TERN_HLO_LOGISTIC, FLOATS, NULL, NULL, NULL, build_logistic, false},
    {TERN_HLO_MAXIMUM, ANY, TERN_ARITH(MAXIMUMF), TERN_ARITH(MAXSI), TERN_ARITH(ORI), NULL, false},
    {TERN_HLO_MINIMUM, ANY, TERN_ARITH(MINIMUMF), TERN_ARITH(MINSI), TERN_ARITH(ANDI), NULL, false},
    {TERN_HLO_MULTIPLY, ANY, TERN_ARITH(MULF), TERN_ARITH(MULI), TERN_ARITH(ANDI), NULL, false},
    {TERN_HLO_NEGATE, FLOATS | INTS, NULL, NULL, NULL, build_negate, false},
    {TERN_HLO_NOT, INTS | BOOLS, NULL, NULL, NULL, build_not, false},
    {TERN_HLO_OR, INTS | BOOLS, NULL, TERN_ARITH(ORI), TERN_ARITH(ORI), NULL, false},
    {TERN_HLO_POPCNT, INTS, NULL, TERN_MATH(CTPOP), NULL, NULL, false},
    {TERN_HLO_POWER, FLOATS | INTS, TERN_MATH(POWF), NULL, NULL, build_integer_power, true},
    {TERN_HLO_REDUCE_PRECISION, FLOATS, NULL, NULL, NULL, build_reduce_precision, false},
    {TERN_HLO_REMAINDER, FLOATS | INTS, TERN_ARITH(REMF), NULL, NULL, build_remainder, true},
    {TERN_HLO_ROUND_NEAREST_AFZ, FLOATS, TERN_MATH(ROUND), NULL, NULL, NULL, false},
    {TERN_HLO_ROUND_NEAREST_EVEN, FLOATS, TERN_MATH(ROUNDEVEN), NULL, NULL, NULL, false},
    {TERN_HLO_RSQRT, FLOATS, TERN_MATH(RSQRT), NULL, NULL, NULL, false},
    {TERN_HLO_SELECT, ANY, NULL, NULL, NULL, build_select, false},
    {TERN_HLO_SHIFT_LEFT, INTS, NULL, NULL, NULL, build_shift, false},
    {TERN_HLO_SHIFT_RIGHT_ARITHMETIC, INTS, NULL, NULL, NULL, build_shift, false},
    {TERN_HLO_SHIFT_RIGHT_LOGICAL, INTS, NULL, NULL, NULL, build_shift, false},
    {TERN_HLO_SIGN, FLOATS | INTS, NULL, NULL, NULL, build_sign, false},
    {TERN_HLO_SINE, FLOATS, TERN_MATH(SIN), NULL, NULL, NULL, false},
    {TERN_HLO_SQRT, FLOATS, TERN_MATH(SQRT), NULL, NULL, NULL, false},
    {TERN_HLO_SUBTRACT, FLOATS | INTS, TERN_ARITH(SUBF), TERN_ARITH(SUBI), NULL, NULL, false},
    {TERN_HLO_TAN, FLOATS, TERN_MATH(TAN), NULL, NULL, NULL, false},
    {TERN_HLO_TANH, FLOATS, TERN_MATH(TANH), NULL, NULL, NULL, false},
    {TERN_HLO_XOR, INTS | BOOLS, NULL, TERN_ARITH(XORI), TERN_ARITH(XORI), NULL, false},
    {TERN_HLO_ERF, FLOATS, TERN_MATH(ERF), NULL, NULL, NULL, false},
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
  if (tern_type_is_signless(element)) {
    uint32_t width = tern_integer_type_width(element);
    return width == 8 || width == 16 || width == 32 || width == 64 ? INTS : 0;
  }
  bool is_float = tern_type_is_float(element);
  return is_float && (tern_type_bit_width(element) == 16 || element->kind == TERN_TYPE_F32 ||
                      element->kind == TERN_TYPE_F64)
             ? FLOATS
             : 0;
}

bool tern_hlo_scalar_is_supported(const tern_op_t *op, const char **out_reason) {
  const struct scalar_row *row = find_row(op);
  *out_reason = "is not element-wise";
  if (!row || op->result_count != 1) return false;
  for (size_t i = 0; i < op->operand_count + 1; ++i) {
    const tern_type_t *type = i < op->operand_count ? tern_op_operand(op, i)->type : tern_op_result(op, 0)->type;
    *out_reason = "has an element type that the CPU code generator does not handle";
    if (type->kind != TERN_TYPE_TENSOR || class_of(tern_type_element(type)) == 0) return false;
  }
  size_t which = row->id == TERN_HLO_SELECT || row->id == TERN_HLO_CLAMP ? 1 : 0;
  *out_reason = "is not defined for its element type";
  if (!(row->types & class_of(tern_type_element(tern_op_operand(op, which)->type)))) return false;
  *out_reason = "changes the width of elements";
  return row->id != TERN_HLO_BITCAST_CONVERT || tern_type_bit_width(tern_type_element(tern_op_operand(op, 0)->type)) ==
                                                    tern_type_bit_width(tern_type_element(tern_op_result(op, 0)->type));
}

tern_value_t *tern_hlo_build_scalar(tern_builder_t *builder, const tern_op_t *op, const tern_type_t *type,
                                    tern_value_t *const *args) {
  const struct scalar_row *row = find_row(op);
  site_t site = {builder, op, type, args};
  int operand_class = class_of(args[0]->type);
  if (row->build && !(row->build_ints_only && operand_class == FLOATS)) return row->build(&site);
  const tern_op_row_t *direct = operand_class == FLOATS ? row->of_float
                                : operand_class == INTS ? row->of_int
                                                        : row->of_bool;
  return op->operand_count == 1 ? unary(builder, direct, args[0]) : binary(builder, direct, args[0], args[1]);
}

// --- regions ---

bool tern_hlo_scalar_region_is_supported(const tern_op_t *op, const tern_region_t *region) {
  if (region->first_block != region->last_block) return tern_op_error(op, "has a region of several blocks");
  tern_block_for_each_op(region->first_block, inner) {
    const char *reason;
    if (tern_hlo_is(inner, TERN_HLO_RETURN) || tern_hlo_is(inner, TERN_HLO_CONSTANT) ||
        tern_op_is(inner, TERN_ARITH(CONSTANT))) {
      continue;
    }
    if (!tern_hlo_scalar_is_supported(inner, &reason)) {
      tern_op_error(inner, "%s", reason);
      tern_emit_note(op->loc, "the region of this op must hold element-wise ops on scalars");
      return false;
    }
  }
  return true;
}

void tern_hlo_build_scalar_region(tern_builder_t *builder, tern_region_t *region, tern_value_t *const *args,
                                  tern_value_t **out_results, size_t result_count) {
  tern_block_t *block = region->first_block;
  tern_map_t values = {0};
  for (size_t i = 0; i < block->arg_count; ++i) tern_map_set(&values, block->args[i], args[i]);
  tern_block_for_each_op(block, inner) {
    if (tern_hlo_is(inner, TERN_HLO_RETURN)) {
      for (size_t i = 0; i < result_count; ++i) out_results[i] = tern_map_get(&values, tern_op_operand(inner, i));
      break;
    }
    tern_value_t *result;
    const tern_attr_t *constant = tern_value_constant(tern_op_result(inner, 0));
    const tern_type_t *element = tern_type_element(tern_op_result(inner, 0)->type);
    if (constant) {
      result = tern_build_constant(builder, tern_dense_elements_attr_at(constant, 0));
    } else {
      tern_value_t *inner_args[3];
      for (size_t i = 0; i < inner->operand_count && i < 3; ++i) {
        inner_args[i] = tern_map_get(&values, tern_op_operand(inner, i));
      }
      result = tern_hlo_build_scalar(builder, inner, element, inner_args);
    }
    tern_map_set(&values, tern_op_result(inner, 0), result);
  }
  tern_map_deinitialize(&values);
}
