// Syntax of values whose sizes are operands: `tensor<?x4xf32>{%d}`, `!stream.resource<*>{%size}`.
//
// A shaped type is followed by its dynamic dimensions, a resource by its size in bytes. Results may be tied to operands:
// `%target as type{...}`, or `%target{...}` where the type is the operand's. The functions are made for a dialect's
// custom_directives; the names that formats use are upstream's.

#ifndef TERN_DIALECT_STREAM_SIZED_SYNTAX_H_
#define TERN_DIALECT_STREAM_SIZED_SYNTAX_H_

#include "asm/format/format.h"

// How many operands say the size of a value of this type: dynamic dimensions of a shaped type (the bound tensor's of a
// dispatch.tensor), one for a resource, none for others.
size_t tern_size_operand_count(const tern_type_t *type);

// `type` and the operands in braces that its sizes take.
bool tern_parse_sized_type(tern_parser_t *parser, const tern_type_t **out_type, tern_operand_list_t *inout_sizes);
// `{%a, %b}`, as many as the type takes (any number that is given, for an encoding).
bool tern_parse_sizes(tern_parser_t *parser, tern_operand_list_t *inout_sizes);
// Prints the type and its sizes; `*inout_size` is the index of the operand that is its first size and moves on.
void tern_print_sized_type(tern_printer_t *printer, const tern_op_t *op, const tern_type_t *type, size_t *inout_size);
void tern_print_sizes(tern_printer_t *printer, const tern_op_t *op, size_t count, size_t *inout_size);

// A comma list of results, each a sized type, or tied. `tied_operands` collects for each result the position among
// `operands`, or -1. `*out_tied` is the attribute (an array of index attributes), NULL if there are no results.
bool tern_parse_sized_results(tern_parser_t *parser, const tern_operand_list_t *operands,
                              const tern_type_list_t *operand_types, tern_type_list_t *inout_types,
                              tern_operand_list_t *inout_sizes, const tern_attr_t **out_tied);
// One result; `*out_tied` is an array of one number.
bool tern_parse_sized_result(tern_parser_t *parser, const tern_operand_list_t *operands,
                             const tern_type_list_t *operand_types, tern_type_list_t *inout_types,
                             tern_operand_list_t *inout_sizes, const tern_attr_t **out_tied);
// Result `result` of `op`, tied to the operand `tied` behind `operand_start` unless that is negative.
void tern_print_sized_result(tern_printer_t *printer, const tern_op_t *op, size_t operand_start, size_t result,
                             int64_t tied, size_t *inout_size);
// The other way: results `start`.. of `op`; operand 0 of `tied` is operand `operand_start`.
void tern_print_sized_results(tern_printer_t *printer, const tern_op_t *op, size_t operand_start, size_t start,
                              size_t count, const tern_attr_t *tied, size_t size_start);

// custom<SizeAwareType>(type($x), $size), custom<ShapedTiedResult>(type($x), $sizes [, $tied_operands]),
// custom<ShapedTypeList>(type($xs) [, type($ys)], $sizes),
// custom<ShapedFunctionType>(ref($xs), type($xs), $sizes, type($results), $result_sizes, $tied_operands)
bool tern_parse_shaped_tied_result(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count);
void tern_print_shaped_tied_result(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                   size_t count);
bool tern_parse_shaped_type_list(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count);
void tern_print_shaped_type_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                 size_t count);
bool tern_parse_shaped_function_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                     size_t count);
void tern_print_shaped_function_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                     size_t count);
// custom<SymbolAlias>($sym_name, $alias): `@name = @target`, or `@target` where the last parts are the same.
bool tern_parse_symbol_alias(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count);
void tern_print_symbol_alias(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count);
// custom<DispatchEntryPoints>($entry_points): `@exe::@entry` or `{@a::@b, @c::@d}`.
bool tern_parse_entry_points(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count);
void tern_print_entry_points(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count);
// custom<WorkgroupCountRegion>($region): `workgroups(%a: index, ...) -> (index, index, index) { ... }`, or nothing.
bool tern_parse_workgroup_count_region(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t count);
void tern_print_workgroup_count_region(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t count);

// Rows of all of these for a dialect's table.
#define TERN_SHAPED_DIRECTIVES                                                                   \
  {"SizeAwareType", tern_parse_shaped_type_list, tern_print_shaped_type_list},                   \
      {"ShapedTiedResult", tern_parse_shaped_tied_result, tern_print_shaped_tied_result},        \
      {"ShapedTypeList", tern_parse_shaped_type_list, tern_print_shaped_type_list},              \
      {"ShapedFunctionType", tern_parse_shaped_function_type, tern_print_shaped_function_type},  \
      {"SymbolAlias", tern_parse_symbol_alias, tern_print_symbol_alias},                         \
      {"DispatchEntryPoints", tern_parse_entry_points, tern_print_entry_points}, {               \
    "WorkgroupCountRegion", tern_parse_workgroup_count_region, tern_print_workgroup_count_region \
  }

// `[0 : index, -1 : index]`
const tern_attr_t *tern_index_array_attr_get(tern_context_t *context, const int64_t *values, size_t count);

#endif  // TERN_DIALECT_STREAM_SIZED_SYNTAX_H_
