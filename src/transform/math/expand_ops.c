// --math-expand-ops: ops of math, and arith.remf, in terms of simpler ones, for targets that lack an instruction (upstream:
// the pass of the name). `ops` names those to expand, by mnemonic; all if it is empty.
//
// Functions with an accurate expansion get that one (see --math-polynomial-approximation); integer powers become squarings
// and products, with only as many as a constant exponent needs; arith.remf becomes a division with remainder of the
// mantissas, some bits a step, which is exact where the usual x - y * trunc(x / y) is not.

#include <math.h>

#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/math/builder.h"

typedef struct selection {
  const tern_str_t *names;
  size_t count;
} selection_t;

static bool is_selected(const tern_op_t *op, const selection_t *selection) {
  tern_str_t name = tern_op_name(op);
  size_t prefix = tern_str_starts_with(name, TERN_STR("math.")) ? 5 : 6;
  tern_str_t mnemonic = {name.data + prefix, name.size - prefix};
  for (size_t i = 0; i < selection->count; ++i) {
    if (tern_str_equal(selection->names[i], mnemonic)) return true;
  }
  return selection->count == 0;
}

static bool is_wide_float(const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  return element->kind == TERN_TYPE_F32 || element->kind == TERN_TYPE_F64;
}

// --- powers with integer exponents ---

typedef struct power {
  tern_builder_t *b;
  const tern_type_t *base, *exponent;
  bool is_float;
} power_t;

static value_t multiply(const power_t *p, value_t x, value_t y) {
  return tern_build_value(p->b, p->is_float ? TERN_ARITH(MULF) : TERN_ARITH(MULI), .operands = TERN_VALUES(x, y));
}
static value_t base_number(const power_t *p, int64_t value) {
  return p->is_float ? tern_arith_constant_float(p->b, p->base, (double)value)
                     : tern_arith_constant_int(p->b, p->base, value);
}
static value_t choose(const power_t *p, value_t condition, value_t x, value_t y) {
  return tern_build_value(p->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x, y));
}

static value_t constant_power(const power_t *p, value_t x, uint64_t exponent) {
  value_t result = NULL;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1) result = result ? multiply(p, result, x) : x;
    if (exponent > 1) x = multiply(p, x, x);
  }
  return result ? result : base_number(p, 1);
}

static value_t dynamic_power(const power_t *p, value_t x, value_t exponent) {
  uint32_t width = tern_type_bit_width(tern_type_element(p->exponent));
  value_t zero = tern_arith_constant_int(p->b, p->exponent, 0), result = base_number(p, 1);
  for (uint32_t i = 0; i < width; ++i) {
    int64_t mask = (int64_t)((uint64_t)1 << i);
    value_t bit = tern_build_value(p->b, TERN_ARITH(ANDI),
                                   .operands = TERN_VALUES(exponent, tern_arith_constant_int(p->b, p->exponent, mask)));
    value_t is_set = tern_arith_cmpi(p->b, TERN_CMPI_NE, bit, zero);
    result = choose(p, is_set, multiply(p, result, x), result);
    if (i + 1 < width) x = multiply(p, x, x);
  }
  return result;
}

// 1 / x^n: for integers that is 0 unless x is 1 or -1 (x = 0 is undefined).
static value_t reciprocal(const power_t *p, value_t x, value_t power) {
  value_t one = base_number(p, 1);
  if (p->is_float) return tern_build_value(p->b, TERN_ARITH(DIVF), .operands = TERN_VALUES(one, power));
  value_t zero = base_number(p, 0), is_one = tern_arith_cmpi(p->b, TERN_CMPI_EQ, x, one);
  value_t is_minus_one = tern_arith_cmpi(p->b, TERN_CMPI_EQ, x, base_number(p, -1));
  return choose(p, tern_build_value(p->b, TERN_ARITH(ORI), .operands = TERN_VALUES(is_one, is_minus_one)), power, zero);
}

static bool expand_power(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_builder_t *b = &rewriter->builder;
  value_t x = tern_op_operand(op, 0), n = tern_op_operand(op, 1);
  power_t p = {b, x->type, n->type, tern_op_is(op, TERN_MATH(FPOWI))};
  if (tern_type_bit_width(tern_type_element(n->type)) > 64) return false;
  tern_builder_set_before(b, op);
  int64_t constant;
  value_t result;
  if (tern_value_constant_int(n, &constant)) {
    uint64_t magnitude = constant < 0 ? 0 - (uint64_t)constant : (uint64_t)constant;
    result = constant_power(&p, x, magnitude);
    if (constant < 0) result = reciprocal(&p, x, result);
  } else {
    value_t zero = tern_arith_constant_int(b, n->type, 0);
    value_t is_negative = tern_arith_cmpi(b, TERN_CMPI_SLT, n, zero);
    value_t negated = tern_build_value(b, TERN_ARITH(SUBI), .operands = TERN_VALUES(zero, n));
    result = dynamic_power(&p, x, choose(&p, is_negative, negated, n));
    result = choose(&p, is_negative, reciprocal(&p, x, result), result);
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// --- the remainder ---

// 2^n of an integer that may be as low as twice the least exponent, applied to x in two steps.
static value_t scale(const formula_t *f, value_t x, value_t n) {
  value_t half = shift_signed(f, n, 1);
  return mul(f, mul(f, x, power_of_two(f, half)), power_of_two(f, isub(f, n, half)));
}

// The mantissa as an integer, and the exponent's bits (1 for numbers below the normal ones).
static value_t take_apart(const formula_t *f, value_t x, value_t *out_exponent) {
  value_t bits = bits_of(f, absolute(f, x)), one = whole(f, 1);
  value_t exponent = shift_right(f, bits, f->mantissa), fraction = iand(f, bits, ((int64_t)1 << f->mantissa) - 1);
  value_t is_small = icompare(f, TERN_CMPI_EQ, exponent, whole(f, 0));
  *out_exponent = pick(f, is_small, one, exponent);
  value_t with_one = binary(f, TERN_ARITH(ORI), fraction, whole(f, (int64_t)1 << f->mantissa));
  return pick(f, is_small, fraction, with_one);
}

static value_t remainder_of_scalars(const formula_t *f, value_t x, value_t y) {
  value_t x_exponent, y_exponent, zero = whole(f, 0), one = whole(f, 1);
  value_t dividend = take_apart(f, x, &x_exponent), divisor = take_apart(f, y, &y_exponent);
  divisor = pick(f, icompare(f, TERN_CMPI_EQ, divisor, zero), one, divisor);
  // x = dividend * 2^shift in units of y's last place; eight bits at a time fit into the integer.
  int64_t log_step = 3, step = (int64_t)1 << log_step;
  value_t shift = isub(f, x_exponent, y_exponent);
  value_t is_less = icompare(f, TERN_CMPI_SLT, shift, zero);
  shift = pick(f, is_less, zero, shift);
  value_t first = binary(f, TERN_ARITH(SHLI), dividend, iand(f, shift, step - 1));
  value_t rest = binary(f, TERN_ARITH(REMUI), first, divisor);
  value_t steps = cast(f, TERN_ARITH(INDEX_CAST), shift_right(f, shift, log_step), tern_index_type_get(f->b->context));
  tern_op_t *loop = tern_build_scf_for(f->b, tern_arith_constant_index(f->b, 0), steps,
                                       tern_arith_constant_index(f->b, 1), TERN_VALUES(rest));
  value_t next = binary(f, TERN_ARITH(REMUI), shift_left(f, tern_scf_for_carried(loop, 0), step), divisor);
  tern_build_scf_for_end(f->b, loop, TERN_VALUES(next));
  rest = tern_op_result(loop, 0);
  value_t exponent = isub(f, y_exponent, whole(f, f->bias + f->mantissa));
  value_t result = scale(f, cast(f, TERN_ARITH(UITOFP), rest, f->type), exponent);
  result = with_sign(f, pick(f, is_less, absolute(f, x), result), x);
  value_t infinity = number(f, INFINITY), a = absolute(f, y);
  result = pick(f, compare(f, TERN_CMPF_OEQ, a, infinity), x, result);
  value_t is_defined = both(f, less(f, absolute(f, x), infinity), compare(f, TERN_CMPF_OGT, a, number(f, 0)));
  return pick(f, is_defined, result, number(f, NAN));
}

// A remainder of narrow floats is exact in f32, and then a number of the narrow type.
static bool widen_remainder(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_before(b, op);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_type_t *wide = tern_type_with_element(type, tern_float_type_get(b->context, TERN_TYPE_F32));
  value_t operands[2];
  for (size_t i = 0; i < 2; ++i) {
    operands[i] = tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(tern_op_operand(op, i)),
                                   .types = TERN_TYPES(wide));
  }
  value_t rest = tern_build_value(b, TERN_ARITH(REMF), .operands = {operands, 2}, .types = TERN_TYPES(wide));
  value_t result = tern_build_value(b, TERN_ARITH(TRUNCF), .operands = TERN_VALUES(rest), .types = TERN_TYPES(type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

static bool expand_remainder(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_builder_t *b = &rewriter->builder;
  value_t x = tern_op_operand(op, 0), y = tern_op_operand(op, 1);
  const tern_type_t *element = tern_type_element(x->type);
  enum { MAX_LANES = 64 };
  bool is_vector = x->type->kind == TERN_TYPE_VECTOR;
  if (tern_type_is_float(element) && tern_type_bit_width(element) <= 16) return widen_remainder(op, rewriter);
  if (!is_wide_float(x->type) || (tern_type_is_shaped(x->type) && !is_vector)) return false;
  if (is_vector && (tern_type_rank(x->type) != 1 || tern_vector_type_scalable_mask(x->type) != 0 ||
                    tern_type_dim(x->type, 0) > MAX_LANES)) {
    return false;
  }
  tern_builder_set_before(b, op);
  formula_t f = formula_for(b, element);
  if (!is_vector) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(remainder_of_scalars(&f, x, y)));
    return true;
  }
  value_t lanes[MAX_LANES];
  int64_t count = tern_type_dim(x->type, 0);
  for (int64_t i = 0; i < count; ++i) {
    tern_named_attrs_t position = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(b->context, &i, 1)});
    value_t a = tern_build_value(b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(x), .types = TERN_TYPES(element),
                                 .attrs = position);
    value_t c = tern_build_value(b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(y), .types = TERN_TYPES(element),
                                 .attrs = position);
    lanes[i] = remainder_of_scalars(&f, a, c);
  }
  value_t result =
      tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {lanes, (size_t)count}, .types = TERN_TYPES(x->type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// --- small ones ---

static value_t expand_small(const formula_t *f, const tern_op_t *op) {
  value_t x = tern_op_operand(op, 0);
  if (tern_op_is(op, TERN_MATH(CLAMPF))) {
    value_t raised = binary(f, TERN_ARITH(MAXIMUMF), x, tern_op_operand(op, 1));
    return binary(f, TERN_ARITH(MINIMUMF), raised, tern_op_operand(op, 2));
  }
  if (tern_op_is(op, TERN_MATH(FMA))) return add(f, mul(f, x, tern_op_operand(op, 1)), tern_op_operand(op, 2));
  if (tern_op_is(op, TERN_MATH(CEIL))) return neg(f, unary(f, TERN_MATH(FLOOR), neg(f, x)));
  if (tern_op_is(op, TERN_MATH(RSQRT))) return divide(f, number(f, 1), root(f, x));
  if (!tern_op_is(op, TERN_MATH(ROUNDEVEN))) return NULL;
  // Numbers without fraction from 2^23 (2^52) on; below it, adding that rounds.
  value_t limit = either(f, 0x1p23, 0x1p52), a = absolute(f, x);
  value_t rounded = with_sign(f, sub(f, add(f, a, limit), limit), x);
  return pick(f, less(f, a, limit), rounded, x);
}

static bool expand(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  static const tern_op_row_t *const functions[] = {
      TERN_MATH(COSH),  TERN_MATH(SINH),  TERN_MATH(TAN),  TERN_MATH(TANH), TERN_MATH(ASINH),
      TERN_MATH(ACOSH), TERN_MATH(ATANH), TERN_MATH(POWF), TERN_MATH(EXP2),
  };
  bool is_remainder = tern_op_is(op, TERN_ARITH(REMF));
  if (!is_remainder && !tern_str_starts_with(tern_op_name(op), TERN_STR("math."))) return false;
  if (!is_selected(op, user)) return false;
  if (is_remainder) return expand_remainder(op, rewriter);
  if (tern_op_is(op, TERN_MATH(FPOWI)) || tern_op_is(op, TERN_MATH(IPOWI))) return expand_power(op, rewriter);
  if (op->result_count != 1 || !is_wide_float(tern_op_result(op, 0)->type)) return false;
  tern_builder_set_before(&rewriter->builder, op);
  formula_t f = formula_for(&rewriter->builder, tern_op_result(op, 0)->type);
  value_t result = NULL;
  for (size_t i = 0; i < sizeof functions / sizeof functions[0] && !result; ++i) {
    if (!tern_op_is(op, functions[i])) continue;
    result = tern_math_expand_exponential(&f, op);
    if (!result) result = tern_math_expand_trigonometric(&f, op);
    if (!result) result = tern_math_expand_hyperbolic(&f, op);
    if (!result) result = tern_math_expand_power(&f, op);
  }
  if (!result) result = expand_small(&f, op);
  if (!result) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  static const tern_pattern_t patterns[] = {{"expand", NULL, 1, expand}};
  selection_t selection;
  selection.count = tern_pass_string_list(pass, "ops", &selection.names);
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.region_simplify = false;
  tern_apply_patterns_greedily(op, patterns, 1, &selection, &options, NULL);
  return true;
}

static const tern_option_def_t options[] = {
    {"ops", TERN_OPTION_STRING_LIST, NULL, "Operations to expand, by mnemonic", NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_scf_dialect, &tern_vector_dialect, NULL};

const tern_pass_def_t tern_math_expand_ops_pass = {
    .flag = "math-expand-ops",
    .name = "MathExpandOpsPass",
    .summary = "Expand math operations",
    .description =
        "Expands powers with integer exponents, arith.remf, clampf, fma, ceil, rsqrt, roundeven, exp2, powf and "
        "hyperbolic functions into simpler ops.",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run,
};
