// What the files of chlo share: hooks of its rows.

#ifndef TERN_DIALECT_CHLO_HOOKS_H_
#define TERN_DIALECT_CHLO_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/chlo/chlo.h"

bool tern_chlo_parse_scan(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_chlo_print_scan(tern_printer_t *printer, const tern_op_t *op);
bool tern_chlo_verify_scan(const tern_op_t *op);
bool tern_chlo_verify_scan_body(const tern_op_t *op);
bool tern_chlo_verify_ragged_dot(const tern_op_t *op);

#endif  // TERN_DIALECT_CHLO_HOOKS_H_
