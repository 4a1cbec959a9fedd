// Old spellings of scf: until 2024 the body of scf.parallel ended in scf.yield, and had an scf.reduce for each
// reduction before it.

#include <stdlib.h>

#include "dialect/legacy/hooks.h"
#include "dialect/scf/scf.h"

// `(%value) : type {region}`; today the types stand within the parentheses.
bool tern_legacy_parse_reduce(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t start = tern_parser_pos(parser);
  tern_operand_list_t operands = {0};
  tern_unresolved_operand_t operand;
  bool is_present = false;
  if (tern_parse_optional_token(parser, "(") && !tern_parse_optional_operand(parser, &operand, &is_present)) {
    return false;
  }
  bool is_old = is_present && tern_parser_at_token(parser, ")");
  tern_legacy_rewind(parser, start);
  if (!is_old) return tern_legacy_parse_current(parser, op);
  const tern_type_t *type;
  return tern_parse_operand_list(parser, "()", &operands) && tern_parse_colon_type(parser, &type) &&
         tern_op_resolve_operands(parser, op, &operands, type) && tern_op_parse_region(parser, op, NULL);
}

// One scf.reduce at the end in place of those before, and of the scf.yield.
static void merge_reductions(tern_op_t *yield) {
  tern_context_t *context = tern_op_context(yield);
  tern_block_t *body = yield->block;
  size_t count = 0;
  tern_block_for_each_op(body, op) count += tern_op_is(op, TERN_SCF(REDUCE)) && op->operand_count == 1;
  tern_value_t **operands = tern_realloc_array(NULL, count + 1, sizeof(operands[0]));
  tern_op_state_t state = {
      .def = tern_op_def_of(context, TERN_SCF(REDUCE)),
      .loc = yield->loc,
      .operands = {operands, count},
      .region_count = count,
  };
  size_t next = 0;
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_SCF(REDUCE)) && op->operand_count == 1) operands[next++] = tern_op_operand(op, 0);
  }
  tern_op_t *merged = tern_op_create(context, &state);
  free(operands);
  next = 0;
  tern_block_for_each_op_safe(body, op) {
    if (!tern_op_is(op, TERN_SCF(REDUCE)) || op->operand_count != 1) continue;
    if (op->region_count > 0) tern_region_take_blocks(&merged->regions[next], &op->regions[0]);
    ++next;
    tern_op_destroy(op);
  }
  tern_op_destroy(yield);
  tern_op_insert(merged, body, NULL);
}

bool tern_legacy_upgrade_parallel(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (tern_op_parsed_region_count(parser, op) > 0) {
    tern_block_t *body = tern_op_parsed_region(parser, op, 0)->first_block;
    tern_op_t *last = body ? body->last_op : NULL;
    if (last && tern_op_is(last, TERN_SCF(YIELD)) && last->operand_count == 0) merge_reductions(last);
  }
  return tern_legacy_upgrade_segments(parser, op);
}

bool tern_legacy_parse_parallel(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_legacy_parse_current(parser, op) && tern_legacy_upgrade_parallel(parser, op);
}
