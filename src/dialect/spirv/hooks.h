// The hooks of spirv's attribute rows. Private to src/dialect/spirv.

#ifndef TERN_DIALECT_SPIRV_HOOKS_H_
#define TERN_DIALECT_SPIRV_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"

const tern_attr_t *tern_spirv_parse_vce(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_spirv_print_vce(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_spirv_parse_target_env(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type);
void tern_spirv_print_target_env(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_spirv_parse_fields(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_spirv_print_fields(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_spirv_parse_interface_var_abi(tern_parser_t *parser, const tern_attr_row_t *row,
                                                      const tern_type_t *type);
void tern_spirv_print_interface_var_abi(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_spirv_parse_struct_attr(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type);
void tern_spirv_print_struct_attr(tern_printer_t *printer, const tern_attr_t *attr);

#endif  // TERN_DIALECT_SPIRV_HOOKS_H_
