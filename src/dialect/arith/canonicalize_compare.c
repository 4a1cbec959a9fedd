// Canonicalization of arith's casts, comparisons and select (upstream: ArithCanonicalization.td, CmpFIntToFPConst,
// SelectToExtUI).

#include <math.h>

#include "dialect/arith/arith_hooks.h"
#include "dialect/common/fold_elements.h"

#define CANONICALIZE(NAME) bool tern_arith_canonicalize_##NAME(tern_op_t *op, tern_rewriter_t *rewriter)

static tern_value_t *operand_of(const tern_op_t *op) { return tern_op_operand(op, 0); }
static uint32_t width_of(const tern_type_t *type) { return tern_type_bit_width(tern_type_element(type)); }

// Makes `op` a `row` of `value`, with the result type it has.
static bool replace_with_cast(tern_rewriter_t *rewriter, tern_op_t *op, const tern_op_row_t *row, tern_value_t *value) {
  tern_build_args_t args = {.operands = TERN_VALUES(value), .types = TERN_TYPES(op->results[0].type)};
  tern_rewriter_replace_with(rewriter, op, row, &args);
  return true;
}

// --- casts ---

CANONICALIZE(extsi) {
  // The sign bit of a zero-extended value is 0.
  tern_op_t *inner = tern_value_defined_by(operand_of(op), TERN_ARITH(EXTUI));
  return inner && replace_with_cast(rewriter, op, TERN_ARITH(EXTUI), operand_of(inner));
}

CANONICALIZE(trunci) {
  static const tern_op_row_t *const extensions[] = {TERN_ARITH(EXTSI), TERN_ARITH(EXTUI)};
  for (size_t i = 0; i < 2; i++) {
    tern_op_t *inner = tern_value_defined_by(operand_of(op), extensions[i]);
    if (inner && width_of(op->results[0].type) > width_of(operand_of(inner)->type))
      return replace_with_cast(rewriter, op, extensions[i], operand_of(inner));
  }
  // Of a right shift that brings the top bits down, only those are kept: the fill does not matter.
  tern_op_t *shift = tern_value_defined_by(operand_of(op), TERN_ARITH(SHRSI));
  if (!shift) return false;
  const tern_attr_t *amount = tern_value_constant(tern_op_operand(shift, 1));
  int64_t lost = (int64_t)width_of(operand_of(shift)->type) - (int64_t)width_of(op->results[0].type);
  if (!tern_attr_is_int_value(amount, lost)) return false;
  tern_value_t *logical = tern_build_value(&rewriter->builder, TERN_ARITH(SHRUI),
                                           .operands = TERN_VALUES(operand_of(shift), tern_op_operand(shift, 1)),
                                           .types = TERN_TYPES(shift->results[0].type));
  tern_op_set_attr(tern_value_defining_op(logical), "isExact", tern_op_attr(shift, "isExact"));
  tern_op_set_operand(op, 0, logical);
  tern_rewriter_modified(rewriter, op);
  return true;
}

CANONICALIZE(truncf) {
  // Rounding once instead of twice; only the default rounding is that of the conversion.
  if (tern_op_attr(op, "roundingmode")) return false;
  static const tern_op_row_t *const conversions[] = {TERN_ARITH(SITOFP), TERN_ARITH(UITOFP)};
  for (size_t i = 0; i < 2; i++) {
    tern_op_t *inner = tern_value_defined_by(operand_of(op), conversions[i]);
    if (inner) return replace_with_cast(rewriter, op, conversions[i], operand_of(inner));
  }
  return false;
}

// Index counts as 64 bits.
static uint32_t cast_width(const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  return tern_type_is_index(element) ? 64 : tern_type_bit_width(element);
}

// There and back loses nothing if the middle is wide enough.
static bool undo_index_casts(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defined_by(operand_of(op), op->def->row);
  if (!inner || operand_of(inner)->type != op->results[0].type) return false;
  if (cast_width(inner->results[0].type) < cast_width(operand_of(inner)->type)) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(operand_of(inner)));
  return true;
}

CANONICALIZE(index_cast) {
  if (undo_index_casts(op, rewriter)) return true;
  bool is_signed = tern_op_is(op, TERN_ARITH(INDEX_CAST));
  tern_op_t *inner = tern_value_defined_by(operand_of(op), is_signed ? TERN_ARITH(EXTSI) : TERN_ARITH(EXTUI));
  if (!inner) return false;
  tern_op_set_operand(op, 0, operand_of(inner));
  tern_rewriter_modified(rewriter, op);
  return true;
}

CANONICALIZE(bitcast) {
  tern_op_t *inner = tern_value_defined_by(operand_of(op), TERN_ARITH(BITCAST));
  if (inner) {
    if (operand_of(inner)->type == op->results[0].type) {
      tern_rewriter_replace(rewriter, op, TERN_VALUES(operand_of(inner)));
      return true;
    }
    return replace_with_cast(rewriter, op, TERN_ARITH(BITCAST), operand_of(inner));
  }
  return false;
}

// --- comparisons ---

CANONICALIZE(cmpi) {
  tern_cmpi_predicate_t predicate = (tern_cmpi_predicate_t)tern_enum_attr_value(tern_op_attr(op, "predicate"));
  if (predicate != TERN_CMPI_EQ && predicate != TERN_CMPI_NE) return false;
  // Extending both sides alike changes neither equality nor inequality.
  static const tern_op_row_t *const extensions[] = {TERN_ARITH(EXTSI), TERN_ARITH(EXTUI)};
  for (size_t i = 0; i < 2; i++) {
    tern_op_t *lhs = tern_value_defined_by(operand_of(op), extensions[i]);
    tern_op_t *rhs = tern_value_defined_by(tern_op_operand(op, 1), extensions[i]);
    if (!lhs || !rhs || operand_of(lhs)->type != operand_of(rhs)->type) continue;
    tern_value_t *value = tern_arith_cmpi(&rewriter->builder, predicate, operand_of(lhs), operand_of(rhs));
    tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
    return true;
  }
  return false;
}

// The integer predicate for a float one of an integer (which is never NaN); -1 for those that are constant.
static int integer_predicate(tern_cmpf_predicate_t predicate, bool is_signed) {
  switch (predicate) {
    case TERN_CMPF_OEQ:
    case TERN_CMPF_UEQ: return TERN_CMPI_EQ;
    case TERN_CMPF_ONE:
    case TERN_CMPF_UNE: return TERN_CMPI_NE;
    case TERN_CMPF_OGT:
    case TERN_CMPF_UGT: return is_signed ? TERN_CMPI_SGT : TERN_CMPI_UGT;
    case TERN_CMPF_OGE:
    case TERN_CMPF_UGE: return is_signed ? TERN_CMPI_SGE : TERN_CMPI_UGE;
    case TERN_CMPF_OLT:
    case TERN_CMPF_ULT: return is_signed ? TERN_CMPI_SLT : TERN_CMPI_ULT;
    case TERN_CMPF_OLE:
    case TERN_CMPF_ULE: return is_signed ? TERN_CMPI_SLE : TERN_CMPI_ULE;
    default: return -1;
  }
}

// Significand bits of the formats that integers are compared in; 0 for the others.
static int significand_bits(const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_BF16: return 8;
    case TERN_TYPE_F16: return 11;
    case TERN_TYPE_F32: return 24;
    case TERN_TYPE_F64: return 53;
    default: return 0;
  }
}

// What `int predicate bound` is: a constant, or an integer comparison.
typedef struct comparison {
  int constant;  // 0, 1, or -1: compare
  tern_cmpi_predicate_t predicate;
  double bound;  // an integer in range
} comparison_t;

// Compares an integer in [least, greatest] with `bound`, which may be fractional or infinite.
static comparison_t compare_with_bound(tern_cmpi_predicate_t predicate, bool is_signed, double bound, double least,
                                       double greatest) {
  bool is_greater_kind = predicate == TERN_CMPI_SGT || predicate == TERN_CMPI_SGE || predicate == TERN_CMPI_UGT ||
                         predicate == TERN_CMPI_UGE;
  bool is_less_kind = !is_greater_kind && predicate != TERN_CMPI_EQ && predicate != TERN_CMPI_NE;
  if (bound > greatest) return (comparison_t){predicate == TERN_CMPI_NE || is_less_kind, predicate, 0};
  if (bound < least) return (comparison_t){predicate == TERN_CMPI_NE || is_greater_kind, predicate, 0};
  double truncated = trunc(bound);
  if (truncated == bound) return (comparison_t){-1, predicate, truncated};
  // Between two integers: the bound was rounded towards zero.
  if (predicate == TERN_CMPI_EQ || predicate == TERN_CMPI_NE)
    return (comparison_t){predicate == TERN_CMPI_NE, predicate, 0};
  tern_cmpi_predicate_t greater = is_signed ? TERN_CMPI_SGT : TERN_CMPI_UGT;
  tern_cmpi_predicate_t greater_equal = is_signed ? TERN_CMPI_SGE : TERN_CMPI_UGE;
  tern_cmpi_predicate_t less = is_signed ? TERN_CMPI_SLT : TERN_CMPI_ULT;
  tern_cmpi_predicate_t less_equal = is_signed ? TERN_CMPI_SLE : TERN_CMPI_ULE;
  if (bound < 0) return (comparison_t){-1, is_less_kind ? less : greater_equal, truncated};
  return (comparison_t){-1, is_less_kind ? less_equal : greater, truncated};
}

// cmpf(itofp(x), constant) compares the integers, if the conversion cannot blur the comparison.
CANONICALIZE(cmpf) {
  double bound;
  const tern_attr_t *constant = tern_value_constant(tern_op_operand(op, 1));
  const tern_type_t *float_type = tern_op_operand(op, 1)->type;
  if (!constant || constant->kind != TERN_ATTR_FLOAT || !tern_attr_float_scalar(constant, &bound) || isnan(bound))
    return false;
  tern_op_t *conversion = tern_value_defined_by(operand_of(op), TERN_ARITH(SITOFP));
  bool is_signed = conversion != NULL;
  if (!conversion) conversion = tern_value_defined_by(operand_of(op), TERN_ARITH(UITOFP));
  int significand = significand_bits(float_type);
  if (!conversion || significand == 0) return false;
  tern_value_t *source = operand_of(conversion);
  int width = (int)width_of(source->type), value_bits = is_signed ? width - 1 : width;
  if (width > 128) return false;
  double greatest_finite = float_type->kind == TERN_TYPE_F16 ? 65504.0 : INFINITY;
  if (width > significand) {
    // The conversion rounds. It does no harm to bounds below the values that round, nor to those beyond all values.
    if (isinf(bound)) {
      int greatest_exponent = isinf(greatest_finite) ? 127 : 15;
      if (float_type->kind == TERN_TYPE_F64) greatest_exponent = 1023;
      if (greatest_exponent < value_bits) return false;
    } else if (bound != 0 && ilogb(bound) >= significand && ilogb(bound) <= value_bits) {
      return false;
    }
  }
  tern_cmpf_predicate_t predicate = (tern_cmpf_predicate_t)tern_enum_attr_value(tern_op_attr(op, "predicate"));
  if (predicate == TERN_CMPF_FALSE || predicate == TERN_CMPF_TRUE) return false;
  int integer = integer_predicate(predicate, is_signed);
  comparison_t comparison = {predicate == TERN_CMPF_ORD, TERN_CMPI_EQ, 0};
  if (integer >= 0) {
    double least = is_signed ? -ldexp(1.0, value_bits) : 0.0;
    // 2^n - 1 where doubles have it, else the double below 2^n.
    double greatest = value_bits <= 53 ? ldexp(1.0, value_bits) - 1 : nextafter(ldexp(1.0, value_bits), 0.0);
    comparison = compare_with_bound((tern_cmpi_predicate_t)integer, is_signed, bound, least, greatest);
  }
  tern_builder_t *builder = &rewriter->builder;
  tern_value_t *value;
  if (comparison.constant >= 0) {
    value = tern_arith_constant_bool(builder, comparison.constant != 0);
  } else {
    tern_uint128_t magnitude = (tern_uint128_t)fabs(comparison.bound);
    const tern_attr_t *attr = tern_attr_from_bits(source->type, comparison.bound < 0 ? -magnitude : magnitude);
    value = tern_arith_cmpi(builder, comparison.predicate, source, tern_arith_constant(builder, attr));
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

// --- select ---

static bool is_bool_constant(const tern_value_t *value, bool expected) {
  const tern_attr_t *attr = tern_value_constant(value);
  return attr && attr->kind == TERN_ATTR_INTEGER && tern_attr_is_int_value(attr, expected ? 1 : 0);
}

// select(x, 1, 0) of a wider integer is extui(x); select(x, 0, 1) that of not x.
static bool select_to_extension(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *type = op->results[0].type;
  tern_value_t *condition = operand_of(op);
  if (!tern_type_is_integer(type) || tern_type_bit_width(type) == 1) return false;
  const tern_attr_t *if_true = tern_value_constant(tern_op_operand(op, 1));
  const tern_attr_t *if_false = tern_value_constant(tern_op_operand(op, 2));
  if (tern_attr_is_int_value(if_true, 1) && tern_attr_is_int_value(if_false, 0))
    return replace_with_cast(rewriter, op, TERN_ARITH(EXTUI), condition);
  if (!tern_attr_is_int_value(if_true, 0) || !tern_attr_is_int_value(if_false, 1)) return false;
  tern_value_t *one = tern_arith_constant_int(&rewriter->builder, condition->type, 1);
  tern_value_t *inverse =
      tern_build_value(&rewriter->builder, TERN_ARITH(XORI), .operands = TERN_VALUES(condition, one),
                       .types = TERN_TYPES(condition->type));
  return replace_with_cast(rewriter, op, TERN_ARITH(EXTUI), inverse);
}

CANONICALIZE(select) {
  tern_value_t *condition = operand_of(op), *if_true = tern_op_operand(op, 1), *if_false = tern_op_operand(op, 2);
  // A select on the same condition inside has its outcome decided.
  tern_op_t *inner = tern_value_defined_by(if_true, TERN_ARITH(SELECT));
  if (inner && operand_of(inner) == condition) {
    tern_op_set_operand(op, 1, tern_op_operand(inner, 1));
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  inner = tern_value_defined_by(if_false, TERN_ARITH(SELECT));
  if (inner && operand_of(inner) == condition) {
    tern_op_set_operand(op, 2, tern_op_operand(inner, 2));
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  if (tern_type_is_i(op->results[0].type, 1) && is_bool_constant(if_true, false) && is_bool_constant(if_false, true)) {
    tern_value_t *one = tern_arith_constant_bool(&rewriter->builder, true);
    tern_build_args_t args = {.operands = TERN_VALUES(condition, one), .types = TERN_TYPES(op->results[0].type)};
    tern_rewriter_replace_with(rewriter, op, TERN_ARITH(XORI), &args);
    return true;
  }
  // select(not x, a, b) = select(x, b, a)
  tern_op_t *flip = tern_value_defined_by(condition, TERN_ARITH(XORI));
  if (flip && tern_attr_is_all_ones(tern_value_constant(tern_op_operand(flip, 1)))) {
    tern_op_set_operand(op, 0, operand_of(flip));
    tern_op_set_operand(op, 1, if_false);
    tern_op_set_operand(op, 2, if_true);
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  return select_to_extension(op, rewriter);
}
