// Pieces of syntax that spirv's ops share. Private to src/dialect/spirv.

#ifndef TERN_DIALECT_SPIRV_SYNTAX_H_
#define TERN_DIALECT_SPIRV_SYNTAX_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/spirv/spirv.h"

// A case in quotes: `"Function"`. `what` is the attribute's name, for messages.
bool tern_spirv_parse_enum_string(tern_parser_t *parser, const tern_parsed_op_t *op, tern_spirv_enum_t which,
                                  const char *what, int64_t *out_value);
void tern_spirv_print_enum_string(tern_printer_t *printer, tern_spirv_enum_t which, int64_t value);
void tern_spirv_add_enum_attr(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, tern_spirv_enum_t which,
                              int64_t value);
// A number as an i32 attribute; NULL after an error.
const tern_attr_t *tern_spirv_parse_i32(tern_parser_t *parser);
// `@name` as sym_name; ` @name` of it.
bool tern_spirv_parse_symbol(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_spirv_print_symbol(tern_printer_t *printer, const tern_op_t *op);
// `@name` as a reference; NULL after an error.
const tern_attr_t *tern_spirv_parse_symbol_ref(tern_parser_t *parser);
// An array attribute with one more element.
const tern_attr_t *tern_spirv_array_attr_append(const tern_attr_t *array, const tern_attr_t *element);

#endif  // TERN_DIALECT_SPIRV_SYNTAX_H_
