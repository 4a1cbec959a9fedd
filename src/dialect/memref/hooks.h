// The hooks of memref's rows. Private to src/dialect/memref.

#ifndef TERN_DIALECT_MEMREF_HOOKS_H_
#define TERN_DIALECT_MEMREF_HOOKS_H_

#include "ir/op_def.h"

// memref.c
bool tern_memref_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size);

// syntax.c
bool tern_memref_parse_alloca_scope(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_memref_parse_distinct_objects(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_memref_parse_dma_start(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_memref_parse_generic_atomic_rmw(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_memref_parse_prefetch(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_memref_parse_transpose(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_memref_print_alloca_scope(tern_printer_t *printer, const tern_op_t *op);
void tern_memref_print_distinct_objects(tern_printer_t *printer, const tern_op_t *op);
void tern_memref_print_dma_start(tern_printer_t *printer, const tern_op_t *op);
void tern_memref_print_generic_atomic_rmw(tern_printer_t *printer, const tern_op_t *op);
void tern_memref_print_prefetch(tern_printer_t *printer, const tern_op_t *op);
void tern_memref_print_transpose(tern_printer_t *printer, const tern_op_t *op);

// verify.c, verify_view.c
bool tern_memref_verify_alloca_scope(const tern_op_t *op);
bool tern_memref_verify_allocation(const tern_op_t *op);
bool tern_memref_verify_assume_alignment(const tern_op_t *op);
bool tern_memref_verify_atomic_rmw(const tern_op_t *op);
bool tern_memref_verify_atomic_yield(const tern_op_t *op);
bool tern_memref_verify_cast(const tern_op_t *op);
bool tern_memref_verify_collapse_shape(const tern_op_t *op);
bool tern_memref_verify_distinct_objects(const tern_op_t *op);
bool tern_memref_verify_dma_start(const tern_op_t *op);
bool tern_memref_verify_dma_wait(const tern_op_t *op);
bool tern_memref_verify_expand_shape(const tern_op_t *op);
bool tern_memref_verify_extract_strided_metadata(const tern_op_t *op);
bool tern_memref_verify_generic_atomic_rmw(const tern_op_t *op);
bool tern_memref_verify_generic_atomic_rmw_type(const tern_op_t *op);
bool tern_memref_verify_get_global(const tern_op_t *op);
bool tern_memref_verify_global(const tern_op_t *op);
bool tern_memref_verify_load(const tern_op_t *op);
bool tern_memref_verify_memory_space_cast(const tern_op_t *op);
bool tern_memref_verify_prefetch(const tern_op_t *op);
bool tern_memref_verify_realloc(const tern_op_t *op);
bool tern_memref_verify_reinterpret_cast(const tern_op_t *op);
bool tern_memref_verify_reshape(const tern_op_t *op);
bool tern_memref_verify_store(const tern_op_t *op);
bool tern_memref_verify_subview(const tern_op_t *op);
bool tern_memref_verify_transpose(const tern_op_t *op);
bool tern_memref_verify_view(const tern_op_t *op);

// fold.c
tern_fold_status_t tern_memref_fold_access(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_assume_alignment(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_copy(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_dim(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_memory_space_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                                      tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_extract_strided_metadata(tern_op_t *op, const tern_attr_t *const *operands,
                                                             tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_rank(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_reinterpret_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_reshape(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_store(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_subview(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_view(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results);
tern_fold_status_t tern_memref_fold_transpose(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out_results);

// canonicalize.c
bool tern_memref_canonicalize_alloca_scope(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_realloc(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_allocation(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_collapse_shape(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_copy(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_dim(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_load(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_expand_shape(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_reinterpret_cast(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_subview(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_memref_canonicalize_view(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_MEMREF_HOOKS_H_
