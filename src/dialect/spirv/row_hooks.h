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
tern_parse_hook_t tern_spirv_parse_composite_extract, tern_spirv_parse_extended, tern_spirv_parse_graph_entry_point,
    tern_spirv_parse_subgroup_block_write;
tern_print_hook_t tern_spirv_print_composite_extract, tern_spirv_print_extended, tern_spirv_print_graph_entry_point,
    tern_spirv_print_subgroup_block_write;
tern_infer_hook_t tern_spirv_infer_composite_extract, tern_spirv_infer_composite_insert;

// Rules: verify_value.c, verify_group.c, composite.c, image.c, graph.c.
tern_verify_hook_t tern_spirv_verify_extended, tern_spirv_verify_vector_times_scalar, tern_spirv_verify_atomic,
    tern_spirv_verify_cast, tern_spirv_verify_bitcast, tern_spirv_verify_pointer_integer,
    tern_spirv_verify_cast_to_generic, tern_spirv_verify_cast_from_generic, tern_spirv_verify_composite_construct,
    tern_spirv_verify_composite_extract, tern_spirv_verify_composite_insert, tern_spirv_verify_vector_shuffle,
    tern_spirv_verify_cooperative_access, tern_spirv_verify_cooperative_multiply, tern_spirv_verify_float_dot,
    tern_spirv_verify_dot, tern_spirv_verify_length, tern_spirv_verify_frexp, tern_spirv_verify_ldexp,
    tern_spirv_verify_graph, tern_spirv_verify_in_graph, tern_spirv_verify_graph_entry_point,
    tern_spirv_verify_graph_outputs, tern_spirv_verify_group_scope, tern_spirv_verify_group_broadcast,
    tern_spirv_verify_subgroup_block, tern_spirv_verify_image_access, tern_spirv_verify_image_query_size,
    tern_spirv_verify_matrix_times_matrix, tern_spirv_verify_matrix_times_scalar, tern_spirv_verify_matrix_times_vector,
    tern_spirv_verify_transpose, tern_spirv_verify_vector_times_matrix, tern_spirv_verify_non_uniform_reduction,
    tern_spirv_verify_non_uniform_shuffle, tern_spirv_verify_subgroup_scope, tern_spirv_verify_non_uniform_broadcast,
    tern_spirv_verify_non_uniform_rotate, tern_spirv_verify_emit_mesh_tasks;

// Folds: fold.c, fold_composite.c.
tern_fold_hook_t tern_spirv_fold_iadd, tern_spirv_fold_imul, tern_spirv_fold_isub, tern_spirv_fold_sdiv,
    tern_spirv_fold_smod, tern_spirv_fold_snegate, tern_spirv_fold_srem, tern_spirv_fold_udiv, tern_spirv_fold_umod,
    tern_spirv_fold_bitwise_and, tern_spirv_fold_bitwise_or, tern_spirv_fold_bitwise_xor, tern_spirv_fold_shift_left,
    tern_spirv_fold_shift_right_arithmetic, tern_spirv_fold_shift_right_logical, tern_spirv_fold_not,
    tern_spirv_fold_bitcast, tern_spirv_fold_composite_extract, tern_spirv_fold_integer_compare,
    tern_spirv_fold_logical_and, tern_spirv_fold_logical_equal, tern_spirv_fold_logical_not_equal,
    tern_spirv_fold_logical_or, tern_spirv_fold_logical_not;

// Canonical forms: canonicalize.c.
tern_canonicalize_hook_t tern_spirv_canonicalize_iadd_carry, tern_spirv_canonicalize_mul_extended,
    tern_spirv_canonicalize_umod, tern_spirv_canonicalize_logical_not;

#endif  // TERN_DIALECT_SPIRV_ROW_HOOKS_H_
