// The declarative assembly format: compiled once per op name, run by one parse engine and one print engine.
//
// Language: MLIR docs, "Defining Dialects / Operations / Declarative Assembly Format": literals in backticks, $operand,
// $attr, $region, $successor, $result, attr-dict, attr-dict-with-keyword, prop-dict, type(...), functional-type(a, b),
// ref(...), qualified(...), operands, results, regions, successors, optional groups (...)? with ^ anchors and
// : (else groups), oilist(...), custom<Name>(...).

#ifndef TERN_ASM_FORMAT_FORMAT_H_
#define TERN_ASM_FORMAT_FORMAT_H_

#include "asm/parser.h"
#include "asm/printer.h"

typedef struct tern_format tern_format_t;

// One argument of a custom directive, while parsing or printing. Which members count depends on the argument's kind in
// the format: an operand group, a type group, an attribute, a region group, a successor group, or a plain literal.
typedef struct tern_format_arg {
  enum {
    TERN_FORMAT_OPERANDS,
    TERN_FORMAT_TYPES,
    TERN_FORMAT_ATTR,
    TERN_FORMAT_REGION,
    TERN_FORMAT_SUCCESSOR,
    TERN_FORMAT_LITERAL
  } kind;
  bool is_ref;      // ref(...): already parsed, only to be read
  tern_str_t name;  // the row's name of it, or the literal's text
  // Parsing: filled by the directive (or already full if is_ref).
  tern_operand_list_t operands;
  tern_type_list_t types;
  const tern_attr_t *attr;
  // Printing: read from the op.
  const tern_op_t *op;
  size_t start, count;   // range of operands, results or regions
  bool is_result_types;  // TERN_FORMAT_TYPES of a result group
} tern_format_arg_t;

// A custom directive: parses or prints its part. Parse returns false after an error.
typedef struct tern_custom_directive {
  const char *name;
  bool (*parse)(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count);
  void (*print)(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t arg_count);
} tern_custom_directive_t;

// Makes directives known to the formats of all dialects of a context; `directives` outlives it. A dialect's own ones are
// better named in its table (tern_dialect_t.custom_directives), which is searched first. Those of custom.c are always
// known.
void tern_format_register_custom(tern_context_t *context, const tern_custom_directive_t *directives, size_t count);

// Compiles the row's format (or returns the one made before). NULL and a message if it is wrong.
const tern_format_t *tern_format_get(tern_context_t *context, const tern_op_def_t *def, const char **out_message);

// Parses what follows the op's name by the format, resolves operands and infers types; false after an error.
bool tern_format_parse(tern_parser_t *parser, tern_parsed_op_t *op, const tern_format_t *format);
void tern_format_print(tern_printer_t *printer, const tern_op_t *op, const tern_format_t *format);

#endif  // TERN_ASM_FORMAT_FORMAT_H_
