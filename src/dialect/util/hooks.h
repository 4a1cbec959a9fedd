// The hooks of util's op table. Private to src/dialect/util.

#ifndef TERN_DIALECT_UTIL_HOOKS_H_
#define TERN_DIALECT_UTIL_HOOKS_H_

#include "dialect/util/util.h"

// types.c
const tern_attr_t *tern_util_parse_assumption_body(tern_parser_t *parser);
void tern_util_print_assumption_body(tern_printer_t *printer, const tern_attr_t *attr);

// syntax.c
bool tern_util_parse_switch(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_util_print_switch(tern_printer_t *printer, const tern_op_t *op);
bool tern_util_parse_assume_int(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_util_print_assume_int(tern_printer_t *printer, const tern_op_t *op);
bool tern_util_parse_barrier(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_util_print_barrier(tern_printer_t *printer, const tern_op_t *op);
bool tern_util_parse_unfoldable(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_util_print_unfoldable(tern_printer_t *printer, const tern_op_t *op);
bool tern_util_parse_initializer(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_util_print_initializer(tern_printer_t *printer, const tern_op_t *op);
bool tern_util_parse_list_construct(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_util_print_list_construct(tern_printer_t *printer, const tern_op_t *op);
bool tern_util_name_global(const tern_op_t *op, size_t index, char *out_name, size_t size);
bool tern_util_name_buffer(const tern_op_t *op, size_t index, char *out_name, size_t size);

// verify.c
bool tern_util_verify_switch(const tern_op_t *op);
bool tern_util_verify_assume_int(const tern_op_t *op);
bool tern_util_verify_barrier(const tern_op_t *op);
bool tern_util_verify_func(const tern_op_t *op);
bool tern_util_verify_call(const tern_op_t *op);
bool tern_util_verify_call_uses(const tern_op_t *op);
bool tern_util_verify_return(const tern_op_t *op);
bool tern_util_verify_global(const tern_op_t *op);
bool tern_util_verify_global_address(const tern_op_t *op);
bool tern_util_verify_global_load(const tern_op_t *op);
bool tern_util_verify_global_store(const tern_op_t *op);
bool tern_util_verify_global_load_indirect(const tern_op_t *op);
bool tern_util_verify_global_store_indirect(const tern_op_t *op);
bool tern_util_verify_list_get(const tern_op_t *op);
bool tern_util_verify_list_set(const tern_op_t *op);
bool tern_util_verify_buffer_constant(const tern_op_t *op);
tern_traits_t tern_util_global_load_effects(const tern_op_t *op);

// fold.c
#define FOLD(NAME)                                                                            \
  tern_fold_status_t tern_util_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, \
                                           tern_fold_result_t *out_results);
FOLD(cast)
FOLD(cmp_eq)
FOLD(cmp_ne)
FOLD(switch)
FOLD(range_min)
FOLD(range_max)
FOLD(align)
FOLD(sizeof)
FOLD(assume_int)
FOLD(buffer_subspan)
FOLD(buffer_size)
#undef FOLD

// canonicalize.c
bool tern_util_canonicalize_range(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_util_canonicalize_extents(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_util_canonicalize_unfoldable(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_util_canonicalize_initializer(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_util_canonicalize_global_store(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_util_canonicalize_global_load_indirect(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_util_canonicalize_global_store_indirect(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_util_canonicalize_buffer_subspan(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_UTIL_HOOKS_H_
