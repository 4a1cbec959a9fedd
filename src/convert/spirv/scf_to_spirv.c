// Loops and conditionals to spirv's structured control flow (upstream: SCFToSPIRV). What the ops yield are the operands
// of spirv.mlir.merge; values that a loop carries are arguments of its header.

#include "dialect/scf/scf.h"

#include "convert/spirv/to_spirv.h"
#include "dialect/arith/arith.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

enum { MAX_VALUES = 256 };

// Converted types of the results. False if one has none.
static bool convert_results(const tern_conversion_t *conversion, const tern_op_t *op, const tern_type_t **out_types) {
  if (op->result_count > MAX_VALUES - 1) return false;
  for (size_t i = 0; i < op->result_count; ++i) {
    out_types[i] = tern_convert_type(conversion->converter, tern_op_result(op, i)->type);
    if (!out_types[i]) return false;
  }
  return true;
}

static void build_branch(tern_conversion_t *conversion, tern_block_t *from, tern_block_t *to, tern_values_t values) {
  tern_builder_t b = tern_builder_at_end(from, conversion->rewriter.builder.loc);
  tern_build(&b, TERN_SPIRV(BRANCH), .operands = values, .successors = &to, .successor_count = 1);
}

static void build_conditional(tern_conversion_t *conversion, tern_block_t *from, tern_value_t *condition,
                              tern_block_t *on_true, tern_block_t *on_false) {
  tern_builder_t b = tern_builder_at_end(from, conversion->rewriter.builder.loc);
  tern_block_t *successors[] = {on_true, on_false};
  tern_build(&b, TERN_SPIRV(BRANCHCONDITIONAL), .operands = TERN_VALUES(condition), .successors = successors,
             .successor_count = 2, .segments = (const int32_t[]){1, 0, 0});
}

static void build_merge(tern_conversion_t *conversion, tern_block_t *block, tern_values_t values) {
  tern_builder_t b = tern_builder_at_end(block, conversion->rewriter.builder.loc);
  tern_build(&b, TERN_SPIRV(MLIR_MERGE), .operands = values);
}

// Ends `block` with a branch that hands on what its yield gives; the yield goes.
static bool end_block(tern_conversion_t *conversion, tern_block_t *block, tern_block_t *to) {
  tern_op_t *yield = block->last_op;
  if (!yield || !tern_op_is(yield, TERN_SCF(YIELD)) || yield->operand_count > MAX_VALUES) return false;
  tern_value_t *values[MAX_VALUES];
  size_t count = yield->operand_count;
  for (size_t i = 0; i < count; ++i) values[i] = tern_conversion_remapped(conversion, tern_op_operand(yield, i));
  tern_conversion_erase(conversion, yield);
  build_branch(conversion, block, to, (tern_values_t){values, count});
  return true;
}

static void replace_args(tern_block_t *block, tern_value_t *const *values) {
  for (size_t i = block->arg_count; i-- > 0;) {
    tern_value_replace_all_uses(block->args[i], values[i]);
    tern_block_erase_arg(block, i);
  }
}

static bool is_single_block(const tern_region_t *region) {
  return region->first_block && region->first_block == region->last_block;
}

static void replace_by_results(tern_conversion_t *conversion, tern_op_t *op, tern_op_t *replacement) {
  tern_value_t *values[MAX_VALUES];
  for (size_t i = 0; i < op->result_count; ++i) values[i] = tern_op_result(replacement, i);
  tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
}

static tern_block_t *add_block(tern_op_t *op) { return tern_region_add_block(&op->regions[0]); }

// The hint that hints at nothing.
static const tern_attr_t *no_control(const tern_op_t *op, const tern_enum_row_t *row) {
  return tern_enum_attr_get(tern_op_context(op), row, 0);
}

// --- loops ---

// An empty loop with its entry and header. The header has `types` as arguments, which start as `values`.
static tern_op_t *start_loop(tern_conversion_t *conversion, const tern_op_t *op, const tern_type_t *const *results,
                             tern_values_t values, tern_block_t **out_header) {
  tern_op_t *loop =
      tern_build(&conversion->rewriter.builder, TERN_SPIRV(MLIR_LOOP), .types = {results, op->result_count},
                 .regions = 1, .attrs = TERN_ATTRS({"loop_control", no_control(op, TERN_SPIRV_ENUM(LOOP_CONTROL))}));
  tern_block_t *entry = add_block(loop), *header = add_block(loop);
  for (size_t i = 0; i < values.count; ++i) tern_block_add_arg(header, values.values[i]->type, op->loc);
  build_branch(conversion, entry, header, values);
  *out_header = header;
  return loop;
}

static bool convert_for(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *types[MAX_VALUES];
  emitter_t e = emitter_for(conversion, op);
  if (!convert_results(conversion, op, types) || !is_single_block(&op->regions[0]) ||
      !tern_conversion_convert_region_types(conversion, &op->regions[0])) {
    return false;
  }
  tern_value_t *upper = operands.values[1], *step = operands.values[2], *starts[MAX_VALUES] = {operands.values[0]};
  size_t carried = op->result_count;
  for (size_t i = 0; i < carried; ++i) starts[1 + i] = operands.values[3 + i];
  tern_block_t *header, *body = tern_op_body(op, 0);
  tern_op_t *loop = start_loop(conversion, op, types, (tern_values_t){starts, 1 + carried}, &header);
  tern_region_take_blocks(&loop->regions[0], &op->regions[0]);
  tern_block_t *latch = add_block(loop), *merge = add_block(loop);
  replace_args(body, header->args);

  tern_builder_t at_header = tern_builder_at_end(header, op->loc);
  bool is_unsigned = tern_op_attr(op, "unsignedCmp") != NULL;
  tern_value_t *condition = tern_build_value(&at_header, is_unsigned ? TERN_SPIRV(ULESSTHAN) : TERN_SPIRV(SLESSTHAN),
                                             .operands = TERN_VALUES(header->args[0], upper));
  build_conditional(conversion, header, condition, body, merge);

  for (size_t i = 0; i < carried; ++i) tern_block_add_arg(latch, types[i], op->loc);
  if (!end_block(conversion, body, latch)) return false;
  tern_builder_t at_latch = tern_builder_at_end(latch, op->loc);
  tern_value_t *next[MAX_VALUES];
  next[0] = tern_build_value(&at_latch, TERN_SPIRV(IADD), .operands = TERN_VALUES(header->args[0], step));
  for (size_t i = 0; i < carried; ++i) next[1 + i] = latch->args[i];
  build_branch(conversion, latch, header, (tern_values_t){next, 1 + carried});
  build_merge(conversion, merge, (tern_values_t){header->args + 1, carried});
  (void)e;
  replace_by_results(conversion, op, loop);
  return true;
}

static bool convert_while(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *types[MAX_VALUES];
  if (!convert_results(conversion, op, types) || !is_single_block(&op->regions[0]) ||
      !is_single_block(&op->regions[1]) || operands.count > MAX_VALUES) {
    return false;
  }
  for (size_t i = 0; i < 2; ++i) {
    if (!tern_conversion_convert_region_types(conversion, &op->regions[i])) return false;
  }
  tern_block_t *header, *before = tern_op_body(op, 0), *after = tern_op_body(op, 1);
  tern_op_t *condition = before->last_op;
  if (!condition || !tern_op_is(condition, TERN_SCF(CONDITION))) return false;
  tern_op_t *loop = start_loop(conversion, op, types, operands, &header);
  tern_region_take_blocks(&loop->regions[0], &op->regions[0]);
  tern_region_take_blocks(&loop->regions[0], &op->regions[1]);
  tern_block_t *latch = add_block(loop), *merge = add_block(loop);
  // The condition has a block of its own: there may be conditionals in it, and a header has no room for them.
  replace_args(before, header->args);
  build_branch(conversion, header, before, (tern_values_t){0});

  tern_value_t *values[MAX_VALUES];
  size_t count = condition->operand_count - 1;
  for (size_t i = 0; i < count; ++i)
    values[i] = tern_conversion_remapped(conversion, tern_op_operand(condition, i + 1));
  tern_value_t *go_on = tern_op_operand(condition, 0);
  replace_args(after, values);
  build_merge(conversion, merge, (tern_values_t){values, count});
  tern_conversion_erase(conversion, condition);
  build_conditional(conversion, before, go_on, after, merge);

  for (size_t i = 0; i < operands.count; ++i) tern_block_add_arg(latch, operands.values[i]->type, op->loc);
  if (!end_block(conversion, after, latch)) return false;
  build_branch(conversion, latch, header, (tern_values_t){latch->args, latch->arg_count});
  replace_by_results(conversion, op, loop);
  return true;
}

// --- conditionals ---

static bool convert_if(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *types[MAX_VALUES];
  bool has_else = !tern_region_is_empty(&op->regions[1]);
  if (!convert_results(conversion, op, types) || !is_single_block(&op->regions[0]) ||
      (has_else && !is_single_block(&op->regions[1]))) {
    return false;
  }
  tern_op_t *selection = tern_build(
      &conversion->rewriter.builder, TERN_SPIRV(MLIR_SELECTION), .types = {types, op->result_count}, .regions = 1,
      .attrs = TERN_ATTRS({"selection_control", no_control(op, TERN_SPIRV_ENUM(SELECTION_CONTROL))}));
  tern_block_t *header = add_block(selection), *on_true = tern_op_body(op, 0), *on_false = tern_op_body(op, 1);
  tern_region_take_blocks(&selection->regions[0], &op->regions[0]);
  tern_region_take_blocks(&selection->regions[0], &op->regions[1]);
  tern_block_t *merge = add_block(selection);
  for (size_t i = 0; i < op->result_count; ++i) tern_block_add_arg(merge, types[i], op->loc);
  build_conditional(conversion, header, operands.values[0], on_true, has_else ? on_false : merge);
  if (!end_block(conversion, on_true, merge) || (has_else && !end_block(conversion, on_false, merge))) return false;
  build_merge(conversion, merge, (tern_values_t){merge->args, merge->arg_count});
  replace_by_results(conversion, op, selection);
  return true;
}

// The first case is compared with, the other cases are what is left of the switch in the other branch.
static bool convert_switch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_attr_t *cases = tern_op_attr(op, "cases");
  size_t count = tern_dense_array_attr_count(cases);
  for (size_t i = 0; i < op->region_count; ++i) {
    if (!is_single_block(&op->regions[i])) return false;
  }
  if (count == 0) {
    tern_block_t *body = tern_op_body(op, 0);
    tern_op_t *yield = body->last_op;
    tern_value_t *values[MAX_VALUES];
    if (yield->operand_count > MAX_VALUES) return false;
    for (size_t i = 0; i < yield->operand_count; ++i) values[i] = tern_op_operand(yield, i);
    tern_conversion_erase(conversion, yield);
    tern_rewriter_inline_block_before(&conversion->rewriter, body, op, (tern_values_t){0});
    tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
    return true;
  }
  const tern_type_t *types[MAX_VALUES];
  if (op->result_count > MAX_VALUES) return false;
  for (size_t i = 0; i < op->result_count; ++i) types[i] = tern_op_result(op, i)->type;
  tern_value_t *argument = tern_op_operand(op, 0);
  const tern_attr_t *value = tern_integer_attr_get(argument->type, tern_dense_array_attr_int(cases, 0));
  tern_value_t *constant = tern_build_value(b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(argument->type),
                                            .attrs = TERN_ATTRS({"value", value}));
  const tern_attr_t *equal = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPI_EQ);
  tern_value_t *is_case =
      tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(argument, constant),
                       .types = TERN_TYPES(tern_i_type_get(b->context, 1)), .attrs = TERN_ATTRS({"predicate", equal}));
  tern_op_t *choice =
      tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(is_case), .types = {types, op->result_count}, .regions = 2);
  tern_region_take_blocks(&choice->regions[0], &op->regions[1]);
  tern_builder_t inside = tern_builder_at_end(tern_region_add_block(&choice->regions[1]), op->loc);
  inside.listener = b->listener;
  int64_t rest[64];
  if (count > 64) return tern_op_error(op, "has more cases than are supported: %zu", count);
  for (size_t i = 1; i < count; ++i) rest[i - 1] = tern_dense_array_attr_int(cases, i);
  tern_op_t *others = tern_build(
      &inside, TERN_SCF(INDEX_SWITCH), .operands = TERN_VALUES(argument), .types = {types, op->result_count},
      .regions = count, .attrs = TERN_ATTRS({"cases", tern_dense_i64_array_attr_get(b->context, rest, count - 1)}));
  tern_region_take_blocks(&others->regions[0], &op->regions[0]);
  for (size_t i = 1; i < count; ++i) tern_region_take_blocks(&others->regions[i], &op->regions[i + 1]);
  tern_value_t *values[MAX_VALUES];
  for (size_t i = 0; i < op->result_count; ++i) values[i] = tern_op_result(others, i);
  tern_build(&inside, TERN_SCF(YIELD), .operands = {values, op->result_count});
  replace_by_results(conversion, op, choice);
  return true;
}

static bool convert_execute_region(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  if (!is_single_block(&op->regions[0])) return tern_op_error(op, "has several blocks; structure them as scf ops");
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *yield = body->last_op;
  tern_value_t *values[MAX_VALUES];
  if (!yield || !tern_op_is(yield, TERN_SCF(YIELD)) || yield->operand_count > MAX_VALUES) return false;
  for (size_t i = 0; i < yield->operand_count; ++i) values[i] = tern_op_operand(yield, i);
  tern_conversion_erase(conversion, yield);
  tern_rewriter_inline_block_before(&conversion->rewriter, body, op, (tern_values_t){0});
  tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
  return true;
}

const tern_conversion_pattern_t tern_scf_to_spirv_patterns[] = {
    {"execute-region", TERN_SCF(EXECUTE_REGION), 1, convert_execute_region},
    {"for", TERN_SCF(FOR), 1, convert_for},
    {"if", TERN_SCF(IF), 1, convert_if},
    {"index-switch", TERN_SCF(INDEX_SWITCH), 1, convert_switch},
    {"while", TERN_SCF(WHILE), 1, convert_while},
    {0},
};
