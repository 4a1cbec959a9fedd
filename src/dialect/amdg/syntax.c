// amdg: the attribute without parameters, and the types of addresses, which formats leave out.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/amdg/hooks.h"
#include "dialect/tt/tt.h"
#include "ir/context.h"

const tern_attr_t *tern_amdg_parse_attr(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  return tern_dialect_attr_get(tern_parser_context(parser), row, NULL, 0);
}

void tern_amdg_print_attr(tern_printer_t *printer, const tern_attr_t *attr) {
  (void)printer;
  (void)attr;
}

// --- custom<Addresses>(type($ptr), type($offsets), ref(type($value))) ---

static bool parse_addresses(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)arg_count;
  const tern_type_t *type = args[2].types.count ? args[2].types.values[0] : NULL;
  if (!type || type->kind != TERN_TYPE_TENSOR)
    return tern_parser_error_at(parser, op->pos, "expected a ranked tensor type");
  tern_type_list_push(parser, &args[0].types, tern_tt_pointer_get(tern_type_element(type), TERN_TT_GLOBAL_SPACE));
  tern_type_list_push(parser, &args[1].types,
                      tern_type_with_element(type, tern_i_type_get(tern_parser_context(parser), 32)));
  return true;
}

static void print_addresses(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                            size_t arg_count) {
  (void)printer;
  (void)op;
  (void)args;
  (void)arg_count;
}

const tern_custom_directive_t tern_amdg_directives[] = {{"Addresses", parse_addresses, print_addresses}};
