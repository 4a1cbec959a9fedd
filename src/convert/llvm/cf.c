// --convert-cf-to-llvm: branches and assertions (upstream: ControlFlowToLLVM).

#include "dialect/cf/cf.h"

#include "base/arena.h"
#include "convert/llvm/lowering.h"
#include "convert/llvm/run.h"
#include "rewrite/branch.h"

enum { MAX_ATTRS = 16 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// --- branches ---

static bool has_arg_types(const tern_block_t *block, tern_values_t values) {
  if (block->arg_count != values.count) return false;
  for (size_t i = 0; i < values.count; ++i) {
    if (block->args[i]->type != values.values[i]->type) return false;
  }
  return true;
}

// What the arguments of `block` become; false if that is not what `values` are.
static bool fits_converted(const tern_llvm_lowering_t *lowering, const tern_block_t *block, tern_values_t values) {
  if (has_arg_types(block, values)) return true;
  if (block->arg_count != values.count) return false;
  for (size_t i = 0; i < values.count; ++i) {
    if (tern_llvm_lower_type(lowering, block->args[i]->type) != values.values[i]->type) return false;
  }
  return true;
}

// The block with arguments of the types of `values`.
static tern_block_t *convert_target(tern_conversion_t *conversion, tern_block_t *block, tern_values_t values) {
  if (has_arg_types(block, values)) return block;
  const tern_type_t **types = tern_malloc((values.count + 1) * sizeof *types);
  size_t *starts = tern_malloc((values.count + 1) * sizeof *starts);
  for (size_t i = 0; i < values.count; ++i) {
    types[i] = values.values[i]->type;
    starts[i] = i;
  }
  starts[values.count] = values.count;
  block = tern_conversion_convert_block(conversion, block, (tern_types_t){types, values.count}, starts);
  free(types);
  free(starts);
  return block;
}

static tern_values_t values_for(const tern_op_t *op, size_t successor, tern_values_t operands) {
  size_t start, count;
  tern_branch_successor_operands(op, successor, &start, &count);
  return (tern_values_t){operands.values + start, count};
}

static bool can_convert_targets(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands) {
  for (size_t i = 0; i < op->successor_count; ++i) {
    tern_values_t values = values_for(op, i, operands);
    if (!fits_converted(tern_llvm_lowering_of(conversion), op->successors[i].block, values)) return false;
  }
  return true;
}

// The same branch of the llvm dialect; both have the same operands, successors and attributes.
static bool lower_branch(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                         const tern_op_row_t *row) {
  if (!can_convert_targets(conversion, op, operands)) return false;
  tern_block_t **targets = tern_malloc((op->successor_count + 1) * sizeof *targets);
  for (size_t i = 0; i < op->successor_count; ++i) {
    targets[i] = convert_target(conversion, op->successors[i].block, values_for(op, i, operands));
  }
  tern_named_attr_t attrs[MAX_ATTRS];
  size_t count = tern_llvm_lower_attrs(op, NULL, attrs, MAX_ATTRS);
  tern_build(builder_of(conversion), row, .operands = operands, .successors = targets,
             .successor_count = op->successor_count, .attrs = {attrs, count});
  free(targets);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_br(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_branch(conversion, op, operands, TERN_LLVM(BR));
}

static bool lower_cond_br(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_branch(conversion, op, operands, TERN_LLVM(COND_BR));
}

static bool lower_switch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_branch(conversion, op, operands, TERN_LLVM(SWITCH));
}

// --- assertions ---

// Goes on behind the assertion, or prints the message and gives up.
static bool lower_assert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *module = tern_llvm_module_around(b);
  tern_str_t message = tern_string_attr_value(tern_op_attr(op, "msg"));
  tern_block_t *before = op->block;
  tern_block_t *after = tern_conversion_split_block(conversion, op);
  tern_block_t *failure = tern_conversion_add_block(conversion, before->parent, NULL);
  tern_builder_set_end(b, failure);
  if (!tern_llvm_make_print_string(b, module, "assert_msg", message, false, "puts")) return false;
  tern_op_t *abort_function =
      tern_llvm_runtime_function(b, module, "abort", tern_llvm_void_type(b->context), (tern_types_t){0}, false);
  if (!abort_function) return false;
  tern_llvm_make_call(b, abort_function, (tern_values_t){0});
  tern_build(b, TERN_LLVM(UNREACHABLE), .types = {0});
  tern_builder_set_end(b, before);
  tern_build(b, TERN_LLVM(COND_BR), .operands = operands, .segments = (int32_t[]){1, 0, 0},
             .successors = (tern_block_t *[]){after, failure}, .successor_count = 2);
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_llvm_cf_patterns[] = {
    {"br", TERN_CF(BR), 1, lower_br},
    {"cond-br", TERN_CF(COND_BR), 1, lower_cond_br},
    {"switch", TERN_CF(SWITCH), 1, lower_switch},
    {0},
};

const tern_conversion_pattern_t tern_llvm_assert_patterns[] = {
    {"assert", TERN_CF(ASSERT), 1, lower_assert},
    {0},
};

// --- the pass ---

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_llvm_options_t options = {.index_width = (unsigned)tern_pass_int(pass, "index-bitwidth")};
  const tern_conversion_pattern_t *const tables[] = {tern_llvm_cf_patterns, tern_llvm_assert_patterns, NULL};
  const tern_legality_entry_t entries[] = {{.dialect = "cf", .legality = TERN_ILLEGAL}};
  return tern_llvm_run(
      module, &(tern_llvm_run_t){
                  .options = &options, .tables = tables, .entries = entries, .entry_count = 1, .keeps_others = true});
}

static const tern_option_def_t options[] = {TERN_LLVM_INDEX_BITWIDTH_OPTION};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_convert_cf_to_llvm_pass = {
    .flag = "convert-cf-to-llvm",
    .name = "ConvertControlFlowToLLVMPass",
    .anchor = "builtin.module",
    .summary = "Put branches of cf in terms of llvm",
    .description =
        "Blocks that are branched to get arguments of converted types. An assertion that fails prints its message with "
        "puts and calls abort.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
