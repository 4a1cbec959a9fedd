// spirv: canonical forms of ops on values.

#include "dialect/common/fold_elements.h"
#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "rewrite/rewriter.h"

static const tern_attr_t *constant_of(const tern_op_t *op, size_t operand) {
  return tern_value_constant(tern_op_operand(op, operand));
}

static void replace_with_pair(tern_op_t *op, tern_rewriter_t *rewriter, tern_value_t *first, tern_value_t *second) {
  tern_rewriter_replace_with(
      rewriter, op, TERN_SPIRV(COMPOSITECONSTRUCT),
      &(tern_build_args_t){.operands = TERN_VALUES(first, second), .types = TERN_TYPES(op->results[0].type)});
}

static tern_value_t *build_constant(tern_rewriter_t *rewriter, const tern_attr_t *value, const tern_type_t *type) {
  return tern_build_value(&rewriter->builder, TERN_SPIRV(CONSTANT), .attrs = TERN_ATTRS({"value", value}),
                          .types = TERN_TYPES(type));
}

// --- element functions ---

#define BINARY(NAME) \
  static bool NAME(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out)

BINARY(add) { return (void)f, *out = a + b, true; }
BINARY(multiply) { return (void)f, *out = a * b, true; }
// `a` is a sum, `b` a summand.
BINARY(carry_of_sum) { return (void)f, *out = a < b, true; }
// Elements have 64 bits at most, so that products fit.
BINARY(multiply_high_unsigned) { return *out = a * b >> f->operand_width, true; }
BINARY(multiply_high_signed) {
  tern_int128_t product = tern_bits_sign_extend(a, f->operand_width) * tern_bits_sign_extend(b, f->operand_width);
  *out = (tern_uint128_t)(product >> f->operand_width);
  return true;
}

// --- operations with two results ---

static bool replace_with_constants(tern_op_t *op, tern_rewriter_t *rewriter, const tern_attr_t *first,
                                   const tern_attr_t *second) {
  if (!first || !second) return false;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  replace_with_pair(op, rewriter, build_constant(rewriter, first, type), build_constant(rewriter, second, type));
  return true;
}

bool tern_spirv_canonicalize_iadd_carry(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *lhs = constant_of(op, 0), *rhs = constant_of(op, 1);
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (tern_attr_is_int_value(rhs, 0)) {
    replace_with_pair(op, rewriter, tern_op_operand(op, 0), tern_op_operand(op, 1));
    return true;
  }
  const tern_attr_t *sum = tern_fold_elements_binary(lhs, rhs, type, add, NULL);
  return replace_with_constants(op, rewriter, sum, tern_fold_elements_binary(sum, lhs, type, carry_of_sum, NULL));
}

// SMulExtended, UMulExtended.
bool tern_spirv_canonicalize_mul_extended(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *lhs = constant_of(op, 0), *rhs = constant_of(op, 1);
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  bool is_unsigned = tern_op_is(op, TERN_SPIRV(UMULEXTENDED));
  if (tern_attr_is_int_value(rhs, 0)) {
    replace_with_pair(op, rewriter, tern_op_operand(op, 1), tern_op_operand(op, 1));
    return true;
  }
  if (is_unsigned && tern_attr_is_int_value(rhs, 1)) {
    const tern_attr_t *zero = tern_attr_zero(type);
    if (!zero) return false;
    replace_with_pair(op, rewriter, tern_op_operand(op, 0), build_constant(rewriter, zero, type));
    return true;
  }
  tern_fold_binary_fn_t high = is_unsigned ? multiply_high_unsigned : multiply_high_signed;
  return replace_with_constants(op, rewriter, tern_fold_elements_binary(lhs, rhs, type, multiply, NULL),
                                tern_fold_elements_binary(lhs, rhs, type, high, NULL));
}

// --- UMod of UMod ---

// (x % a) % b is x % b where b divides a, and x % a where a divides b.
bool tern_spirv_canonicalize_umod(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_SPIRV(UMOD));
  tern_uint128_t first, second;
  uint32_t width;
  if (!inner || !tern_attr_int_bits(constant_of(inner, 1), &first, &width) ||
      !tern_attr_int_bits(constant_of(op, 1), &second, &width) || first == 0 || second == 0) {
    return false;
  }
  if (first % second == 0) {
    tern_op_set_operand(op, 0, tern_op_operand(inner, 0));
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  if (second % first != 0) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(inner, 0)));
  return true;
}

// --- LogicalNot ---

// The opposite of a comparison is a comparison.
bool tern_spirv_canonicalize_logical_not(tern_op_t *op, tern_rewriter_t *rewriter) {
  static const struct {
    const tern_op_row_t *row, *opposite;
  } opposites[] = {
      {TERN_SPIRV(IEQUAL), TERN_SPIRV(INOTEQUAL)},
      {TERN_SPIRV(INOTEQUAL), TERN_SPIRV(IEQUAL)},
      {TERN_SPIRV(LOGICALEQUAL), TERN_SPIRV(LOGICALNOTEQUAL)},
      {TERN_SPIRV(LOGICALNOTEQUAL), TERN_SPIRV(LOGICALEQUAL)},
  };
  const tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  for (size_t i = 0; inner && i < sizeof(opposites) / sizeof(opposites[0]); ++i) {
    if (!tern_op_is(inner, opposites[i].row)) continue;
    tern_rewriter_replace_with(
        rewriter, op, opposites[i].opposite,
        &(tern_build_args_t){.operands = TERN_VALUES(tern_op_operand(inner, 0), tern_op_operand(inner, 1)),
                             .types = TERN_TYPES(op->results[0].type)});
    return true;
  }
  return false;
}
