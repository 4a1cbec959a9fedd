// --convert-ub-to-llvm: poison and places that are never reached (upstream: UBToLLVM).

#include "dialect/ub/ub.h"

#include <string.h>

#include "convert/llvm/lowering.h"
#include "convert/llvm/run.h"

static bool is_plain_poison(const tern_attr_t *attr) {
  return !attr ||
         (attr->kind == TERN_ATTR_DIALECT && strcmp(((const tern_attr_row_t *)attr->row)->name, "ub.poison") == 0);
}

static bool lower_poison(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  if (!type || !is_plain_poison(tern_op_attr(op, "value"))) return false;
  tern_value_t *poison = tern_llvm_make_poison(&conversion->rewriter.builder, type);
  return tern_conversion_replace_value(conversion, op, poison);
}

static bool lower_unreachable(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_build(&conversion->rewriter.builder, TERN_LLVM(UNREACHABLE), .types = {0});
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_llvm_ub_patterns[] = {
    {"poison", TERN_UB(POISON), 1, lower_poison},
    {"unreachable", TERN_UB(UNREACHABLE), 1, lower_unreachable},
    {0},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_llvm_options_t options = {.index_width = (unsigned)tern_pass_int(pass, "index-bitwidth")};
  const tern_conversion_pattern_t *const tables[] = {tern_llvm_ub_patterns, NULL};
  return tern_llvm_run(op, &(tern_llvm_run_t){.options = &options, .tables = tables});
}

static const tern_option_def_t options[] = {TERN_LLVM_INDEX_BITWIDTH_OPTION};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_convert_ub_to_llvm_pass = {
    .flag = "convert-ub-to-llvm",
    .name = "UBToLLVMConversionPass",
    .summary = "Put ub.poison in terms of llvm",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
