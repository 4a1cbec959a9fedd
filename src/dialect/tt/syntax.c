// tt: syntax of the types, and the pointer that a block pointer begins at, which formats leave out.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/tt/hooks.h"
#include "ir/diagnostic.h"

// --- types ---

// `<pointee>` or `<pointee, address space>`; `<tensor>` of a descriptor.
const tern_type_t *tern_tt_parse_type(tern_parser_t *parser, const tern_type_row_t *row) {
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *inside = tern_parse_type(parser);
  if (!inside) return NULL;
  if (row == &tern_tt_types[TERN_TT_TYPE_TENSORDESC]) {
    if (inside->kind != TERN_TYPE_TENSOR) {
      tern_parser_error_at(parser, pos, "invalid kind of type specified: expected builtin.tensor, but found '%s'",
                           tern_type_text(inside));
      return NULL;
    }
    if (!tern_parse_token(parser, ">")) return NULL;
    return tern_dialect_type_get(inside->context, row, &(uint64_t){(uint64_t)(uintptr_t)inside}, 1);
  }
  int64_t space = TERN_TT_GLOBAL_SPACE;
  if (tern_parse_optional_token(parser, ",") && !tern_parse_integer(parser, &space)) return NULL;
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_tt_pointer_get(inside, space);
}

void tern_tt_print_type(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_type(printer, tern_tt_type_inside(type));
  if (tern_type_is_tt(type, TERN_TT_TYPE_PTR) && tern_tt_pointer_space(type) != TERN_TT_GLOBAL_SPACE) {
    tern_printer_text(printer, ", ");
    tern_printer_int(printer, tern_tt_pointer_space(type));
  }
  tern_printer_char(printer, '>');
}

// --- custom<BlockBase>(type($base), ref(type($result))) ---

static bool parse_block_base(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)arg_count;
  const tern_type_t *block = args[1].types.count ? args[1].types.values[0] : NULL;
  if (!block || !tern_tt_is_block_pointer(block))
    return tern_parser_error_at(parser, op->pos, "expected a pointer to a tensor as result");
  const tern_type_t *element = tern_type_element(tern_tt_type_inside(block));
  tern_type_list_push(parser, &args[0].types, tern_tt_pointer_get(element, tern_tt_pointer_space(block)));
  return true;
}

static void print_block_base(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t arg_count) {
  (void)printer;
  (void)op;
  (void)args;
  (void)arg_count;
}

const tern_custom_directive_t tern_tt_directives[] = {{"BlockBase", parse_block_base, print_block_base}};
