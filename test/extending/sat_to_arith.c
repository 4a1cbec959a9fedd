// --convert-sat-to-arith: sums are computed in one bit more, and brought back into range by minimum and maximum.

#include "dialect/arith/arith.h"
#include "pass/pass.h"
#include "rewrite/conversion.h"
#include "sat.h"

static tern_value_t *make_int(tern_builder_t *b, const tern_type_t *type, int64_t value) {
  return tern_build_value(b, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", tern_integer_attr_get(type, value)}));
}

static tern_value_t *make_clamp(tern_builder_t *b, tern_value_t *value, int64_t low, int64_t high) {
  value = tern_build_value(b, TERN_ARITH(MAXSI), .operands = TERN_VALUES(value, make_int(b, value->type, low)));
  return tern_build_value(b, TERN_ARITH(MINSI), .operands = TERN_VALUES(value, make_int(b, value->type, high)));
}

static tern_value_t *cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static bool lower_add(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t low, high;
  if (!tern_sat_limits(type, &low, &high)) return false;  // not matched: the conversion names the op that is left
  const tern_type_t *wide = tern_i_type_get(b->context, tern_integer_type_width(type) + 1);
  tern_value_t *lhs = cast(b, TERN_ARITH(EXTSI), operands.values[0], wide);
  tern_value_t *rhs = cast(b, TERN_ARITH(EXTSI), operands.values[1], wide);
  tern_value_t *sum = tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(lhs, rhs));
  tern_value_t *result = cast(b, TERN_ARITH(TRUNCI), make_clamp(b, sum, low, high), type);
  tern_conversion_replace(conversion, op, TERN_VALUES(result));
  return true;
}

static bool lower_clamp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  int64_t low = tern_integer_attr_value(tern_op_attr(op, "low"));
  int64_t high = tern_integer_attr_value(tern_op_attr(op, "high"));
  tern_value_t *result = make_clamp(&conversion->rewriter.builder, operands.values[0], low, high);
  tern_conversion_replace(conversion, op, TERN_VALUES(result));
  return true;
}

static bool lower_widen(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_value_t *result =
      cast(&conversion->rewriter.builder, TERN_ARITH(EXTSI), operands.values[0], tern_op_result(op, 0)->type);
  tern_conversion_replace(conversion, op, TERN_VALUES(result));
  return true;
}

// Into sat.add, which is converted in turn.
static bool lower_sum(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *sum = operands.values[0];
  for (size_t i = 1; i < operands.count; ++i) {
    sum = tern_build_value(b, TERN_SAT(ADD), .operands = TERN_VALUES(sum, operands.values[i]));
  }
  tern_conversion_replace(conversion, op, TERN_VALUES(sum));
  return true;
}

// Types stay as they are: plain patterns.
static const tern_conversion_pattern_t patterns[] = {
    {"add", TERN_SAT(ADD), TERN_PLAIN_PATTERN + 1, lower_add},
    {"clamp", TERN_SAT(CLAMP), TERN_PLAIN_PATTERN + 1, lower_clamp},
    {"widen", TERN_SAT(WIDEN), TERN_PLAIN_PATTERN + 1, lower_widen},
    {"sum", TERN_SAT(SUM), TERN_PLAIN_PATTERN + 1, lower_sum},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_legality_entry_t entries[] = {{.dialect = "sat", .legality = TERN_ILLEGAL},
                                                  {.dialect = "arith", .legality = TERN_LEGAL}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = sizeof entries / sizeof entries[0]};
  return tern_apply_partial_conversion(op, &target, patterns, sizeof patterns / sizeof patterns[0], NULL, NULL);
}

const tern_pass_def_t tern_convert_sat_to_arith_pass = {
    .flag = "convert-sat-to-arith",
    .name = "ConvertSatToArithPass",
    .summary = "Convert saturating arithmetic to plain arithmetic",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, NULL},
    .run = run,
};
