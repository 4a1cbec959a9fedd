// Folds of arith's floating-point ops. Results are those of the type's own precision, rounded to nearest even. NaN
// operands are passed on with their payload, as the APFloat library of the reference implementation does.

#include <math.h>

#include "dialect/arith/arith_hooks.h"
#include "dialect/common/fold_elements.h"

#define BINARY(NAME) \
  static bool NAME(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out)
#define FOLD(NAME) \
  tern_fold_status_t tern_arith_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out)

// A NaN made quiet: of the formats here only those of IEEE 754 have signalling ones.
static tern_uint128_t quiet(const tern_type_t *type, tern_uint128_t bits) {
  switch (type->kind) {
    case TERN_TYPE_F16: return bits | 0x0200;
    case TERN_TYPE_BF16: return bits | 0x0040;
    case TERN_TYPE_TF32: return bits | 0x0200;
    case TERN_TYPE_F32: return bits | UINT32_C(0x00400000);
    case TERN_TYPE_F64: return bits | UINT64_C(0x0008000000000000);
    default: return bits;
  }
}

// Handles NaN operands and types that are not calculated with. True: `*out` or the return value is decided.
static bool pass_nan(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out) {
  tern_uint128_t chosen;
  if (tern_bits_are_nan(f->operand_type, a)) {
    chosen = a;
  } else if (tern_bits_are_nan(f->operand_type, b)) {
    chosen = b;
  } else {
    return false;
  }
  *out = quiet(f->operand_type, chosen);
  return true;
}

static double value_of(const tern_fold_elements_t *f, tern_uint128_t bits) {
  return tern_bits_to_double(f->operand_type, bits);
}

#define ARITHMETIC(NAME, EXPRESSION)                                  \
  BINARY(NAME) {                                                      \
    if (!tern_type_is_double_foldable(f->operand_type)) return false; \
    if (pass_nan(f, a, b, out)) return true;                          \
    double x = value_of(f, a), y = value_of(f, b);                    \
    *out = tern_bits_from_double(f->result_type, EXPRESSION);         \
    return true;                                                      \
  }

ARITHMETIC(add, x + y)
ARITHMETIC(subtract, x - y)
ARITHMETIC(multiply, x *y)
ARITHMETIC(divide, x / y)
ARITHMETIC(remainder_truncated, fmod(x, y))

#undef ARITHMETIC

// Is `a` the greater one, with -0.0 below +0.0?
static bool is_greater(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b) {
  double x = value_of(f, a), y = value_of(f, b);
  return x == y ? !signbit(x) && signbit(y) : x > y;
}

static bool choose(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, bool is_max, bool keep_nan,
                   tern_uint128_t *out) {
  if (!tern_type_is_double_foldable(f->operand_type)) return false;
  if (keep_nan && pass_nan(f, a, b, out)) return true;
  if (tern_bits_are_nan(f->operand_type, a)) {
    *out = tern_bits_are_nan(f->operand_type, b) ? quiet(f->operand_type, b) : b;
  } else if (tern_bits_are_nan(f->operand_type, b)) {
    *out = a;
  } else {
    *out = is_max == is_greater(f, a, b) ? a : b;
  }
  return true;
}

BINARY(maximum) { return choose(f, a, b, true, true, out); }
BINARY(minimum) { return choose(f, a, b, false, true, out); }
BINARY(maxnum) { return choose(f, a, b, true, false, out); }
BINARY(minnum) { return choose(f, a, b, false, false, out); }

static bool negate(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t *out) {
  switch (f->operand_type->kind) {
    case TERN_TYPE_F8E8M0FNU:  // unsigned
      return false;
    case TERN_TYPE_F8E5M2FNUZ:
    case TERN_TYPE_F8E4M3FNUZ:
    case TERN_TYPE_F8E4M3B11FNUZ:
      // One zero, and the pattern of -0 is the NaN.
      *out = (a & 0x7F) == 0 ? a : a ^ 0x80;
      return true;
    default: *out = a ^ ((tern_uint128_t)1 << (f->operand_width - 1)); return true;
  }
}

static tern_fold_status_t fold_constants(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                         tern_fold_binary_fn_t fn) {
  return tern_fold_to_attr(out, tern_fold_elements_binary(operands[0], operands[1], op->results[0].type, fn, NULL));
}

static bool is_float_value(const tern_attr_t *attr, double expected) {
  double value;
  return tern_attr_float_scalar(attr, &value) && value == expected && signbit(value) == signbit(expected);
}

static bool is_nan(const tern_attr_t *attr) {
  double value;
  return tern_attr_float_scalar(attr, &value) && isnan(value);
}

FOLD(negf) {
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_ARITH(NEGF));
  if (inner) return tern_fold_to_value(out, tern_op_operand(inner, 0));
  return tern_fold_to_attr(out, tern_fold_elements_unary(operands[0], op->results[0].type, negate, NULL));
}

FOLD(addf) {
  if (is_float_value(operands[1], -0.0)) return tern_fold_to_value(out, tern_op_operand(op, 0));
  return fold_constants(op, operands, out, add);
}

FOLD(subf) {
  if (is_float_value(operands[1], 0.0)) return tern_fold_to_value(out, tern_op_operand(op, 0));
  return fold_constants(op, operands, out, subtract);
}

FOLD(mulf) {
  if (is_float_value(operands[1], 1.0)) return tern_fold_to_value(out, tern_op_operand(op, 0));
  // With neither NaN nor the sign of zero to care for, x * 0 is 0.
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  int64_t needed = TERN_FASTMATH_NNAN | TERN_FASTMATH_NSZ;
  if (flags && (tern_enum_attr_value(flags) & needed) == needed &&
      (is_float_value(operands[1], 0.0) || is_float_value(operands[1], -0.0)))
    return tern_fold_to_value(out, tern_op_operand(op, 1));
  return fold_constants(op, operands, out, multiply);
}

FOLD(divf) {
  if (is_float_value(operands[1], 1.0)) return tern_fold_to_value(out, tern_op_operand(op, 0));
  return fold_constants(op, operands, out, divide);
}

FOLD(remf) { return fold_constants(op, operands, out, remainder_truncated); }

static tern_fold_status_t fold_extremum(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                        tern_fold_binary_fn_t fn, bool has_neutral) {
  if (tern_op_operand(op, 0) == tern_op_operand(op, 1)) return tern_fold_to_value(out, tern_op_operand(op, 1));
  if (has_neutral) return tern_fold_to_value(out, tern_op_operand(op, 0));
  return fold_constants(op, operands, out, fn);
}

FOLD(maximumf) { return fold_extremum(op, operands, out, maximum, is_float_value(operands[1], -INFINITY)); }
FOLD(minimumf) { return fold_extremum(op, operands, out, minimum, is_float_value(operands[1], INFINITY)); }
FOLD(maxnumf) { return fold_extremum(op, operands, out, maxnum, is_nan(operands[1])); }
FOLD(minnumf) { return fold_extremum(op, operands, out, minnum, is_nan(operands[1])); }

// --- comparison ---

// Outcomes of a comparison; a predicate accepts a set of them.
enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };

static const uint8_t accepted_outcomes[] = {
    [TERN_CMPF_FALSE] = 0,
    [TERN_CMPF_OEQ] = EQUAL,
    [TERN_CMPF_OGT] = GREATER,
    [TERN_CMPF_OGE] = GREATER | EQUAL,
    [TERN_CMPF_OLT] = LESS,
    [TERN_CMPF_OLE] = LESS | EQUAL,
    [TERN_CMPF_ONE] = LESS | GREATER,
    [TERN_CMPF_ORD] = LESS | GREATER | EQUAL,
    [TERN_CMPF_UEQ] = UNORDERED | EQUAL,
    [TERN_CMPF_UGT] = UNORDERED | GREATER,
    [TERN_CMPF_UGE] = UNORDERED | GREATER | EQUAL,
    [TERN_CMPF_ULT] = UNORDERED | LESS,
    [TERN_CMPF_ULE] = UNORDERED | LESS | EQUAL,
    [TERN_CMPF_UNE] = UNORDERED | LESS | GREATER,
    [TERN_CMPF_UNO] = UNORDERED,
    [TERN_CMPF_TRUE] = UNORDERED | LESS | GREATER | EQUAL,
};

static bool holds(tern_cmpf_predicate_t predicate, double x, double y) {
  int outcome = isunordered(x, y) ? UNORDERED : x < y ? LESS : x > y ? GREATER : EQUAL;
  return (accepted_outcomes[predicate] & outcome) != 0;
}

FOLD(cmpf) {
  tern_cmpf_predicate_t predicate = (tern_cmpf_predicate_t)tern_enum_attr_value(tern_op_attr(op, "predicate"));
  if (tern_type_is_shaped(op->results[0].type)) return TERN_FOLD_FAILED;
  double x, y;
  bool has_x = tern_attr_float_scalar(operands[0], &x), has_y = tern_attr_float_scalar(operands[1], &y);
  // One NaN decides: the other operand may be taken for NaN too.
  if (has_x && isnan(x)) y = x, has_y = true;
  if (has_y && isnan(y)) x = y, has_x = true;
  if (!has_x || !has_y) return TERN_FOLD_FAILED;
  return tern_fold_to_attr(out, tern_bool_attr_get(tern_op_context(op), holds(predicate, x, y)));
}
