// The ops of --arith-emulate-wide-int: arithmetic on integers of 2N bits by arithmetic on N bits. Sums, products and
// comparisons go by halves, as upstream does them; division is long division, bit by bit; conversions to floats
// normalise first, so that they round once.

#include "dialect/arith/arith.h"
#include "dialect/common/fold_elements.h"
#include "dialect/math/math.h"
#include "dialect/scf/build.h"
#include "dialect/vector/vector.h"
#include "transform/arith/wide_int_halves.h"

// --- arithmetic on halves ---

static value_t one(const expansion_t *e, const tern_op_row_t *row, value_t x) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(x));
}
static value_t two(const expansion_t *e, const tern_op_row_t *row, value_t x, value_t y) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(x, y));
}
static value_t cast(const expansion_t *e, const tern_op_row_t *row, value_t x, const tern_type_t *type) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}
static value_t number(const expansion_t *e, int64_t value) { return tern_arith_constant_int(e->b, e->half, value); }
static value_t compare(const expansion_t *e, tern_cmpi_predicate_t predicate, value_t x, value_t y) {
  return tern_arith_cmpi(e->b, predicate, x, y);
}
static value_t pick_half(const expansion_t *e, value_t condition, value_t x, value_t y) {
  return tern_build_value(e->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x, y));
}
static halves_t pick(const expansion_t *e, value_t condition, halves_t x, halves_t y) {
  value_t low = pick_half(e, condition, x.low, y.low);
  return (halves_t){low, pick_half(e, condition, x.high, y.high)};
}
static value_t bit(const expansion_t *e, value_t condition) { return cast(e, TERN_ARITH(EXTUI), condition, e->half); }

static halves_t add(const expansion_t *e, halves_t x, halves_t y) {
  tern_op_t *low = tern_build(e->b, TERN_ARITH(ADDUI_EXTENDED), .operands = TERN_VALUES(x.low, y.low));
  value_t carry = bit(e, tern_op_result(low, 1));
  value_t high = two(e, TERN_ARITH(ADDI), two(e, TERN_ARITH(ADDI), x.high, y.high), carry);
  return (halves_t){tern_op_result(low, 0), high};
}

static halves_t subtract(const expansion_t *e, halves_t x, halves_t y) {
  value_t low = two(e, TERN_ARITH(SUBI), x.low, y.low);
  value_t borrow = bit(e, compare(e, TERN_CMPI_ULT, x.low, y.low));
  value_t high = two(e, TERN_ARITH(SUBI), two(e, TERN_ARITH(SUBI), x.high, y.high), borrow);
  return (halves_t){low, high};
}

static halves_t zero(const expansion_t *e) { return (halves_t){number(e, 0), number(e, 0)}; }
static halves_t negate(const expansion_t *e, halves_t x) { return subtract(e, zero(e), x); }
static value_t is_negative(const expansion_t *e, halves_t x) { return compare(e, TERN_CMPI_SLT, x.high, number(e, 0)); }
static halves_t negate_if(const expansion_t *e, value_t condition, halves_t x) {
  return pick(e, condition, negate(e, x), x);
}
static halves_t magnitude(const expansion_t *e, halves_t x) { return negate_if(e, is_negative(e, x), x); }

// The full product of two halves.
static halves_t multiply_halves(const expansion_t *e, value_t x, value_t y) {
  tern_op_t *product = tern_build(e->b, TERN_ARITH(MULUI_EXTENDED), .operands = TERN_VALUES(x, y));
  return (halves_t){tern_op_result(product, 0), tern_op_result(product, 1)};
}

static halves_t multiply(const expansion_t *e, halves_t x, halves_t y) {
  halves_t product = multiply_halves(e, x.low, y.low);
  value_t cross =
      two(e, TERN_ARITH(ADDI), two(e, TERN_ARITH(MULI), x.low, y.high), two(e, TERN_ARITH(MULI), x.high, y.low));
  return (halves_t){product.low, two(e, TERN_ARITH(ADDI), product.high, cross)};
}

static value_t compare_wide(const expansion_t *e, tern_cmpi_predicate_t predicate, halves_t x, halves_t y) {
  static const tern_cmpi_predicate_t low_predicates[] = {
      [TERN_CMPI_EQ] = TERN_CMPI_EQ,   [TERN_CMPI_NE] = TERN_CMPI_NE,   [TERN_CMPI_SLT] = TERN_CMPI_ULT,
      [TERN_CMPI_SLE] = TERN_CMPI_ULE, [TERN_CMPI_SGT] = TERN_CMPI_UGT, [TERN_CMPI_SGE] = TERN_CMPI_UGE,
      [TERN_CMPI_ULT] = TERN_CMPI_ULT, [TERN_CMPI_ULE] = TERN_CMPI_ULE, [TERN_CMPI_UGT] = TERN_CMPI_UGT,
      [TERN_CMPI_UGE] = TERN_CMPI_UGE,
  };
  value_t low = compare(e, low_predicates[predicate], x.low, y.low), high = compare(e, predicate, x.high, y.high);
  if (predicate == TERN_CMPI_EQ) return two(e, TERN_ARITH(ANDI), low, high);
  if (predicate == TERN_CMPI_NE) return two(e, TERN_ARITH(ORI), low, high);
  return pick_half(e, compare(e, TERN_CMPI_EQ, x.high, y.high), low, high);
}

// By an amount below 2N. The bits that change halves are shifted in two steps, as a shift by N is undefined.
static halves_t shift_left(const expansion_t *e, halves_t x, value_t amount) {
  value_t by = two(e, TERN_ARITH(ANDI), amount, number(e, e->bits - 1));
  value_t rest = two(e, TERN_ARITH(XORI), by, number(e, e->bits - 1));
  value_t moved = two(e, TERN_ARITH(SHRUI), two(e, TERN_ARITH(SHRUI), x.low, number(e, 1)), rest);
  value_t low = two(e, TERN_ARITH(SHLI), x.low, by);
  value_t high = two(e, TERN_ARITH(ORI), two(e, TERN_ARITH(SHLI), x.high, by), moved);
  value_t is_far = compare(e, TERN_CMPI_UGE, amount, number(e, e->bits));
  return pick(e, is_far, (halves_t){number(e, 0), low}, (halves_t){low, high});
}

static halves_t shift_right(const expansion_t *e, halves_t x, value_t amount, bool is_signed) {
  const tern_op_row_t *row = is_signed ? TERN_ARITH(SHRSI) : TERN_ARITH(SHRUI);
  value_t by = two(e, TERN_ARITH(ANDI), amount, number(e, e->bits - 1));
  value_t rest = two(e, TERN_ARITH(XORI), by, number(e, e->bits - 1));
  value_t moved = two(e, TERN_ARITH(SHLI), two(e, TERN_ARITH(SHLI), x.high, number(e, 1)), rest);
  value_t high = two(e, row, x.high, by);
  value_t low = two(e, TERN_ARITH(ORI), two(e, TERN_ARITH(SHRUI), x.low, by), moved);
  value_t fill = is_signed ? two(e, row, x.high, number(e, e->bits - 1)) : number(e, 0);
  value_t is_far = compare(e, TERN_CMPI_UGE, amount, number(e, e->bits));
  return pick(e, is_far, (halves_t){high, fill}, (halves_t){low, high});
}

static value_t count_leading_zeros(const expansion_t *e, halves_t x) {
  value_t in_low = two(e, TERN_ARITH(ADDI), one(e, TERN_MATH(CTLZ), x.low), number(e, e->bits));
  return pick_half(e, compare(e, TERN_CMPI_EQ, x.high, number(e, 0)), in_low, one(e, TERN_MATH(CTLZ), x.high));
}

static value_t count_trailing_zeros(const expansion_t *e, halves_t x) {
  value_t in_high = two(e, TERN_ARITH(ADDI), one(e, TERN_MATH(CTTZ), x.high), number(e, e->bits));
  return pick_half(e, compare(e, TERN_CMPI_EQ, x.low, number(e, 0)), in_high, one(e, TERN_MATH(CTTZ), x.low));
}

// --- division ---

// Long division: bit by bit the dividend moves into the remainder, and the quotient's bits take its place.
static halves_t divide_unsigned(const expansion_t *e, halves_t x, halves_t y, halves_t *out_rest) {
  tern_builder_t *b = e->b;
  value_t none = number(e, 0);
  value_t lower = tern_arith_constant_index(b, 0), upper = tern_arith_constant_index(b, 2 * e->bits);
  tern_op_t *loop =
      tern_build_scf_for(b, lower, upper, tern_arith_constant_index(b, 1), TERN_VALUES(x.low, x.high, none, none));
  halves_t quotient = {tern_scf_for_carried(loop, 0), tern_scf_for_carried(loop, 1)};
  halves_t rest = {tern_scf_for_carried(loop, 2), tern_scf_for_carried(loop, 3)};
  value_t is_over = is_negative(e, rest);
  value_t top = two(e, TERN_ARITH(SHRUI), quotient.high, number(e, e->bits - 1));
  rest = add(e, rest, rest);
  rest.low = two(e, TERN_ARITH(ORI), rest.low, top);
  quotient = add(e, quotient, quotient);
  value_t fits = two(e, TERN_ARITH(ORI), compare_wide(e, TERN_CMPI_UGE, rest, y), is_over);
  rest = pick(e, fits, subtract(e, rest, y), rest);
  quotient.low = two(e, TERN_ARITH(ORI), quotient.low, bit(e, fits));
  tern_build_scf_for_end(b, loop, TERN_VALUES(quotient.low, quotient.high, rest.low, rest.high));
  *out_rest = (halves_t){tern_op_result(loop, 2), tern_op_result(loop, 3)};
  return (halves_t){tern_op_result(loop, 0), tern_op_result(loop, 1)};
}

// Rounds to zero; the remainder has the dividend's sign.
static halves_t divide_signed(const expansion_t *e, halves_t x, halves_t y, halves_t *out_rest) {
  value_t is_x_negative = is_negative(e, x);
  halves_t quotient = divide_unsigned(e, magnitude(e, x), magnitude(e, y), out_rest);
  *out_rest = negate_if(e, is_x_negative, *out_rest);
  return negate_if(e, two(e, TERN_ARITH(XORI), is_x_negative, is_negative(e, y)), quotient);
}

static halves_t divide(const expansion_t *e, halves_t x, halves_t y) {
  const tern_op_t *op = e->op;
  halves_t rest;
  bool is_unsigned =
      tern_op_is(op, TERN_ARITH(DIVUI)) || tern_op_is(op, TERN_ARITH(REMUI)) || tern_op_is(op, TERN_ARITH(CEILDIVUI));
  halves_t quotient = is_unsigned ? divide_unsigned(e, x, y, &rest) : divide_signed(e, x, y, &rest);
  if (tern_op_is(op, TERN_ARITH(REMUI)) || tern_op_is(op, TERN_ARITH(REMSI))) return rest;
  if (tern_op_is(op, TERN_ARITH(DIVUI)) || tern_op_is(op, TERN_ARITH(DIVSI))) return quotient;
  // One more step where the division rounded to the other side.
  value_t is_off = compare_wide(e, TERN_CMPI_NE, rest, zero(e));
  bool is_down = tern_op_is(op, TERN_ARITH(FLOORDIVSI));
  if (!is_unsigned) {
    value_t signs = two(e, TERN_ARITH(XORI), rest.high, y.high);
    value_t is_side = compare(e, is_down ? TERN_CMPI_SLT : TERN_CMPI_SGE, signs, number(e, 0));
    is_off = two(e, TERN_ARITH(ANDI), is_off, is_side);
  }
  halves_t step = {bit(e, is_off), number(e, 0)};
  return is_down ? subtract(e, quotient, step) : add(e, quotient, step);
}

// --- floats ---

static double power_of_two(int64_t exponent) {
  double result = 1;
  for (; exponent > 0; --exponent) result *= 2;
  for (; exponent < 0; ++exponent) result /= 2;
  return result;
}

static int64_t precision_of(const tern_type_t *type) {
  switch (tern_type_element(type)->kind) {
    case TERN_TYPE_F64: return 53;
    case TERN_TYPE_F32: return 24;
    case TERN_TYPE_F16: return 11;
    case TERN_TYPE_BF16: return 8;
    default: return 0;
  }
}

static bool has_float(const expansion_t *e, const tern_type_t *type) {
  int64_t precision = precision_of(type);
  return precision != 0 && (precision < 53 || e->bits <= 32);
}

// x * 2^(exponent - count) of f32, exactly: by the bits of the power, or where i32 is itself emulated by a factor for
// each bit of the count.
static value_t scale_down(const expansion_t *e, value_t x, value_t count, int64_t exponent) {
  if (e->bits < 32) {
    for (int64_t bits = 1; bits < 2 * e->bits; bits *= 2) {
      value_t is_set = compare(e, TERN_CMPI_NE, two(e, TERN_ARITH(ANDI), count, number(e, bits)), number(e, 0));
      value_t factor = tern_arith_constant_float(e->b, x->type, power_of_two(-bits));
      x = two(e, TERN_ARITH(MULF), x, pick_half(e, is_set, factor, tern_arith_constant_float(e->b, x->type, 1.0)));
    }
    return two(e, TERN_ARITH(MULF), x, tern_arith_constant_float(e->b, x->type, power_of_two(exponent)));
  }
  const tern_type_t *i32 = tern_halves_type(e, tern_i_type_get(e->b->context, 32));
  if (e->bits > 32) count = cast(e, TERN_ARITH(TRUNCI), count, i32);
  value_t power = two(e, TERN_ARITH(SUBI), tern_arith_constant_int(e->b, i32, 127 + exponent), count);
  value_t bits = two(e, TERN_ARITH(SHLI), power, tern_arith_constant_int(e->b, i32, 23));
  return two(e, TERN_ARITH(MULF), x, cast(e, TERN_ARITH(BITCAST), bits, x->type));
}

static bool is_zero_constant(value_t value) {
  const tern_attr_t *constant = tern_value_constant(value);
  return constant && constant == tern_attr_zero(value->type);
}

// A number without sign. One that fits its low half is a number of N bits. Where halves are exact in the float type, their sum is rounded once. Else the number is moved
// to the top of its bits, and what is below the top half only says that it is not 0.
static value_t unsigned_to_float(const expansion_t *e, halves_t x, const tern_type_t *type) {
  if (is_zero_constant(x.high)) return cast(e, TERN_ARITH(UITOFP), x.low, type);
  if (precision_of(type) >= e->bits) {
    value_t scale = tern_arith_constant_float(e->b, type, power_of_two(e->bits));
    value_t high = two(e, TERN_ARITH(MULF), cast(e, TERN_ARITH(UITOFP), x.high, type), scale);
    return two(e, TERN_ARITH(ADDF), high, cast(e, TERN_ARITH(UITOFP), x.low, type));
  }
  const tern_type_t *f32 = tern_halves_type(e, tern_float_type_get(e->b->context, TERN_TYPE_F32));
  bool is_f32 = type == f32;
  value_t zeros = count_leading_zeros(e, x);
  halves_t moved = shift_left(e, x, zeros);
  value_t top = two(e, TERN_ARITH(ORI), moved.high, bit(e, compare(e, TERN_CMPI_NE, moved.low, number(e, 0))));
  int64_t dropped = e->bits > 24 ? e->bits - 24 : 0;
  if (dropped) {
    value_t kept = two(e, TERN_ARITH(SHRUI), top, number(e, dropped));
    value_t rest = two(e, TERN_ARITH(ANDI), top, number(e, (INT64_C(1) << dropped) - 1));
    // To nearest, ties to even; for narrower formats, which round again, the last bit says that something was dropped.
    value_t tie = is_f32 ? two(e, TERN_ARITH(ADDI), rest, two(e, TERN_ARITH(ANDI), kept, number(e, 1))) : rest;
    int64_t limit = is_f32 ? INT64_C(1) << (dropped - 1) : 0;
    value_t up = bit(e, compare(e, TERN_CMPI_UGT, tie, number(e, limit)));
    top = two(e, is_f32 ? TERN_ARITH(ADDI) : TERN_ARITH(ORI), kept, up);
  }
  value_t fraction = cast(e, TERN_ARITH(UITOFP), top, f32);
  value_t scaled = scale_down(e, fraction, zeros, e->bits + dropped);
  value_t is_zero = compare_wide(e, TERN_CMPI_EQ, x, zero(e));
  value_t result = pick_half(e, is_zero, tern_arith_constant_float(e->b, f32, 0.0), scaled);
  return is_f32 ? result : cast(e, TERN_ARITH(TRUNCF), result, type);
}

static halves_t float_to_unsigned(const expansion_t *e, value_t x) {
  const tern_type_t *type = x->type;
  value_t down = tern_arith_constant_float(e->b, type, power_of_two(-e->bits));
  value_t up = tern_arith_constant_float(e->b, type, power_of_two(e->bits));
  value_t high = cast(e, TERN_ARITH(FPTOUI), two(e, TERN_ARITH(MULF), x, down), e->half);
  value_t taken = two(e, TERN_ARITH(MULF), cast(e, TERN_ARITH(UITOFP), high, type), up);
  value_t low = cast(e, TERN_ARITH(FPTOUI), two(e, TERN_ARITH(SUBF), x, taken), e->half);
  return (halves_t){low, high};
}

static value_t to_float(const expansion_t *e, halves_t x, const tern_type_t *type) {
  if (tern_op_is(e->op, TERN_ARITH(UITOFP))) return unsigned_to_float(e, x, type);
  value_t sign = is_negative(e, x);
  value_t result = unsigned_to_float(e, negate_if(e, sign, x), type);
  return pick_half(e, sign, one(e, TERN_ARITH(NEGF), result), result);
}

static halves_t from_float(const expansion_t *e, value_t x) {
  if (precision_of(x->type) < 24) {
    x = cast(e, TERN_ARITH(EXTF), x, tern_halves_type(e, tern_float_type_get(e->b->context, TERN_TYPE_F32)));
  }
  if (tern_op_is(e->op, TERN_ARITH(FPTOUI))) return float_to_unsigned(e, x);
  value_t sign = tern_arith_cmpf(e->b, TERN_CMPF_OLT, x, tern_arith_constant_float(e->b, x->type, 0.0));
  return negate_if(e, sign, float_to_unsigned(e, pick_half(e, sign, one(e, TERN_ARITH(NEGF), x), x)));
}

// --- products of 4N bits ---

static void multiply_extended(const expansion_t *e, halves_t x, halves_t y, halves_t *out_low, halves_t *out_high) {
  halves_t low = multiply_halves(e, x.low, y.low), high = multiply_halves(e, x.high, y.high);
  value_t none = number(e, 0);
  halves_t middle = add(e, multiply_halves(e, x.low, y.high), (halves_t){low.high, none});
  halves_t other = add(e, multiply_halves(e, x.high, y.low), (halves_t){middle.low, none});
  high = add(e, high, (halves_t){middle.high, none});
  high = add(e, high, (halves_t){other.high, none});
  *out_low = (halves_t){low.low, other.low};
  if (tern_op_is(e->op, TERN_ARITH(MULSI_EXTENDED))) {
    // A negative factor counts as 2^2N more.
    high = pick(e, is_negative(e, x), subtract(e, high, y), high);
    high = pick(e, is_negative(e, y), subtract(e, high, x), high);
  }
  *out_high = high;
}

// --- ops ---

typedef struct rule {
  const tern_op_row_t *row;
  void (*expand)(const expansion_t *e, value_t *out_results);  // wide results joined, others in their own shape
} rule_t;

static halves_t operand(const expansion_t *e, size_t index) {
  return tern_halves_split(e, tern_op_operand(e->op, index));
}

static void expand_binary(const expansion_t *e, value_t *out_results) {
  static const struct {
    const tern_op_row_t *row;
    halves_t (*build)(const expansion_t *e, halves_t x, halves_t y);
  } rows[] = {{TERN_ARITH(ADDI), add},         {TERN_ARITH(SUBI), subtract},    {TERN_ARITH(MULI), multiply},
              {TERN_ARITH(DIVSI), divide},     {TERN_ARITH(DIVUI), divide},     {TERN_ARITH(REMSI), divide},
              {TERN_ARITH(REMUI), divide},     {TERN_ARITH(CEILDIVSI), divide}, {TERN_ARITH(CEILDIVUI), divide},
              {TERN_ARITH(FLOORDIVSI), divide}};
  halves_t x = operand(e, 0), y = operand(e, 1);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(e->op, rows[i].row)) out_results[0] = tern_halves_join(e, rows[i].build(e, x, y));
  }
}

static void expand_bitwise(const expansion_t *e, value_t *out_results) {
  halves_t x = operand(e, 0), y = operand(e, 1);
  value_t low = two(e, e->op->def->row, x.low, y.low);
  out_results[0] = tern_halves_join(e, (halves_t){low, two(e, e->op->def->row, x.high, y.high)});
}

static void expand_compare(const expansion_t *e, value_t *out_results) {
  tern_cmpi_predicate_t predicate = (tern_cmpi_predicate_t)tern_enum_attr_value(tern_op_attr(e->op, "predicate"));
  halves_t x = operand(e, 0), y = operand(e, 1);
  out_results[0] = tern_halves_unshape(e, compare_wide(e, predicate, x, y), tern_op_result(e->op, 0)->type);
}

static void expand_extremum(const expansion_t *e, value_t *out_results) {
  tern_cmpi_predicate_t predicate = tern_op_is(e->op, TERN_ARITH(MAXSI))   ? TERN_CMPI_SGT
                                    : tern_op_is(e->op, TERN_ARITH(MAXUI)) ? TERN_CMPI_UGT
                                    : tern_op_is(e->op, TERN_ARITH(MINSI)) ? TERN_CMPI_SLT
                                                                           : TERN_CMPI_ULT;
  halves_t x = operand(e, 0), y = operand(e, 1);
  out_results[0] = tern_halves_join(e, pick(e, compare_wide(e, predicate, x, y), x, y));
}

static void expand_select(const expansion_t *e, value_t *out_results) {
  value_t condition = tern_halves_shape(e, tern_op_operand(e->op, 0));
  halves_t x = operand(e, 1), y = operand(e, 2);
  out_results[0] = tern_halves_join(e, pick(e, condition, x, y));
}

static void expand_shift(const expansion_t *e, value_t *out_results) {
  halves_t x = operand(e, 0), amount = operand(e, 1);
  bool is_left = tern_op_is(e->op, TERN_ARITH(SHLI)), is_signed = tern_op_is(e->op, TERN_ARITH(SHRSI));
  out_results[0] =
      tern_halves_join(e, is_left ? shift_left(e, x, amount.low) : shift_right(e, x, amount.low, is_signed));
}

// The high half of a number that was extended.
static value_t build_high(const expansion_t *e, value_t low, bool is_signed) {
  return is_signed ? two(e, TERN_ARITH(SHRSI), low, number(e, e->bits - 1)) : number(e, 0);
}

static void expand_extension(const expansion_t *e, value_t *out_results) {
  value_t low = tern_halves_shape(e, tern_op_operand(e->op, 0));
  if (low->type != e->half) low = cast(e, e->op->def->row, low, e->half);
  out_results[0] = tern_halves_join(e, (halves_t){low, build_high(e, low, tern_op_is(e->op, TERN_ARITH(EXTSI)))});
}

static void expand_truncation(const expansion_t *e, value_t *out_results) {
  const tern_type_t *type = tern_op_result(e->op, 0)->type, *half = tern_halves_type(e, tern_type_element(type));
  value_t low = operand(e, 0).low;
  if (low->type != half) low = cast(e, TERN_ARITH(TRUNCI), low, half);
  out_results[0] = tern_halves_unshape(e, low, type);
}

static void expand_index_cast(const expansion_t *e, value_t *out_results) {
  const tern_type_t *type = tern_op_result(e->op, 0)->type;
  const tern_op_row_t *row = e->op->def->row;
  if (tern_type_is_index(tern_type_element(type))) {
    out_results[0] =
        tern_halves_unshape(e, cast(e, row, operand(e, 0).low, tern_halves_type(e, tern_type_element(type))), type);
    return;
  }
  value_t low = cast(e, row, tern_halves_shape(e, tern_op_operand(e->op, 0)), e->half);
  out_results[0] = tern_halves_join(e, (halves_t){low, build_high(e, low, tern_op_is(e->op, TERN_ARITH(INDEX_CAST)))});
}

static void expand_to_float(const expansion_t *e, value_t *out_results) {
  const tern_type_t *type = tern_op_result(e->op, 0)->type;
  out_results[0] =
      tern_halves_unshape(e, to_float(e, operand(e, 0), tern_halves_type(e, tern_type_element(type))), type);
}

static void expand_from_float(const expansion_t *e, value_t *out_results) {
  out_results[0] = tern_halves_join(e, from_float(e, tern_halves_shape(e, tern_op_operand(e->op, 0))));
}

// Of and to a float of 2N bits, as a vector of one whose bits are a vector of two.
static void expand_bitcast(const expansion_t *e, value_t *out_results) {
  value_t value = tern_op_operand(e->op, 0);
  const tern_type_t *type = tern_op_result(e->op, 0)->type;
  bool is_from_float = tern_type_is_float(tern_type_element(value->type));
  const tern_type_t *element = tern_type_element(is_from_float ? value->type : type);
  const tern_type_t *single =
      tern_halves_are_scalars(e) ? tern_vector_type_get(element, &(int64_t){1}, 1, 0) : tern_halves_type(e, element);
  const tern_op_row_t *wrap = tern_halves_are_scalars(e) ? TERN_VECTOR(FROM_ELEMENTS) : TERN_VECTOR(SHAPE_CAST);
  if (is_from_float) {
    out_results[0] = cast(e, TERN_VECTOR(BITCAST), cast(e, wrap, value, single), e->pair);
    return;
  }
  value_t number = cast(e, TERN_VECTOR(BITCAST), tern_halves_join(e, tern_halves_split(e, value)), single);
  if (!tern_halves_are_scalars(e)) {
    out_results[0] = tern_halves_unshape(e, number, type);
    return;
  }
  const tern_attr_t *first = tern_dense_i64_array_attr_get(e->b->context, &(int64_t){0}, 1);
  out_results[0] = tern_build_value(e->b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(number),
                                    .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"static_position", first}));
}

static void expand_add_extended(const expansion_t *e, value_t *out_results) {
  halves_t x = operand(e, 0), y = operand(e, 1), sum = add(e, x, y);
  out_results[0] = tern_halves_join(e, sum);
  out_results[1] = tern_halves_unshape(e, compare_wide(e, TERN_CMPI_ULT, sum, x), tern_op_result(e->op, 1)->type);
}

static void expand_mul_extended(const expansion_t *e, value_t *out_results) {
  halves_t low, high, x = operand(e, 0), y = operand(e, 1);
  multiply_extended(e, x, y, &low, &high);
  out_results[0] = tern_halves_join(e, low);
  out_results[1] = tern_halves_join(e, high);
}

static void expand_absolute(const expansion_t *e, value_t *out_results) {
  out_results[0] = tern_halves_join(e, magnitude(e, operand(e, 0)));
}

static void expand_count(const expansion_t *e, value_t *out_results) {
  halves_t x = operand(e, 0);
  value_t count;
  if (tern_op_is(e->op, TERN_MATH(CTPOP))) {
    value_t low = one(e, TERN_MATH(CTPOP), x.low);
    count = two(e, TERN_ARITH(ADDI), low, one(e, TERN_MATH(CTPOP), x.high));
  } else {
    count = tern_op_is(e->op, TERN_MATH(CTLZ)) ? count_leading_zeros(e, x) : count_trailing_zeros(e, x);
  }
  out_results[0] = tern_halves_join(e, (halves_t){count, number(e, 0)});
}

static const rule_t rules[] = {
    {TERN_ARITH(ADDI), expand_binary},
    {TERN_ARITH(ADDUI_EXTENDED), expand_add_extended},
    {TERN_ARITH(ANDI), expand_bitwise},
    {TERN_ARITH(BITCAST), expand_bitcast},
    {TERN_ARITH(CEILDIVSI), expand_binary},
    {TERN_ARITH(CEILDIVUI), expand_binary},
    {TERN_ARITH(CMPI), expand_compare},
    {TERN_ARITH(DIVSI), expand_binary},
    {TERN_ARITH(DIVUI), expand_binary},
    {TERN_ARITH(EXTSI), expand_extension},
    {TERN_ARITH(EXTUI), expand_extension},
    {TERN_ARITH(FLOORDIVSI), expand_binary},
    {TERN_ARITH(FPTOSI), expand_from_float},
    {TERN_ARITH(FPTOUI), expand_from_float},
    {TERN_ARITH(INDEX_CAST), expand_index_cast},
    {TERN_ARITH(INDEX_CASTUI), expand_index_cast},
    {TERN_ARITH(MAXSI), expand_extremum},
    {TERN_ARITH(MAXUI), expand_extremum},
    {TERN_ARITH(MINSI), expand_extremum},
    {TERN_ARITH(MINUI), expand_extremum},
    {TERN_ARITH(MULI), expand_binary},
    {TERN_ARITH(MULSI_EXTENDED), expand_mul_extended},
    {TERN_ARITH(MULUI_EXTENDED), expand_mul_extended},
    {TERN_ARITH(ORI), expand_bitwise},
    {TERN_ARITH(REMSI), expand_binary},
    {TERN_ARITH(REMUI), expand_binary},
    {TERN_ARITH(SELECT), expand_select},
    {TERN_ARITH(SHLI), expand_shift},
    {TERN_ARITH(SHRSI), expand_shift},
    {TERN_ARITH(SHRUI), expand_shift},
    {TERN_ARITH(SITOFP), expand_to_float},
    {TERN_ARITH(SUBI), expand_binary},
    {TERN_ARITH(TRUNCI), expand_truncation},
    {TERN_ARITH(UITOFP), expand_to_float},
    {TERN_ARITH(XORI), expand_bitwise},
    {TERN_MATH(ABSI), expand_absolute},
    {TERN_MATH(CTLZ), expand_count},
    {TERN_MATH(CTPOP), expand_count},
    {TERN_MATH(CTTZ), expand_count},
};

static const rule_t *find_rule(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    if (tern_op_is(op, rules[i].row)) return &rules[i];
  }
  return NULL;
}

// The wide type among the op's values; NULL: there is none, or one that has no counterpart.
static const tern_type_t *find_wide_type(const tern_wide_int_t *wide, const tern_op_t *op) {
  const tern_type_t *found = NULL;
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
    const tern_type_t *type =
        i < op->operand_count ? tern_op_operand(op, i)->type : tern_op_result(op, i - op->operand_count)->type;
    const tern_type_t *converted = tern_wide_int_convert(wide, type);
    if (!converted) return NULL;
    if (converted != type) found = type;
  }
  return found;
}

// Describes the expansion. False: there is none.
static bool prepare(const tern_wide_int_t *wide, tern_op_t *op, tern_builder_t *b, expansion_t *out) {
  const tern_type_t *type = find_wide_type(wide, op);
  if (!type || !find_rule(op)) return false;
  const tern_type_t *pair = tern_wide_int_convert(wide, type), *half = tern_type_element(pair);
  if (type->kind == TERN_TYPE_VECTOR) {
    int64_t dims[32];
    size_t rank = tern_type_rank(pair);
    for (size_t i = 0; i < rank; ++i) dims[i] = i + 1 < rank ? tern_type_dim(pair, i) : 1;
    half = tern_vector_type_get(half, dims, rank, 0);
  }
  *out = (expansion_t){b, wide, op, pair, half, wide->half};
  bool is_from = tern_op_is(op, TERN_ARITH(FPTOSI)) || tern_op_is(op, TERN_ARITH(FPTOUI));
  bool is_to = tern_op_is(op, TERN_ARITH(SITOFP)) || tern_op_is(op, TERN_ARITH(UITOFP));
  if (is_from) return has_float(out, tern_op_operand(op, 0)->type);
  return !is_to || has_float(out, tern_op_result(op, 0)->type);
}

bool tern_wide_int_can_expand(const tern_wide_int_t *wide, const tern_op_t *op) {
  expansion_t e;
  return prepare(wide, (tern_op_t *)op, NULL, &e);
}

bool tern_wide_int_expand(const tern_wide_int_t *wide, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  expansion_t e;
  if (!prepare(wide, op, &b, &e)) return false;
  value_t results[2];
  find_rule(op)->expand(&e, results);
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (results[i]->type != type) results[i] = tern_wide_int_cast(&b, results[i], type);
    tern_value_replace_all_uses(tern_op_result(op, i), results[i]);
  }
  tern_op_destroy(op);
  return true;
}
