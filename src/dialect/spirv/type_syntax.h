// The syntax hooks of spirv's type rows. Private to src/dialect/spirv.

#ifndef TERN_DIALECT_SPIRV_TYPE_SYNTAX_H_
#define TERN_DIALECT_SPIRV_TYPE_SYNTAX_H_

#include "asm/parser.h"
#include "asm/printer.h"

const tern_type_t *tern_spirv_parse_pointer(tern_parser_t *parser, const tern_type_row_t *row);
const tern_type_t *tern_spirv_parse_array(tern_parser_t *parser, const tern_type_row_t *row);
const tern_type_t *tern_spirv_parse_runtime_array(tern_parser_t *parser, const tern_type_row_t *row);
const tern_type_t *tern_spirv_parse_struct(tern_parser_t *parser, const tern_type_row_t *row);
const tern_type_t *tern_spirv_parse_matrix(tern_parser_t *parser, const tern_type_row_t *row);
const tern_type_t *tern_spirv_parse_image(tern_parser_t *parser, const tern_type_row_t *row);
const tern_type_t *tern_spirv_parse_sampled_image(tern_parser_t *parser, const tern_type_row_t *row);
const tern_type_t *tern_spirv_parse_coop_matrix(tern_parser_t *parser, const tern_type_row_t *row);
const tern_type_t *tern_spirv_parse_arm_tensor(tern_parser_t *parser, const tern_type_row_t *row);
void tern_spirv_print_type(tern_printer_t *printer, const tern_type_t *type);

#endif  // TERN_DIALECT_SPIRV_TYPE_SYNTAX_H_
