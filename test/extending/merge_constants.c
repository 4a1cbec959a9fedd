// --sat-merge-constants: (x + 3) + 4 is x + 7. Both constants must have the same sign, for where the first sum stops at the
// end of the range the second one stops there too; and their sum must be in range.

#include "dialect/arith/arith.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "sat.h"

enum { MERGED };  // statistics, by their place in the row

static bool constant_rhs(const tern_op_t *op, int64_t *out_value) {
  const tern_attr_t *value = tern_value_constant(tern_op_operand(op, 1));
  if (!tern_attr_is_integer(value)) return false;
  *out_value = tern_integer_attr_value(value);
  return true;
}

// A pattern looks first and changes after. `user` is what was given to the driver, here the pass.
static bool merge(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_pass_t *pass = user;
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  int64_t outer_value, inner_value, low, high;
  if (!inner || !tern_op_is(inner, TERN_SAT(ADD))) return false;
  if (!constant_rhs(op, &outer_value) || !constant_rhs(inner, &inner_value)) return false;
  if ((outer_value < 0) != (inner_value < 0)) return false;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (!tern_sat_limits(type, &low, &high)) return false;
  int64_t sum = outer_value + inner_value;
  if (sum < low || sum > high) return false;
  if (tern_pass_bool(pass, "single-use") && !tern_value_has_one_use(tern_op_result(inner, 0))) return false;

  const tern_attr_t *value = tern_integer_attr_get(type, sum);
  tern_value_t *constant =
      tern_build_value(&rewriter->builder, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", value}));
  tern_build_args_t args = {.operands = TERN_VALUES(tern_op_operand(inner, 0), constant)};
  tern_rewriter_replace_with(rewriter, op, TERN_SAT(ADD), &args);
  tern_pass_count(pass, MERGED, 1);
  return true;
}

static const tern_pattern_t patterns[] = {{"merge-constants", TERN_SAT(ADD), 1, merge}};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  tern_apply_patterns_greedily(op, patterns, sizeof patterns / sizeof patterns[0], pass, &options, NULL);
  return true;
}

static const tern_option_def_t options[] = {
    {"single-use", TERN_OPTION_BOOL, "false", "Only where the inner sum has no other use", NULL},
};

const tern_pass_def_t tern_sat_merge_constants_pass = {
    .flag = "sat-merge-constants",
    .name = "SatMergeConstantsPass",
    .summary = "Merge constants that are added one after the other",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-merged - Number of sums that became one", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, NULL},
    .run = run,
};
