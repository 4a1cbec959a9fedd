// Syntax that the dialects of the host program share: types followed by the sizes of their dynamic dimensions in braces, and
// results that stand in the memory of an operand ("tied").
//
//   (tensor<?x4xf32>{%n}, index) -> (tensor<4xf32>, %x, %y as tensor<?xf32>{%n})
//
// In a result list `%x` is an operand whose memory (and, without `as`, whose type) the result takes. The attribute
// `tied_operands` holds one index per result: which argument, or -1.

#ifndef TERN_DIALECT_COMMON_SHAPED_SYNTAX_H_
#define TERN_DIALECT_COMMON_SHAPED_SYNTAX_H_

#include "asm/format/format.h"

// How many sizes follow a type: its dynamic dimensions; 1 for a type whose row is called `stream.resource`; those of the
// tensor inside of !iree_tensor_ext.dispatch.tensor.
size_t tern_shaped_size_count(const tern_type_t *type);

// `{%a, %b}`: exactly as many as the type takes, or (if it takes any) none, which the verifier finds. Appends to `sizes`.
bool tern_shaped_parse_sizes(tern_parser_t *parser, const tern_type_t *type, tern_operand_list_t *sizes);
// Prints the sizes of `type` from operand `*inout_next` on, and goes on behind them.
void tern_shaped_print_sizes(tern_printer_t *printer, const tern_op_t *op, const tern_type_t *type, size_t *inout_next,
                             size_t end);

// visibility? @name(%a: type {attrs}, ...) -> (%a, %b as type, type {attrs}) (attributes {...})? body?
// A whole function-like op whose results may be tied to its arguments: attribute `tied_operands`.
bool tern_tied_function_parse(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_tied_function_print(tern_printer_t *printer, const tern_op_t *op);

// Which argument (position among the op's arguments) result `result_index` is tied to, or -1.
int64_t tern_tied_operand(const tern_op_t *op, size_t result_index);
// The attribute `tied_operands` of these indices, or NULL if all are -1.
const tern_attr_t *tern_tied_attr_get(tern_context_t *context, const int64_t *tied, size_t count);
// Checks the attribute `tied_operands`: one entry per result, each -1 or below `operand_count`.
bool tern_tied_operands_verify(const tern_op_t *op, size_t result_count, size_t operand_count);

// Makes the directives known to all formats of a context: ShapedFunctionType, ShapedTiedResult, ShapedTypeList,
// ShapedOperandList, OperandTypeList, TiedFunctionResultList, SymbolAlias, DispatchEntryPoints, WorkgroupCountRegion,
// DispatchWorkgroupBody, DispatchWorkgroupsCountRegion, Properties, RangeList, ListTypeGet, ListTypeSet.
void tern_register_shaped_directives(tern_context_t *context);

#endif  // TERN_DIALECT_COMMON_SHAPED_SYNTAX_H_
