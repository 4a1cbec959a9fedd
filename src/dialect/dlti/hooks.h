// The hooks of dlti's rows. Private to src/dialect/dlti.

#ifndef TERN_DIALECT_DLTI_HOOKS_H_
#define TERN_DIALECT_DLTI_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"

// syntax.c
const tern_attr_t *tern_dlti_parse_entry(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_dlti_print_entry(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_dlti_parse_entries(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_dlti_print_entries(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_dlti_parse_alignment(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type);
void tern_dlti_print_alignment(tern_printer_t *printer, const tern_attr_t *attr);

// verify.c
bool tern_dlti_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);

#endif  // TERN_DIALECT_DLTI_HOOKS_H_
