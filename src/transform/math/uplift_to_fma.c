// --math-uplift-to-fma: a sum with a product, both of which may be contracted, becomes one math.fma.
//
// Source: upstream's pass of the same name.

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

static int64_t flags_of(const tern_op_t *op) {
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  return flags ? tern_enum_attr_value(flags) : 0;
}

static bool uplift(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (!(flags_of(op) & TERN_FASTMATH_CONTRACT)) return false;
  for (size_t i = 0; i < 2; ++i) {
    tern_op_t *product = tern_value_defining_op(tern_op_operand(op, i));
    if (!product || !tern_op_is(product, TERN_ARITH(MULF))) continue;
    if (!(flags_of(product) & TERN_FASTMATH_CONTRACT)) return false;
    const tern_attr_t *flags =
        tern_enum_attr_get(tern_op_context(op), TERN_ARITH_ENUM(FASTMATH), flags_of(op) & flags_of(product));
    tern_build_args_t args = {
        .operands = TERN_VALUES(tern_op_operand(product, 0), tern_op_operand(product, 1), tern_op_operand(op, 1 - i)),
        .types = TERN_TYPES(op->results[0].type),
        .attrs = TERN_ATTRS({"fastmath", flags})};
    tern_rewriter_replace_with(rewriter, op, TERN_MATH(FMA), &args);
    return true;
  }
  return false;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  const tern_pattern_t patterns[] = {{"uplift-to-fma", TERN_ARITH(ADDF), 1, uplift}};
  return tern_apply_patterns_greedily(root, patterns, 1, NULL, &TERN_GREEDY_DEFAULT, NULL);
}

const tern_pass_def_t tern_math_uplift_to_fma_pass = {
    .flag = "math-uplift-to-fma",
    .name = "MathUpliftToFMA",
    .summary = "Make one op of a product and the sum that it goes to",
    .run = run,
};
