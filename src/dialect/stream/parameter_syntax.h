// Syntax of parameters of a program, for the dialects that name them: `%scope::%key[%offset]`, or `%key[%offset]`.

#ifndef TERN_DIALECT_STREAM_PARAMETER_SYNTAX_H_
#define TERN_DIALECT_STREAM_PARAMETER_SYNTAX_H_

#include "asm/format/format.h"

// Appends to the operands of the groups; all parameters of an op are of one scope.
bool tern_parse_parameter_place(tern_parser_t *parser, tern_format_arg_t *scope, tern_format_arg_t *keys,
                                tern_format_arg_t *offsets);
// The place number `index` of the groups.
void tern_print_parameter_place(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *scope,
                                const tern_format_arg_t *keys, const tern_format_arg_t *offsets, size_t index);

#endif  // TERN_DIALECT_STREAM_PARAMETER_SYNTAX_H_
