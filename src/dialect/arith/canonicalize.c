// Canonicalization of arith's integer sums, products and bit ops: reassociation of constants, and ops that move through
// extensions (upstream: ArithCanonicalization.td).

#include "dialect/arith/arith_hooks.h"
#include "dialect/common/fold_elements.h"

#define CANONICALIZE(NAME) bool tern_arith_canonicalize_##NAME(tern_op_t *op, tern_rewriter_t *rewriter)

static tern_value_t *lhs_of(const tern_op_t *op) { return tern_op_operand(op, 0); }
static tern_value_t *rhs_of(const tern_op_t *op) { return tern_op_operand(op, 1); }

static int64_t overflow_of(const tern_op_t *op) {
  const tern_attr_t *flags = tern_op_attr(op, "overflowFlags");
  return flags ? tern_enum_attr_value(flags) : 0;
}

// A scalar integer constant, or NULL: splats are not reassociated.
static const tern_attr_t *scalar_constant(const tern_value_t *value) {
  const tern_attr_t *attr = tern_value_constant(value);
  return attr && attr->kind == TERN_ATTR_INTEGER && tern_attr_type(attr) == value->type ? attr : NULL;
}

// --- (x op c0) op c1 ---

static bool add(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out) {
  return (void)f, *out = a + b, true;
}
static bool subtract(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out) {
  return (void)f, *out = a - b, true;
}
static bool multiply(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out) {
  return (void)f, *out = a * b, true;
}

// Where the constant of an inner or outer op stands.
typedef enum side { LEFT, RIGHT } side_t;

// outer(inner) with two constants becomes one op: rows say what.
typedef struct reassociation {
  const tern_op_row_t *outer;
  side_t outer_constant;
  const tern_op_row_t *inner;
  side_t inner_constant;
  const tern_op_row_t *result;
  side_t result_constant;
  tern_fold_binary_fn_t combine;
  bool outer_first;     // combine(outer's constant, inner's), else the other way round
  bool drops_overflow;  // flags of the result are none; else those that both ops have
} reassociation_t;

static const reassociation_t reassociations[] = {
    // (x + c0) + c1 = x + (c0 + c1)
    {TERN_ARITH(ADDI), RIGHT, TERN_ARITH(ADDI), RIGHT, TERN_ARITH(ADDI), RIGHT, add, false, false},
    // (x - c0) + c1 = x + (c1 - c0)
    {TERN_ARITH(ADDI), RIGHT, TERN_ARITH(SUBI), RIGHT, TERN_ARITH(ADDI), RIGHT, subtract, true, false},
    // (c0 - x) + c1 = (c0 + c1) - x
    {TERN_ARITH(ADDI), RIGHT, TERN_ARITH(SUBI), LEFT, TERN_ARITH(SUBI), LEFT, add, false, false},
    // (x + c0) - c1 = x + (c0 - c1)
    {TERN_ARITH(SUBI), RIGHT, TERN_ARITH(ADDI), RIGHT, TERN_ARITH(ADDI), RIGHT, subtract, false, true},
    // c1 - (x + c0) = (c1 - c0) - x
    {TERN_ARITH(SUBI), LEFT, TERN_ARITH(ADDI), RIGHT, TERN_ARITH(SUBI), LEFT, subtract, true, false},
    // (x - c0) - c1 = x - (c0 + c1)
    {TERN_ARITH(SUBI), RIGHT, TERN_ARITH(SUBI), RIGHT, TERN_ARITH(SUBI), RIGHT, add, false, false},
    // (c0 - x) - c1 = (c0 - c1) - x
    {TERN_ARITH(SUBI), RIGHT, TERN_ARITH(SUBI), LEFT, TERN_ARITH(SUBI), LEFT, subtract, false, false},
    // c1 - (x - c0) = (c0 + c1) - x
    {TERN_ARITH(SUBI), LEFT, TERN_ARITH(SUBI), RIGHT, TERN_ARITH(SUBI), LEFT, add, false, false},
    // c1 - (c0 - x) = x + (c1 - c0)
    {TERN_ARITH(SUBI), LEFT, TERN_ARITH(SUBI), LEFT, TERN_ARITH(ADDI), RIGHT, subtract, true, false},
    // (x * c0) * c1 = x * (c0 * c1)
    {TERN_ARITH(MULI), RIGHT, TERN_ARITH(MULI), RIGHT, TERN_ARITH(MULI), RIGHT, multiply, false, false},
};

static const tern_attr_t *overflow_attr(tern_rewriter_t *rewriter, int64_t flags) {
  return tern_enum_attr_get(rewriter->builder.context, TERN_ARITH_ENUM(OVERFLOW), flags);
}

static void replace_with_sum(tern_rewriter_t *rewriter, tern_op_t *op, const tern_op_row_t *row, tern_value_t *lhs,
                             tern_value_t *rhs, int64_t flags) {
  tern_build_args_t args = {.operands = TERN_VALUES(lhs, rhs),
                            .types = TERN_TYPES(op->results[0].type),
                            .attrs = TERN_ATTRS({"overflowFlags", overflow_attr(rewriter, flags)})};
  tern_rewriter_replace_with(rewriter, op, row, &args);
}

static const tern_attr_t *combine_wide(const reassociation_t *rule, const tern_attr_t *outer,
                                       const tern_attr_t *inner) {
  const tern_op_row_t *row = rule->combine == add        ? TERN_ARITH(ADDI)
                             : rule->combine == subtract ? TERN_ARITH(SUBI)
                                                         : TERN_ARITH(MULI);
  return tern_arith_fold_wide(row, rule->outer_first ? outer : inner, rule->outer_first ? inner : outer);
}

static bool reassociate(tern_op_t *op, tern_rewriter_t *rewriter, const reassociation_t *rule) {
  if (!tern_op_is(op, rule->outer)) return false;
  const tern_attr_t *outer = scalar_constant(tern_op_operand(op, rule->outer_constant));
  tern_op_t *inner_op = tern_value_defined_by(tern_op_operand(op, 1 - rule->outer_constant), rule->inner);
  if (!outer || !inner_op) return false;
  const tern_attr_t *inner = scalar_constant(tern_op_operand(inner_op, rule->inner_constant));
  if (!inner) return false;
  const tern_attr_t *combined = tern_fold_elements_binary(
      rule->outer_first ? outer : inner, rule->outer_first ? inner : outer, op->results[0].type, rule->combine, NULL);
  if (!combined) combined = combine_wide(rule, outer, inner);
  if (!combined) return false;
  tern_value_t *x = tern_op_operand(inner_op, 1 - rule->inner_constant);
  tern_value_t *constant = tern_arith_constant(&rewriter->builder, combined);
  int64_t flags = rule->drops_overflow ? 0 : overflow_of(op) & overflow_of(inner_op);
  replace_with_sum(rewriter, op, rule->result, rule->result_constant == LEFT ? constant : x,
                   rule->result_constant == LEFT ? x : constant, flags);
  return true;
}

static bool reassociate_any(tern_op_t *op, tern_rewriter_t *rewriter) {
  for (size_t i = 0; i < sizeof(reassociations) / sizeof(reassociations[0]); i++)
    if (reassociate(op, rewriter, &reassociations[i])) return true;
  return false;
}

CANONICALIZE(addi) {
  if (reassociate_any(op, rewriter)) return true;
  // x + y * -1 = x - y
  for (size_t i = 2; i-- > 0;) {
    tern_op_t *product = tern_value_defined_by(tern_op_operand(op, i), TERN_ARITH(MULI));
    if (!product || !tern_attr_is_all_ones(tern_value_constant(rhs_of(product)))) continue;
    replace_with_sum(rewriter, op, TERN_ARITH(SUBI), tern_op_operand(op, 1 - i), lhs_of(product), 0);
    return true;
  }
  return false;
}

CANONICALIZE(subi) {
  if (reassociate_any(op, rewriter)) return true;
  // (a - b) - a = 0 - b
  tern_op_t *inner = tern_value_defined_by(lhs_of(op), TERN_ARITH(SUBI));
  if (!inner || lhs_of(inner) != rhs_of(op)) return false;
  const tern_attr_t *zero = tern_attr_zero(op->results[0].type);
  if (!zero) return false;
  tern_value_t *constant = tern_arith_constant(&rewriter->builder, zero);
  replace_with_sum(rewriter, op, TERN_ARITH(SUBI), constant, rhs_of(inner), overflow_of(op) & overflow_of(inner));
  return true;
}

CANONICALIZE(muli) { return reassociate_any(op, rewriter); }

// --- ops with a second result that nobody needs ---

static bool narrow_to(tern_op_t *op, tern_rewriter_t *rewriter, const tern_op_row_t *row) {
  if (tern_value_has_uses(tern_op_result(op, 1)) || op->results[1].type == NULL) return false;
  tern_value_t *value = tern_build_value(&rewriter->builder, row, .operands = TERN_VALUES(lhs_of(op), rhs_of(op)),
                                         .types = TERN_TYPES(op->results[0].type));
  // The unused result may be anything of its type.
  tern_rewriter_replace_uses(rewriter, tern_op_result(op, 0), value);
  tern_rewriter_erase(rewriter, op);
  return true;
}

CANONICALIZE(addui_extended) { return narrow_to(op, rewriter, TERN_ARITH(ADDI)); }
CANONICALIZE(mului_extended) { return narrow_to(op, rewriter, TERN_ARITH(MULI)); }

CANONICALIZE(mulsi_extended) {
  if (narrow_to(op, rewriter, TERN_ARITH(MULI))) return true;
  // x * 1: the high half repeats the sign of x.
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *zero = tern_attr_zero(type), *factor = tern_value_constant(rhs_of(op));
  bool is_wide = tern_type_is_integer(tern_type_element(type)) && tern_type_bit_width(tern_type_element(type)) > 1;
  if (!zero || !is_wide || !tern_attr_is_int_value(factor, 1)) return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_value_t *is_negative = tern_arith_cmpi(builder, TERN_CMPI_SLT, lhs_of(op), tern_arith_constant(builder, zero));
  tern_value_t *high =
      tern_build_value(builder, TERN_ARITH(EXTSI), .operands = TERN_VALUES(is_negative), .types = TERN_TYPES(type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(lhs_of(op), high));
  return true;
}

// --- bit ops ---

// op(ext x, ext y) = ext(op(x, y)) for extensions of one kind and type.
static bool sink_below_extension(tern_op_t *op, tern_rewriter_t *rewriter) {
  static const tern_op_row_t *const extensions[] = {TERN_ARITH(EXTUI), TERN_ARITH(EXTSI)};
  for (size_t i = 0; i < 2; i++) {
    tern_op_t *lhs = tern_value_defined_by(lhs_of(op), extensions[i]),
              *rhs = tern_value_defined_by(rhs_of(op), extensions[i]);
    if (!lhs || !rhs || lhs_of(lhs)->type != lhs_of(rhs)->type) continue;
    tern_value_t *narrow =
        tern_build_value(&rewriter->builder, op->def->row, .operands = TERN_VALUES(lhs_of(lhs), lhs_of(rhs)),
                         .types = TERN_TYPES(lhs_of(lhs)->type));
    tern_build_args_t args = {.operands = TERN_VALUES(narrow), .types = TERN_TYPES(op->results[0].type)};
    tern_rewriter_replace_with(rewriter, op, extensions[i], &args);
    return true;
  }
  return false;
}

CANONICALIZE(bitwise) { return sink_below_extension(op, rewriter); }

CANONICALIZE(xori) {
  // not(a < b) = a >= b
  tern_op_t *compare = tern_value_defined_by(lhs_of(op), TERN_ARITH(CMPI));
  const tern_attr_t *mask = scalar_constant(rhs_of(op));
  if (compare && mask && tern_type_is_i(op->results[0].type, 1) && tern_attr_is_int_value(mask, 1)) {
    tern_cmpi_predicate_t predicate = (tern_cmpi_predicate_t)tern_enum_attr_value(tern_op_attr(compare, "predicate"));
    tern_value_t *inverse =
        tern_arith_cmpi(&rewriter->builder, tern_cmpi_predicate_invert(predicate), lhs_of(compare), rhs_of(compare));
    tern_rewriter_replace(rewriter, op, TERN_VALUES(inverse));
    return true;
  }
  return sink_below_extension(op, rewriter);
}

// --- (-x) * (-y), (-x) / (-y) ---

CANONICALIZE(negated_factors) {
  tern_op_t *lhs = tern_value_defined_by(lhs_of(op), TERN_ARITH(NEGF)),
            *rhs = tern_value_defined_by(rhs_of(op), TERN_ARITH(NEGF));
  if (!lhs || !rhs) return false;
  tern_op_set_operand(op, 0, lhs_of(lhs));
  tern_op_set_operand(op, 1, lhs_of(rhs));
  tern_rewriter_modified(rewriter, op);
  return true;
}
