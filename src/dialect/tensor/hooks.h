// The hooks of tensor's rows. Private to src/dialect/tensor.

#ifndef TERN_DIALECT_TENSOR_HOOKS_H_
#define TERN_DIALECT_TENSOR_HOOKS_H_

#include "ir/op_def.h"

// tensor.c
bool tern_tensor_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size);
bool tern_tensor_parse_from_elements(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_tensor_print_from_elements(tern_printer_t *printer, const tern_op_t *op);

// verify.c, verify_slice.c
bool tern_tensor_verify_bitcast(const tern_op_t *op);
bool tern_tensor_verify_cast(const tern_op_t *op);
bool tern_tensor_verify_collapse_shape(const tern_op_t *op);
bool tern_tensor_verify_concat(const tern_op_t *op);
bool tern_tensor_verify_empty(const tern_op_t *op);
bool tern_tensor_verify_expand_shape(const tern_op_t *op);
bool tern_tensor_verify_extract(const tern_op_t *op);
bool tern_tensor_verify_extract_slice(const tern_op_t *op);
bool tern_tensor_verify_from_elements(const tern_op_t *op);
bool tern_tensor_verify_gather(const tern_op_t *op);
bool tern_tensor_verify_generate(const tern_op_t *op);
bool tern_tensor_verify_generate_body(const tern_op_t *op);
bool tern_tensor_verify_insert(const tern_op_t *op);
bool tern_tensor_verify_insert_slice(const tern_op_t *op);
bool tern_tensor_verify_pad(const tern_op_t *op);
bool tern_tensor_verify_pad_body(const tern_op_t *op);
bool tern_tensor_verify_parallel_insert_slice(const tern_op_t *op);
bool tern_tensor_verify_reshape(const tern_op_t *op);
bool tern_tensor_verify_scatter(const tern_op_t *op);
bool tern_tensor_verify_splat(const tern_op_t *op);

// fold.c
tern_fold_status_t tern_tensor_fold_concat(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_dim(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_extract(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_extract_slice(tern_op_t *op, const tern_attr_t *const *operands,
                                                  tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_from_elements(tern_op_t *op, const tern_attr_t *const *operands,
                                                  tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_gather(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_insert(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_insert_slice(tern_op_t *op, const tern_attr_t *const *operands,
                                                 tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_pad(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_rank(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_reassociation(tern_op_t *op, const tern_attr_t *const *operands,
                                                  tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_reshape(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_same_type(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out_results);
tern_fold_status_t tern_tensor_fold_splat(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results);

// canonicalize.c, canonicalize_slice.c, canonicalize_pad.c
bool tern_tensor_replace_with_cast(tern_op_t *op, tern_rewriter_t *rewriter, tern_value_t *value);
// The op that a cast is applied to makes what it is cast to.
bool tern_tensor_fold_cast_into_pad(tern_op_t *cast, tern_rewriter_t *rewriter);
bool tern_tensor_fold_cast_into_slice(tern_op_t *cast, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_bitcast(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_cast(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_collapse_shape(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_concat(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_dim(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_empty(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_expand_shape(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_extract(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_extract_slice(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_generate(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_insert(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_insertion(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_tensor_canonicalize_pad(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_TENSOR_HOOKS_H_
