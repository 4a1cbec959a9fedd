// The bufferization dialect: its table, and the syntax of dealloc.

#include "dialect/bufferization/bufferization.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/arith/arith.h"
#include "dialect/bufferization/hooks.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"
#include "ir/attr.h"

// --- dealloc: `(memrefs : types) if (conditions) retain (memrefs : types)`, both parts may be left out ---

// `(%a, %b : t, u)`. The values go to the op's operands.
static bool parse_typed_values(tern_parser_t *parser, tern_parsed_op_t *op, int32_t *out_count) {
  tern_operand_list_t values = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_token(parser, "(") || !tern_parse_operand_list(parser, NULL, &values) ||
      !tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &types) || !tern_parse_token(parser, ")"))
    return false;
  *out_count = (int32_t)values.count;
  return tern_op_resolve_operands_each(parser, op, &values, &types);
}

bool tern_bufferization_parse_dealloc(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *i1 = tern_integer_type_get(context, 1, TERN_SIGNLESS);
  int32_t segments[3] = {0};
  if (tern_parser_at_token(parser, "(")) {
    tern_operand_list_t conditions = {0};
    if (!parse_typed_values(parser, op, &segments[0]) || !tern_parse_keyword(parser, "if") ||
        !tern_parse_operand_list(parser, "()", &conditions) || !tern_op_resolve_operands(parser, op, &conditions, i1))
      return false;
    segments[1] = (int32_t)conditions.count;
  }
  if (tern_parse_optional_keyword(parser, "retain") && !parse_typed_values(parser, op, &segments[2])) return false;
  for (int32_t i = 0; i < segments[2]; i++) tern_op_add_result_type(parser, op, i1);
  tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, segments, 3));
  return tern_op_parse_optional_attr_dict(parser, op);
}

static void print_typed_values(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t count) {
  tern_printer_text(printer, " (");
  tern_printer_operands(printer, op, start, count);
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, start, count);
  tern_printer_char(printer, ')');
}

void tern_bufferization_print_dealloc(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"operandSegmentSizes"};
  size_t start, count;
  tern_op_operand_group(op, 0, &start, &count);
  if (count > 0) {
    print_typed_values(printer, op, start, count);
    tern_op_operand_group(op, 1, &start, &count);
    tern_printer_text(printer, " if (");
    tern_printer_operands(printer, op, start, count);
    tern_printer_char(printer, ')');
  }
  tern_op_operand_group(op, 2, &start, &count);
  if (count > 0) {
    tern_printer_text(printer, " retain");
    print_typed_values(printer, op, start, count);
  }
  tern_printer_attr_dict(printer, op, elided, 1);
}

// --- the table ---

const tern_op_row_t tern_bufferization_ops[] = {
#define OP(ID, NAME, ...) [TERN_BUFFERIZATION_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/bufferization/bufferization_ops.def"
#undef OP
};

const tern_dialect_t tern_bufferization_dialect = {
    .name = "bufferization",
    .summary = "Tensors that become buffers, and who frees these",
    .ops = tern_bufferization_ops,
    .op_count = TERN_BUFFERIZATION_OP_COUNT,
    .verify_op_attr = tern_bufferization_verify_op_attr,
    .verify_arg_attr = tern_bufferization_verify_arg_attr,
};
