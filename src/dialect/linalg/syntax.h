// Parts of syntax that the structured ops share. Private to src/dialect/linalg.

#ifndef TERN_DIALECT_LINALG_SYNTAX_H_
#define TERN_DIALECT_LINALG_SYNTAX_H_

#include "asm/parser.h"
#include "asm/printer.h"

// `<{...}>`, `{...}`, `ins(... : ...)`, `outs(... : ...)`: adds the attributes and operands, and gives the types.
bool tern_linalg_parse_operands(tern_parser_t *parser, tern_parsed_op_t *op, tern_type_list_t *out_inputs,
                                tern_type_list_t *out_outputs);
// ` ins(...) outs(...)`.
void tern_linalg_print_operands(tern_printer_t *printer, const tern_op_t *op);

#endif  // TERN_DIALECT_LINALG_SYNTAX_H_
