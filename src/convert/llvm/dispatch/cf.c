// cf ops to the llvm dialect (upstream: ControlFlowToLLVM).

#include <stdlib.h>

#include "convert/llvm/dispatch/dispatch.h"
#include "dialect/cf/cf.h"
#include "ir/context.h"

static bool replace_branch(tern_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row,
                           tern_values_t operands, const int32_t *segments, tern_named_attrs_t attrs) {
  tern_block_t *successors[2];
  for (size_t i = 0; i < op->successor_count && i < 2; ++i) successors[i] = op->successors[i].block;
  tern_build(&conversion->rewriter.builder, row, .operands = operands, .successors = successors,
             .successor_count = op->successor_count, .segments = segments, .attrs = attrs);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_branch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return replace_branch(conversion, op, TERN_LLVM(BR), operands, NULL, (tern_named_attrs_t){0});
}

static bool convert_cond_branch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  size_t start, true_count, false_count;
  tern_op_operands_named(op, "trueDestOperands", &start, &true_count);
  tern_op_operands_named(op, "falseDestOperands", &start, &false_count);
  return replace_branch(conversion, op, TERN_LLVM(COND_BR), operands,
                        (int32_t[]){1, (int32_t)true_count, (int32_t)false_count}, (tern_named_attrs_t){0});
}

static bool convert_switch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_block_t **successors = tern_malloc(op->successor_count * sizeof *successors);
  for (size_t i = 0; i < op->successor_count; ++i) successors[i] = op->successors[i].block;
  size_t start, default_count, case_count;
  tern_op_operands_named(op, "defaultOperands", &start, &default_count);
  tern_op_operands_named(op, "caseOperands", &start, &case_count);
  tern_named_attr_t attrs[2];
  size_t attr_count = 0;
  const tern_attr_t *values = tern_op_attr(op, "case_values"), *sizes = tern_op_attr(op, "case_operand_segments");
  if (values) attrs[attr_count++] = (tern_named_attr_t){"case_values", values};
  if (sizes) attrs[attr_count++] = (tern_named_attr_t){"case_operand_segments", sizes};
  tern_build(&conversion->rewriter.builder, TERN_LLVM(SWITCH), .operands = operands, .successors = successors,
             .successor_count = op->successor_count, .attrs = {attrs, attr_count},
             .segments = (int32_t[]){1, (int32_t)default_count, (int32_t)case_count});
  free(successors);
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_dispatch_cf_patterns[] = {
    {"br", TERN_CF(BR), 1, convert_branch},
    {"cond-br", TERN_CF(COND_BR), 1, convert_cond_branch},
    {"switch", TERN_CF(SWITCH), 1, convert_switch},
    {0},
};
