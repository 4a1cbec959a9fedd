// Syntax that function-like ops share (TERN_TRAIT_FUNCTION_LIKE):
//
//   visibility? @name(%a: type {attrs}, ...) -> (type {attrs}, ...) (attributes {...})? body?
//
// Attributes are upstream's: sym_name, sym_visibility, function_type, arg_attrs, res_attrs.

#ifndef TERN_ASM_FORMAT_FUNCTION_H_
#define TERN_ASM_FORMAT_FUNCTION_H_

#include "asm/parser.h"
#include "asm/printer.h"

// A parsed signature. Lists live in the parser's memory.
typedef struct tern_function_signature {
  tern_arg_list_t args;  // names are empty if only types were given
  tern_type_list_t results;
  const tern_attr_t **result_attrs;  // one per result; NULL entries for none
  bool has_names;
  bool is_variadic;  // `...` stood at the end
} tern_function_signature_t;

// `{...}` behind an argument or result, if there. `*out_attrs` is NULL if not, or if it is empty. False after an error.
bool tern_function_parse_optional_attrs(tern_parser_t *parser, const tern_attr_t **out_attrs);
// `(args) -> results`. False after an error.
bool tern_function_parse_signature(tern_parser_t *parser, bool allow_variadic,
                                   tern_function_signature_t *out_signature);
// Adds arg_attrs and res_attrs, if any argument or result has attributes.
void tern_function_add_arg_attrs(tern_parser_t *parser, tern_parsed_op_t *op,
                                 const tern_function_signature_t *signature);
// `private`, `public`, `nested` or nothing: adds sym_visibility.
void tern_function_parse_visibility(tern_parser_t *parser, tern_parsed_op_t *op);

// Prints `(%a: type {attrs}, ...) -> results`. Takes the arguments' names from region 0, unless it is empty.
void tern_function_print_signature(tern_printer_t *printer, const tern_op_t *op, tern_types_t inputs, bool is_variadic,
                                   tern_types_t results);

// The whole syntax; made for a row's `parse` and `print`.
bool tern_function_parse(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_function_print(tern_printer_t *printer, const tern_op_t *op);

#endif  // TERN_ASM_FORMAT_FUNCTION_H_
