// cf: the table of ops.

#include "dialect/cf/cf.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/cf/cf_hooks.h"
#include "dialect/common/fold_elements.h"
#include "dialect/common/switch_syntax.h"

static bool canonicalize_assert(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!tern_attr_is_int_value(tern_value_constant(tern_op_operand(op, 0)), 1)) return false;
  tern_rewriter_erase(rewriter, op);
  return true;
}

// --- switch ---

static bool parse_switch(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_switch_parse(parser, op, "case_values");
}
static void print_switch(tern_printer_t *printer, const tern_op_t *op) {
  tern_switch_print(printer, op, "case_values");
}
static bool verify_switch(const tern_op_t *op) { return tern_switch_verify(op, "case_values"); }

// --- the table ---

const tern_op_row_t tern_cf_ops[] = {
#define OP(ID, NAME, ...) [TERN_CF_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/cf/cf_ops.def"
#undef OP
};

const tern_dialect_t tern_cf_dialect = {
    .name = "cf",
    .summary = "Branches among the blocks of a region",
    .ops = tern_cf_ops,
    .op_count = TERN_CF_OP_COUNT,
};
