// Hooks of the op table, by file. Private to src/dialect/transform.

#ifndef TERN_DIALECT_TRANSFORM_HOOKS_H_
#define TERN_DIALECT_TRANSFORM_HOOKS_H_

#include "asm/format/format.h"
#include "dialect/transform/transform.h"

// types.c
const tern_type_t *tern_transform_parse_op_type(tern_parser_t *parser, const tern_type_row_t *row);
void tern_transform_print_op_type(tern_printer_t *printer, const tern_type_t *type);
const tern_type_t *tern_transform_parse_param_type(tern_parser_t *parser, const tern_type_row_t *row);
void tern_transform_print_param_type(tern_printer_t *printer, const tern_type_t *type);

// syntax.c
tern_result_name_hook_t tern_transform_name_result;
extern const tern_custom_directive_t tern_transform_directives[];
tern_parse_hook_t tern_transform_parse_split;
tern_print_hook_t tern_transform_print_split;

// verify.c: control
tern_verify_hook_t tern_transform_verify_sequence, tern_transform_verify_named_sequence, tern_transform_verify_include,
    tern_transform_verify_foreach, tern_transform_verify_foreach_match, tern_transform_verify_foreach_match_symbols,
    tern_transform_verify_collect_matching, tern_transform_verify_alternatives;
bool tern_transform_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);

// verify_structured.c: ops that pad, pack, interchange and size, and matchers
tern_verify_hook_t tern_transform_verify_same_results, tern_transform_verify_pad, tern_transform_verify_hoist_pad,
    tern_transform_verify_pack_greedily, tern_transform_verify_pack_transpose, tern_transform_verify_vectorize,
    tern_transform_verify_dialect_to_llvm, tern_transform_verify_bufferize_to_allocation,
    tern_transform_verify_interchange, tern_transform_verify_match_structured, tern_transform_verify_predicate,
    tern_transform_verify_match_body, tern_transform_verify_match_dim, tern_transform_verify_match_operands,
    tern_transform_verify_match_result;

// verify_ops.c: the others
tern_verify_hook_t tern_transform_verify_split_handle, tern_transform_verify_merge_handles,
    tern_transform_verify_num_associations, tern_transform_verify_positions;
// Positions in the attribute `name`, as `is_all` and `is_inverted` say how they are meant.
bool tern_transform_verify_list(const tern_op_t *op, const char *name);
tern_verify_hook_t tern_transform_verify_patterns, tern_transform_verify_registered_pass,
    tern_transform_verify_tile_using_for, tern_transform_verify_tile_using_forall, tern_transform_verify_fuse,
    tern_transform_verify_split, tern_transform_verify_replace, tern_transform_verify_for_handle,
    tern_transform_verify_lower_pack, tern_transform_verify_lower_unpack, tern_transform_verify_empty_tensor,
    tern_transform_verify_map_forall_to_blocks;
tern_fold_hook_t tern_transform_fold_merge_handles;

#endif  // TERN_DIALECT_TRANSFORM_HOOKS_H_
