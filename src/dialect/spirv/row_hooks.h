// The hooks of the rows of spirv_*.def. Private to src/dialect/spirv.

#ifndef TERN_DIALECT_SPIRV_ROW_HOOKS_H_
#define TERN_DIALECT_SPIRV_ROW_HOOKS_H_

#include "asm/format/format.h"
#include "ir/op_def.h"

// What `extra` of a row may point to: spirv.SpecConstantOperation may hold the op.
typedef struct tern_spirv_op_extra {
  bool is_usable_in_spec_constant;
} tern_spirv_op_extra_t;
extern const tern_spirv_op_extra_t tern_spirv_spec_constant_op;

// custom<ImageOperands>: `["Lod|Bias"]`, if there are any.
bool tern_spirv_parse_image_operands(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                     size_t count);
void tern_spirv_print_image_operands(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                     size_t count);

// Syntax: syntax_value.c, composite.c, graph.c.
bool tern_spirv_parse_composite_extract(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_spirv_parse_extended(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_spirv_parse_graph_entry_point(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_spirv_parse_subgroup_block_write(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_spirv_print_composite_extract(tern_printer_t *printer, const tern_op_t *op);
void tern_spirv_print_extended(tern_printer_t *printer, const tern_op_t *op);
void tern_spirv_print_graph_entry_point(tern_printer_t *printer, const tern_op_t *op);
void tern_spirv_print_subgroup_block_write(tern_printer_t *printer, const tern_op_t *op);
bool tern_spirv_infer_composite_extract(tern_context_t *context, const tern_op_state_t *state,
                                        const tern_type_t **out_types);
bool tern_spirv_infer_composite_insert(tern_context_t *context, const tern_op_state_t *state,
                                       const tern_type_t **out_types);

// Rules: verify_value.c, verify_group.c, composite.c, image.c, graph.c.
bool tern_spirv_verify_extended(const tern_op_t *op);
bool tern_spirv_verify_vector_times_scalar(const tern_op_t *op);
bool tern_spirv_verify_atomic(const tern_op_t *op);
bool tern_spirv_verify_cast(const tern_op_t *op);
bool tern_spirv_verify_bitcast(const tern_op_t *op);
bool tern_spirv_verify_pointer_integer(const tern_op_t *op);
bool tern_spirv_verify_cast_to_generic(const tern_op_t *op);
bool tern_spirv_verify_cast_from_generic(const tern_op_t *op);
bool tern_spirv_verify_composite_construct(const tern_op_t *op);
bool tern_spirv_verify_composite_extract(const tern_op_t *op);
bool tern_spirv_verify_composite_insert(const tern_op_t *op);
bool tern_spirv_verify_vector_shuffle(const tern_op_t *op);
bool tern_spirv_verify_cooperative_access(const tern_op_t *op);
bool tern_spirv_verify_cooperative_multiply(const tern_op_t *op);
bool tern_spirv_verify_float_dot(const tern_op_t *op);
bool tern_spirv_verify_dot(const tern_op_t *op);
bool tern_spirv_verify_length(const tern_op_t *op);
bool tern_spirv_verify_frexp(const tern_op_t *op);
bool tern_spirv_verify_ldexp(const tern_op_t *op);
bool tern_spirv_verify_graph(const tern_op_t *op);
bool tern_spirv_verify_in_graph(const tern_op_t *op);
bool tern_spirv_verify_graph_entry_point(const tern_op_t *op);
bool tern_spirv_verify_graph_outputs(const tern_op_t *op);
bool tern_spirv_verify_group_scope(const tern_op_t *op);
bool tern_spirv_verify_group_broadcast(const tern_op_t *op);
bool tern_spirv_verify_subgroup_block(const tern_op_t *op);
bool tern_spirv_verify_image_access(const tern_op_t *op);
bool tern_spirv_verify_image_query_size(const tern_op_t *op);
bool tern_spirv_verify_matrix_times_matrix(const tern_op_t *op);
bool tern_spirv_verify_matrix_times_scalar(const tern_op_t *op);
bool tern_spirv_verify_matrix_times_vector(const tern_op_t *op);
bool tern_spirv_verify_transpose(const tern_op_t *op);
bool tern_spirv_verify_vector_times_matrix(const tern_op_t *op);
bool tern_spirv_verify_non_uniform_reduction(const tern_op_t *op);
bool tern_spirv_verify_non_uniform_shuffle(const tern_op_t *op);
bool tern_spirv_verify_subgroup_scope(const tern_op_t *op);
bool tern_spirv_verify_non_uniform_broadcast(const tern_op_t *op);
bool tern_spirv_verify_non_uniform_rotate(const tern_op_t *op);
bool tern_spirv_verify_emit_mesh_tasks(const tern_op_t *op);

// Folds: fold.c, fold_composite.c.
tern_fold_status_t tern_spirv_fold_iadd(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_imul(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_isub(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_sdiv(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_smod(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_snegate(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_srem(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_udiv(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_umod(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_bitwise_and(tern_op_t *op, const tern_attr_t *const *operands,
                                               tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_bitwise_or(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_bitwise_xor(tern_op_t *op, const tern_attr_t *const *operands,
                                               tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_shift_left(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_shift_right_arithmetic(tern_op_t *op, const tern_attr_t *const *operands,
                                                          tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_shift_right_logical(tern_op_t *op, const tern_attr_t *const *operands,
                                                       tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_not(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_bitcast(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_composite_extract(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_integer_compare(tern_op_t *op, const tern_attr_t *const *operands,
                                                   tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_logical_and(tern_op_t *op, const tern_attr_t *const *operands,
                                               tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_logical_equal(tern_op_t *op, const tern_attr_t *const *operands,
                                                 tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_logical_not_equal(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_logical_or(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out);
tern_fold_status_t tern_spirv_fold_logical_not(tern_op_t *op, const tern_attr_t *const *operands,
                                               tern_fold_result_t *out);

// Canonical forms: canonicalize.c.
bool tern_spirv_canonicalize_iadd_carry(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_spirv_canonicalize_mul_extended(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_spirv_canonicalize_umod(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_spirv_canonicalize_logical_not(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_SPIRV_ROW_HOOKS_H_
