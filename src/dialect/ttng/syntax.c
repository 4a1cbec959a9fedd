// ttng: tokens, and barriers with predicates, as formats name them.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/ttng/hooks.h"

// --- custom<Token>($dep, type($token)): `[%dep]`, `[]` or nothing ---

static bool parse_token(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op;
  (void)arg_count;
  if (!tern_parse_optional_token(parser, "[")) return true;
  const tern_type_t *type =
      tern_dialect_type_get(tern_parser_context(parser), &tern_ttg_types[TERN_TTG_TYPE_ASYNC_TOKEN], NULL, 0);
  tern_type_list_push(parser, &args[1].types, type);
  if (tern_parse_optional_token(parser, "]")) return true;
  tern_unresolved_operand_t operand;
  if (!tern_parse_operand(parser, &operand)) return false;
  tern_operand_list_push(parser, &args[0].operands, operand);
  return tern_parse_token(parser, "]");
}

static void print_token(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t arg_count) {
  (void)arg_count;
  if (!args[1].count) return;
  tern_printer_char(printer, '[');
  tern_printer_operands(printer, op, args[0].start, args[0].count);
  tern_printer_char(printer, ']');
}

// --- custom<BarriersAndPreds>($barriers, $barrier_preds): `, %barrier[%pred]`, any number of times ---

static bool parse_barriers(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op;
  (void)arg_count;
  while (tern_parse_optional_token(parser, ",")) {
    tern_unresolved_operand_t barrier, pred;
    if (!tern_parse_operand(parser, &barrier) || !tern_parse_token(parser, "[") || !tern_parse_operand(parser, &pred) ||
        !tern_parse_token(parser, "]")) {
      return false;
    }
    tern_operand_list_push(parser, &args[0].operands, barrier);
    tern_operand_list_push(parser, &args[1].operands, pred);
  }
  return true;
}

static void print_barriers(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                           size_t arg_count) {
  (void)arg_count;
  for (size_t i = 0; i < args[0].count && i < args[1].count; ++i) {
    tern_printer_text(printer, ", ");
    tern_printer_value(printer, tern_op_operand(op, args[0].start + i));
    tern_printer_char(printer, '[');
    tern_printer_value(printer, tern_op_operand(op, args[1].start + i));
    tern_printer_char(printer, ']');
  }
}

// --- custom<Passed>(type($inputs), type($outputs)): types of operands that are results, too ---

static bool parse_passed(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op;
  (void)arg_count;
  if (!tern_parse_type_list(parser, &args[0].types)) return false;
  for (size_t i = 0; i < args[0].types.count; ++i) tern_type_list_push(parser, &args[1].types, args[0].types.values[i]);
  return true;
}

static void print_passed(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                         size_t arg_count) {
  (void)arg_count;
  for (size_t i = 0; i < args[0].count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_type(printer, tern_op_operand(op, args[0].start + i)->type);
  }
}

const tern_custom_directive_t tern_ttng_directives[] = {{"Token", parse_token, print_token},
                                                        {"BarriersAndPreds", parse_barriers, print_barriers},
                                                        {"Passed", parse_passed, print_passed}};
