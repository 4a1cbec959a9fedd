// Index arithmetic that folds while it builds.

#include "dialect/arith/index_math.h"

#include "dialect/arith/arith.h"

tern_value_t *tern_build_constant(tern_builder_t *builder, const tern_attr_t *value) {
  return tern_build_value(builder, TERN_ARITH(CONSTANT), .types = TERN_TYPES(tern_attr_type(value)),
                          .attrs = TERN_ATTRS({"value", value}));
}

tern_value_t *tern_build_index(tern_builder_t *builder, int64_t value) {
  return tern_build_constant(builder, tern_integer_attr_get(tern_index_type_get(builder->context), value));
}

tern_value_t *tern_build_number(tern_builder_t *builder, const tern_type_t *type, double value) {
  const tern_type_t *element = tern_type_element(type);
  const tern_attr_t *attr = tern_type_is_float(element) ? tern_float_attr_get(element, value)
                                                        : tern_integer_attr_get(element, (int64_t)value);
  return tern_build_constant(builder, element == type ? attr : tern_dense_elements_attr_get_splat(type, attr));
}

bool tern_index_constant(const tern_value_t *value, int64_t *out_value) {
  const tern_attr_t *attr = tern_value_constant(value);
  if (!tern_attr_is_integer(attr)) return false;
  *out_value = tern_integer_attr_value(attr);
  return true;
}

static tern_value_t *build_binary(tern_builder_t *builder, const tern_op_row_t *row, tern_value_t *lhs,
                                  tern_value_t *rhs) {
  return tern_build_value(builder, row, .operands = TERN_VALUES(lhs, rhs));
}

tern_value_t *tern_build_index_add(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a = 0, b = 0, sum;
  bool has_a = tern_index_constant(lhs, &a), has_b = tern_index_constant(rhs, &b);
  if (has_a && a == 0) return rhs;
  if (has_b && b == 0) return lhs;
  if (has_a && has_b && !__builtin_add_overflow(a, b, &sum)) return tern_build_index(builder, sum);
  return has_a ? build_binary(builder, TERN_ARITH(ADDI), rhs, lhs) : build_binary(builder, TERN_ARITH(ADDI), lhs, rhs);
}

tern_value_t *tern_build_index_sub(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a = 0, b = 0, difference;
  bool has_a = tern_index_constant(lhs, &a), has_b = tern_index_constant(rhs, &b);
  if (has_b && b == 0) return lhs;
  if (has_a && has_b && !__builtin_sub_overflow(a, b, &difference)) return tern_build_index(builder, difference);
  return build_binary(builder, TERN_ARITH(SUBI), lhs, rhs);
}

tern_value_t *tern_build_index_mul(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a = 0, b = 0, product;
  bool has_a = tern_index_constant(lhs, &a), has_b = tern_index_constant(rhs, &b);
  if (has_a && a == 1) return rhs;
  if (has_b && b == 1) return lhs;
  if ((has_a && a == 0) || (has_b && b == 0)) return tern_build_index(builder, 0);
  if (has_a && has_b && !__builtin_mul_overflow(a, b, &product)) return tern_build_index(builder, product);
  return has_a ? build_binary(builder, TERN_ARITH(MULI), rhs, lhs) : build_binary(builder, TERN_ARITH(MULI), lhs, rhs);
}

tern_value_t *tern_build_index_min(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a, b;
  if (lhs == rhs) return lhs;
  if (tern_index_constant(lhs, &a) && tern_index_constant(rhs, &b)) return a < b ? lhs : rhs;
  return build_binary(builder, TERN_ARITH(MINSI), lhs, rhs);
}

tern_value_t *tern_build_index_max(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a, b;
  if (lhs == rhs) return lhs;
  if (tern_index_constant(lhs, &a) && tern_index_constant(rhs, &b)) return a > b ? lhs : rhs;
  return build_binary(builder, TERN_ARITH(MAXSI), lhs, rhs);
}

tern_value_t *tern_build_index_ceildiv(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a, b;
  if (tern_index_constant(rhs, &b)) {
    if (b == 1) return lhs;
    if (b > 0 && tern_index_constant(lhs, &a)) {
      return tern_build_index(builder, a / b + (a % b > 0));
    }
  }
  return build_binary(builder, TERN_ARITH(CEILDIVSI), lhs, rhs);
}

// lhs mod rhs for a positive rhs: the remainder, plus rhs where it is negative.
static tern_value_t *build_mod(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  tern_value_t *remainder = build_binary(builder, TERN_ARITH(REMSI), lhs, rhs);
  tern_value_t *zero = tern_build_index(builder, 0);
  const tern_attr_t *slt = tern_integer_attr_get(tern_i_type_get(builder->context, 64), TERN_CMPI_SLT);
  tern_value_t *is_negative = tern_build_value(builder, TERN_ARITH(CMPI), .operands = TERN_VALUES(remainder, zero),
                                               .attrs = TERN_ATTRS({"predicate", slt}));
  tern_value_t *wrapped = build_binary(builder, TERN_ARITH(ADDI), remainder, rhs);
  return tern_build_value(builder, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_negative, wrapped, remainder));
}

tern_value_t *tern_build_affine_expr(tern_builder_t *builder, const tern_affine_expr_t *expr, tern_value_t *const *dims,
                                     tern_value_t *const *symbols) {
  switch (expr->kind) {
    case TERN_AFFINE_CONSTANT: return tern_build_index(builder, expr->value);
    case TERN_AFFINE_DIM: return dims[expr->value];
    case TERN_AFFINE_SYMBOL: return symbols[expr->value];
    default: break;
  }
  tern_value_t *lhs = tern_build_affine_expr(builder, expr->lhs, dims, symbols);
  tern_value_t *rhs = tern_build_affine_expr(builder, expr->rhs, dims, symbols);
  switch (expr->kind) {
    case TERN_AFFINE_ADD: return tern_build_index_add(builder, lhs, rhs);
    case TERN_AFFINE_MUL: return tern_build_index_mul(builder, lhs, rhs);
    case TERN_AFFINE_MOD: return build_mod(builder, lhs, rhs);
    case TERN_AFFINE_FLOORDIV: return build_binary(builder, TERN_ARITH(FLOORDIVSI), lhs, rhs);
    default: return tern_build_index_ceildiv(builder, lhs, rhs);
  }
}

const tern_attr_t *tern_arith_reassoc_attr(tern_context_t *context, const tern_attr_t *flags) {
  int64_t bits = flags ? tern_enum_attr_value(flags) : 0;
  return tern_enum_attr_get(context, TERN_ARITH_ENUM(FASTMATH), bits | TERN_FASTMATH_REASSOC);
}
