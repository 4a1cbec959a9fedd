// spirv: branches, loops and selections. Upstream: ControlFlowOps.cpp, SPIRVCanonicalization.cpp.

#include <inttypes.h>

#include "base/vec.h"
#include "dialect/common/fold_elements.h"
#include "dialect/common/switch_syntax.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/structure.h"
#include "dialect/spirv/syntax.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- branches ---

static bool parse_weights(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *weights[2];
  if (!tern_parse_optional_token(parser, "[")) return true;
  if (!(weights[0] = tern_spirv_parse_i32(parser)) || !tern_parse_token(parser, ",") ||
      !(weights[1] = tern_spirv_parse_i32(parser)) || !tern_parse_token(parser, "]")) {
    return false;
  }
  tern_op_add_attr(parser, op, "branch_weights", tern_array_attr_get(tern_parser_context(parser), weights, 2));
  return true;
}

bool tern_spirv_parse_branch_conditional(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_unresolved_operand_t condition;
  size_t counts[2];
  if (!tern_parse_operand(parser, &condition) ||
      !tern_op_resolve_operand(parser, op, condition, tern_i_type_get(context, 1)) || !parse_weights(parser, op)) {
    return false;
  }
  for (size_t i = 0; i < 2; ++i) {
    if (!tern_parse_token(parser, ",") || !tern_op_parse_successor_and_operands(parser, op, &counts[i])) return false;
  }
  const int32_t segments[3] = {1, (int32_t)counts[0], (int32_t)counts[1]};
  tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, segments, 3));
  return true;
}

void tern_spirv_print_branch_conditional(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *weights = tern_op_attr(op, "branch_weights");
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  if (weights) {
    tern_printer_format(printer, " [%" PRId64 ", %" PRId64 "]", tern_integer_attr_value(tern_array_attr_at(weights, 0)),
                        tern_integer_attr_value(tern_array_attr_at(weights, 1)));
  }
  for (size_t i = 0; i < 2; ++i) {
    size_t start, count;
    tern_op_operand_group(op, 1 + i, &start, &count);
    tern_printer_text(printer, ", ");
    tern_printer_successor_and_operands(printer, op, i, start, count);
  }
}

bool tern_spirv_verify_branch_conditional(const tern_op_t *op) {
  if (!tern_spirv_verify_in_function(op)) return false;
  const tern_attr_t *weights = tern_op_attr(op, "branch_weights");
  if (!weights) return true;
  if (tern_array_attr_count(weights) != 2) return tern_op_error(op, "must have exactly two branch weights");
  return tern_integer_attr_value(tern_array_attr_at(weights, 0)) != 0 ||
         tern_integer_attr_value(tern_array_attr_at(weights, 1)) != 0 ||
         tern_op_error(op, "branch weights cannot both be zero");
}

bool tern_spirv_parse_switch(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_switch_parse(parser, op, "literals");
}
void tern_spirv_print_switch(tern_printer_t *printer, const tern_op_t *op) {
  tern_switch_print(printer, op, "literals");
}
bool tern_spirv_verify_switch(const tern_op_t *op) {
  return tern_spirv_verify_in_function(op) && tern_switch_verify(op, "literals");
}

bool tern_spirv_verify_unreachable(const tern_op_t *op) {
  if (!tern_spirv_verify_in_function(op)) return false;
  return !tern_block_is_entry(op->block) || tern_op_error(op, "cannot be used in reachable block");
}

// --- loops and selections ---

// The control attribute of a loop or selection.
typedef struct control {
  const char *name;
  tern_spirv_enum_t which;
} control_t;

static control_t control_of(const tern_op_row_t *row) {
  return row == TERN_SPIRV(MLIR_LOOP) ? (control_t){"loop_control", TERN_SPIRV_ENUM_LOOP_CONTROL}
                                      : (control_t){"selection_control", TERN_SPIRV_ENUM_SELECTION_CONTROL};
}

bool tern_spirv_parse_structured(tern_parser_t *parser, tern_parsed_op_t *op) {
  control_t control = control_of(op->def->row);
  int64_t value = 0;
  if (tern_parse_optional_keyword(parser, "control") &&
      (!tern_parse_token(parser, "(") || !tern_parse_enum(parser, &tern_spirv_enums[control.which], &value) ||
       !tern_parse_token(parser, ")"))) {
    return false;
  }
  tern_spirv_add_enum_attr(parser, op, control.name, control.which, value);
  if (tern_parse_optional_token(parser, "->")) {
    tern_type_list_t types = {0};
    if (!tern_parse_type_list(parser, &types)) return false;
    for (size_t i = 0; i < types.count; ++i) tern_op_add_result_type(parser, op, types.values[i]);
  }
  return tern_op_parse_region(parser, op, NULL);
}

void tern_spirv_print_structured(tern_printer_t *printer, const tern_op_t *op) {
  control_t control = control_of(op->def->row);
  const tern_attr_t *attr = tern_op_attr(op, control.name);
  if (attr && tern_enum_attr_value(attr) != 0) {
    tern_printer_text(printer, " control(");
    tern_printer_enum(printer, &tern_spirv_enums[control.which], tern_enum_attr_value(attr));
    tern_printer_char(printer, ')');
  }
  if (op->result_count) {
    tern_printer_text(printer, " -> ");
    tern_printer_result_types(printer, op, 0, op->result_count);
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

bool tern_spirv_verify_merge(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  if (op->operand_count != parent->result_count) {
    return tern_op_error(op, "has %" PRIu32 " operands, but the op around it has %" PRIu32 " results",
                         op->operand_count, parent->result_count);
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type == parent->results[i].type) continue;
    return tern_op_error(op, "operand #%zu has type '%s', but the result of the op around it has type '%s'", i,
                         tern_type_text(tern_op_operand(op, i)->type), tern_type_text(parent->results[i].type));
  }
  return true;
}

// The last block is the merge block, and no other merges.
static bool verify_merge_block(const tern_op_t *op) {
  const tern_region_t *region = &op->regions[0];
  const tern_block_t *last = region->last_block;
  if (!last->first_op || last->first_op != last->last_op || !tern_op_is(last->first_op, TERN_SPIRV(MLIR_MERGE))) {
    return tern_op_error(op, "last block must be the merge block with only one 'spirv.mlir.merge' op");
  }
  tern_region_for_each_block(region, block) {
    if (block == last) continue;
    if (block->last_op && tern_op_is(block->last_op, TERN_SPIRV(MLIR_MERGE))) {
      return tern_op_error(op, "should not have 'spirv.mlir.merge' op outside the merge block");
    }
  }
  return true;
}

bool tern_spirv_verify_selection(const tern_op_t *op) {
  const tern_region_t *region = &op->regions[0];
  if (tern_region_is_empty(region)) return true;
  return verify_merge_block(op) &&
         (region->first_block != region->last_block || tern_op_error(op, "must have a selection header block"));
}

static bool branches_to(const tern_block_t *block, const tern_block_t *target) {
  const tern_op_t *op = block->last_op;
  for (size_t i = 0; op && i < op->successor_count; ++i) {
    if (op->successors[i].block == target) return true;
  }
  return false;
}

bool tern_spirv_verify_loop(const tern_op_t *op) {
  const tern_region_t *region = &op->regions[0];
  if (tern_region_is_empty(region)) return true;
  if (!verify_merge_block(op)) return false;
  const tern_block_t *entry = region->first_block, *header = entry->next, *merge = region->last_block;
  if (entry == merge) return tern_op_error(op, "must have an entry block branching to the loop header block");
  if (header == merge) return tern_op_error(op, "must have a loop header block branched from the entry block");
  bool only_branches = entry->first_op == entry->last_op && tern_op_is(entry->last_op, TERN_SPIRV(BRANCH));
  if (!only_branches || !branches_to(entry, header)) {
    return tern_op_error(op, "entry block must only have one 'spirv.Branch' op to the second block");
  }
  const tern_block_t *last = merge->prev;
  if (last == header) return tern_op_error(op, "requires a loop continue block branching to the loop header block");
  if (!branches_to(last, header)) {
    return tern_op_error(op,
                         "second to last block must be the loop continue block that branches to the loop header block");
  }
  for (const tern_block_t *block = header->next; block != last; block = block->next) {
    if (branches_to(block, header)) {
      return tern_op_error(op, "can only have the entry and loop continue block branching to the loop header block");
    }
  }
  return true;
}

// --- selections that only choose what is stored ---

// The store that a block holds besides its constants and the branch to `merge`; NULL: it is no such block.
static tern_op_t *only_store(tern_block_t *block, const tern_block_t *merge) {
  tern_op_t *branch = block->last_op;
  if (!branch || block->arg_count || !tern_op_is(branch, TERN_SPIRV(BRANCH)) || branch->successors[0].block != merge ||
      branch->operand_count) {
    return NULL;
  }
  tern_op_t *store = branch->prev;
  return store && store == block->first_op && tern_op_is(store, TERN_SPIRV(STORE)) ? store : NULL;
}

// Two stores of values that may be selected, to one pointer and in one way.
static bool may_merge_stores(const tern_op_t *a, const tern_op_t *b) {
  const tern_type_t *type = tern_op_operand(a, 1)->type;
  bool is_selectable =
      tern_spirv_type_is_scalar(type) || type->kind == TERN_TYPE_VECTOR || tern_type_is_spirv_pointer(type);
  return is_selectable && tern_op_operand(a, 0) == tern_op_operand(b, 0) &&
         tern_op_attr_dictionary(a) == tern_op_attr_dictionary(b);
}

// `if (c) *p = a; else *p = b;` becomes `*p = c ? a : b`.
bool tern_spirv_canonicalize_selection(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_region_t *region = &op->regions[0];
  if (tern_region_is_empty(region) || op->result_count || tern_region_is_empty(region)) return false;
  tern_block_t *header = region->first_block, *merge = region->last_block;
  size_t block_count = 0;
  tern_region_for_each_block(region, block)++ block_count;
  tern_op_t *branch = header->last_op;
  if (block_count != 4 || branch != header->first_op || !tern_op_is(branch, TERN_SPIRV(BRANCHCONDITIONAL)))
    return false;
  if (tern_enum_attr_value(tern_op_attr(op, "selection_control")) & TERN_SPIRV_SELECTIONCONTROL_DONTFLATTEN)
    return false;
  if (branch->successors[0].block == branch->successors[1].block) return false;
  tern_op_t *on_true = only_store(branch->successors[0].block, merge);
  tern_op_t *on_false = only_store(branch->successors[1].block, merge);
  if (!on_true || !on_false || !may_merge_stores(on_true, on_false)) return false;
  tern_builder_t builder = tern_builder_before(op);
  builder.listener = rewriter->builder.listener;
  tern_value_t *condition = tern_op_operand(branch, 0), *a = tern_op_operand(on_true, 1),
               *b = tern_op_operand(on_false, 1);
  const tern_type_t *type = a->type;
  tern_value_t *selected =
      tern_build_value(&builder, TERN_SPIRV(SELECT), .operands = TERN_VALUES(condition, a, b), .types = {&type, 1});
  tern_build(&builder, TERN_SPIRV(STORE), .operands = TERN_VALUES(tern_op_operand(on_true, 0), selected),
             .dictionary = tern_op_attr_dictionary(on_true));
  tern_rewriter_erase(rewriter, op);
  return true;
}

// --- spirv.Select ---

bool tern_spirv_verify_select(const tern_op_t *op) {
  const tern_type_t *condition = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (condition->kind != TERN_TYPE_VECTOR) return true;
  if (result->kind != TERN_TYPE_VECTOR) {
    return tern_op_error(op, "result expected to be of vector type when condition is of vector type");
  }
  return tern_type_dim(result, 0) == tern_type_dim(condition, 0) ||
         tern_op_error(op,
                       "result should have the same number of elements as the condition when condition is of "
                       "vector type");
}

tern_fold_status_t tern_spirv_fold_select(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results) {
  tern_value_t *a = tern_op_operand(op, 1), *b = tern_op_operand(op, 2);
  tern_uint128_t bits;
  uint32_t width;
  if (a == b) {
    out_results[0].value = a;
    return TERN_FOLD_REPLACED;
  }
  if (!operands[0] || !tern_attr_int_bits(operands[0], &bits, &width)) return TERN_FOLD_FAILED;
  out_results[0].value = bits ? a : b;
  return TERN_FOLD_REPLACED;
}
