// The hooks of bufferization's rows. Private to src/dialect/bufferization.

#ifndef TERN_DIALECT_BUFFERIZATION_HOOKS_H_
#define TERN_DIALECT_BUFFERIZATION_HOOKS_H_

#include "ir/op_def.h"

// bufferization.c
bool tern_bufferization_parse_dealloc(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_bufferization_print_dealloc(tern_printer_t *printer, const tern_op_t *op);

// verify.c
bool tern_bufferization_verify_alloc_tensor(const tern_op_t *op);
bool tern_bufferization_verify_dealloc(const tern_op_t *op);
bool tern_bufferization_verify_materialization(const tern_op_t *op);
bool tern_bufferization_verify_same_contents(const tern_op_t *op);
tern_traits_t tern_bufferization_effects_of_materialization(const tern_op_t *op);
bool tern_bufferization_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);
bool tern_bufferization_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr);

// canonicalize.c
tern_fold_status_t tern_bufferization_fold_clone(tern_op_t *op, const tern_attr_t *const *operands,
                                                 tern_fold_result_t *out_results);
tern_fold_status_t tern_bufferization_fold_to_buffer(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results);
tern_fold_status_t tern_bufferization_fold_to_tensor(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results);
bool tern_bufferization_canonicalize_alloc_tensor(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_bufferization_canonicalize_clone(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_bufferization_canonicalize_to_buffer(tern_op_t *op, tern_rewriter_t *rewriter);

// canonicalize_dealloc.c
bool tern_bufferization_canonicalize_dealloc(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_BUFFERIZATION_HOOKS_H_
