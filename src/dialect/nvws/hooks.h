// nvws: what the rows of its tables refer to.

#ifndef TERN_DIALECT_NVWS_HOOKS_H_
#define TERN_DIALECT_NVWS_HOOKS_H_

#include "asm/format/format.h"
#include "dialect/nvws/nvws.h"

// syntax.c
const tern_type_t *tern_nvws_parse_aref(tern_parser_t *parser, const tern_type_row_t *row);
void tern_nvws_print_aref(tern_printer_t *printer, const tern_type_t *type);
bool tern_nvws_parse_warp_group(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_nvws_print_warp_group(tern_printer_t *printer, const tern_op_t *op);
enum { TERN_NVWS_DIRECTIVE_COUNT = 1 };
extern const tern_custom_directive_t tern_nvws_directives[];

// verify.c
bool tern_nvws_verify_aref_create(const tern_op_t *op);
bool tern_nvws_verify_enter(const tern_op_t *op);
bool tern_nvws_verify_warp_group(const tern_op_t *op);

#endif  // TERN_DIALECT_NVWS_HOOKS_H_
