// Loops and branches of scf in conversions that change types.

#include "convert/scf/scf_structural.h"

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/scf/scf.h"

// --- which ops are as they should be ---

static bool are_legal_values(const tern_type_converter_t *converter, const tern_op_t *op, bool asks_operands) {
  size_t count = asks_operands ? op->operand_count : op->result_count;
  for (size_t i = 0; i < count; ++i) {
    const tern_value_t *value = asks_operands ? tern_op_operand(op, i) : &op->results[i];
    if (!tern_type_is_legal(converter, value->type)) return false;
  }
  return true;
}

static bool has_legal_results(const tern_op_t *op, void *user) { return are_legal_values(user, op, false); }

static bool has_legal_types(const tern_op_t *op, void *user) {
  return are_legal_values(user, op, false) && are_legal_values(user, op, true);
}

static bool is_converted_parent(const tern_op_t *op) {
  return op && (tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(IF)) || tern_op_is(op, TERN_SCF(WHILE)) ||
                tern_op_is(op, TERN_SCF(INDEX_SWITCH)));
}

static bool is_legal_yield(const tern_op_t *op, void *user) {
  return !is_converted_parent(tern_op_parent(op)) || are_legal_values(user, op, true);
}

size_t tern_scf_type_legality(tern_legality_entry_t *out_entries) {
  const tern_legality_entry_t entries[] = {
      {.row = TERN_SCF(FOR), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_results},
      {.row = TERN_SCF(IF), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_results},
      {.row = TERN_SCF(INDEX_SWITCH), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_results},
      {.row = TERN_SCF(YIELD), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = is_legal_yield},
      {.row = TERN_SCF(WHILE), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
      {.row = TERN_SCF(CONDITION), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
  };
  memcpy(out_entries, entries, sizeof entries);
  return sizeof entries / sizeof entries[0];
}

// --- patterns ---

static bool can_convert_args(const tern_conversion_t *conversion, const tern_op_t *op) {
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t arg = 0; arg < block->arg_count; ++arg) {
        if (!tern_convert_type(conversion->converter, block->args[arg]->type)) return false;
      }
    }
  }
  return true;
}

// The same op with these operands, results of converted types, and the regions of the old one.
static bool remake(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof *types);
  tern_value_t **values = tern_malloc((op->result_count + 1) * sizeof *values);
  bool is_converted = can_convert_args(conversion, op);
  for (size_t i = 0; is_converted && i < op->result_count; ++i) {
    types[i] = tern_convert_type(conversion->converter, op->results[i].type);
    is_converted = types[i] != NULL;
  }
  if (is_converted) {
    tern_op_t *made = tern_build(&conversion->rewriter.builder, op->def->row, .operands = operands,
                                 .types = {types, op->result_count}, .dictionary = tern_op_attr_dictionary(op),
                                 .regions = op->region_count);
    for (size_t i = 0; i < op->region_count; ++i) {
      tern_region_take_blocks(&made->regions[i], &op->regions[i]);
      if (made->regions[i].first_block) tern_conversion_convert_region_types(conversion, &made->regions[i]);
    }
    for (size_t i = 0; i < op->result_count; ++i) values[i] = tern_op_result(made, i);
    tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
  }
  free(types);
  free(values);
  return is_converted;
}

// What is chosen by stays an index.
static bool remake_switch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return remake(op, TERN_VALUES(tern_op_operand(op, 0)), conversion);
}

static bool remake_terminator(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_build(&conversion->rewriter.builder, op->def->row, .operands = operands,
             .dictionary = tern_op_attr_dictionary(op));
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_scf_type_patterns[] = {
    {"scf-for-types", TERN_SCF(FOR), 1, remake},
    {"scf-if-types", TERN_SCF(IF), 1, remake},
    {"scf-while-types", TERN_SCF(WHILE), 1, remake},
    {"scf-index-switch-types", TERN_SCF(INDEX_SWITCH), 1, remake_switch},
    {"scf-yield-types", TERN_SCF(YIELD), 1, remake_terminator},
    {"scf-condition-types", TERN_SCF(CONDITION), 1, remake_terminator},
    {0},
};
