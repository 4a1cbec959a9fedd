// The hooks of linalg's rows. Private to src/dialect/linalg.

#ifndef TERN_DIALECT_LINALG_HOOKS_H_
#define TERN_DIALECT_LINALG_HOOKS_H_

#include "ir/op_def.h"

// syntax.c, payload_syntax.c
bool tern_linalg_parse_named(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_linalg_print_named(tern_printer_t *printer, const tern_op_t *op);
bool tern_linalg_parse_with_maps(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_linalg_print_with_maps(tern_printer_t *printer, const tern_op_t *op);
bool tern_linalg_parse_elementwise(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_linalg_print_elementwise(tern_printer_t *printer, const tern_op_t *op);
bool tern_linalg_parse_generic(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_linalg_print_generic(tern_printer_t *printer, const tern_op_t *op);
bool tern_linalg_parse_map(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_linalg_print_map(tern_printer_t *printer, const tern_op_t *op);
bool tern_linalg_parse_reduce(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_linalg_print_reduce(tern_printer_t *printer, const tern_op_t *op);
bool tern_linalg_parse_moving(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_linalg_print_moving(tern_printer_t *printer, const tern_op_t *op);
bool tern_linalg_parse_yield(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_linalg_print_yield(tern_printer_t *printer, const tern_op_t *op);
bool tern_linalg_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size);
bool tern_linalg_name_generic_arg(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);
bool tern_linalg_name_payload_arg(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);

// verify_ops.c
bool tern_linalg_verify_map(const tern_op_t *op);
bool tern_linalg_verify_reduce(const tern_op_t *op);
bool tern_linalg_verify_transpose(const tern_op_t *op);
bool tern_linalg_verify_broadcast(const tern_op_t *op);
bool tern_linalg_verify_matmul(const tern_op_t *op);
bool tern_linalg_verify_contract(const tern_op_t *op);
bool tern_linalg_verify_yield(const tern_op_t *op);
bool tern_linalg_verify_index(const tern_op_t *op);
bool tern_linalg_verify_softmax(const tern_op_t *op);
bool tern_linalg_verify_winograd_filter(const tern_op_t *op);
bool tern_linalg_verify_winograd_input(const tern_op_t *op);
bool tern_linalg_verify_winograd_output(const tern_op_t *op);
bool tern_linalg_verify_pack(const tern_op_t *op);
bool tern_linalg_verify_unpack(const tern_op_t *op);

// fold.c
tern_fold_status_t tern_linalg_fold(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out_results);
tern_fold_status_t tern_linalg_fold_index(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results);
tern_traits_t tern_linalg_effects(const tern_op_t *op);
tern_traits_t tern_linalg_effects_of_pair(const tern_op_t *op);

// infer_shapes.c: makes dimensions static that other operands know.
bool tern_linalg_infer_static_shapes(tern_op_t *op, tern_rewriter_t *rewriter);

// relayout.c, of pack and unpack.
// The dimension of the unpacked tensor that outer dimension `index` of the packed one is.
int64_t tern_linalg_outer_position(const tern_attr_t *permutation, size_t index);
// The type that packing `unpacked` as `op` says gives.
const tern_type_t *tern_linalg_packed_type(const tern_op_t *op, const tern_type_t *unpacked);
// Is it known that a dimension is not a multiple of its tile?
bool tern_linalg_pack_needs_padding(const tern_op_t *op, const tern_type_t *source, const tern_type_t *dest);

// canonicalize_relayout.c
tern_fold_status_t tern_linalg_fold_pack(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results);
tern_fold_status_t tern_linalg_fold_unpack(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results);
bool tern_linalg_canonicalize_pack(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_linalg_canonicalize_unpack(tern_op_t *op, tern_rewriter_t *rewriter);

// canonicalize_fill.c
bool tern_linalg_replace_by_fill(tern_op_t *op, tern_rewriter_t *rewriter);

// canonicalize.c
bool tern_linalg_canonicalize(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_linalg_canonicalize_generic(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_linalg_canonicalize_copy(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_linalg_canonicalize_transpose(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_linalg_canonicalize_broadcast(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_LINALG_HOOKS_H_
