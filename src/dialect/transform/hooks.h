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
bool tern_transform_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size);
extern const tern_custom_directive_t tern_transform_directives[];
bool tern_transform_parse_split(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_transform_print_split(tern_printer_t *printer, const tern_op_t *op);

// verify.c: control
bool tern_transform_verify_sequence(const tern_op_t *op);
bool tern_transform_verify_named_sequence(const tern_op_t *op);
bool tern_transform_verify_include(const tern_op_t *op);
bool tern_transform_verify_foreach(const tern_op_t *op);
bool tern_transform_verify_foreach_match(const tern_op_t *op);
bool tern_transform_verify_foreach_match_symbols(const tern_op_t *op);
bool tern_transform_verify_collect_matching(const tern_op_t *op);
bool tern_transform_verify_alternatives(const tern_op_t *op);
bool tern_transform_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);

// verify_structured.c: ops that pad, pack, interchange and size, and matchers
bool tern_transform_verify_same_results(const tern_op_t *op);
bool tern_transform_verify_pad(const tern_op_t *op);
bool tern_transform_verify_hoist_pad(const tern_op_t *op);
bool tern_transform_verify_pack_greedily(const tern_op_t *op);
bool tern_transform_verify_pack_transpose(const tern_op_t *op);
bool tern_transform_verify_vectorize(const tern_op_t *op);
bool tern_transform_verify_dialect_to_llvm(const tern_op_t *op);
bool tern_transform_verify_bufferize_to_allocation(const tern_op_t *op);
bool tern_transform_verify_interchange(const tern_op_t *op);
bool tern_transform_verify_match_structured(const tern_op_t *op);
bool tern_transform_verify_predicate(const tern_op_t *op);
bool tern_transform_verify_match_body(const tern_op_t *op);
bool tern_transform_verify_match_dim(const tern_op_t *op);
bool tern_transform_verify_match_operands(const tern_op_t *op);
bool tern_transform_verify_match_result(const tern_op_t *op);

// verify_ops.c: the others
bool tern_transform_verify_split_handle(const tern_op_t *op);
bool tern_transform_verify_merge_handles(const tern_op_t *op);
bool tern_transform_verify_num_associations(const tern_op_t *op);
bool tern_transform_verify_positions(const tern_op_t *op);
// Positions in the attribute `name`, as `is_all` and `is_inverted` say how they are meant.
bool tern_transform_verify_list(const tern_op_t *op, const char *name);
bool tern_transform_verify_patterns(const tern_op_t *op);
bool tern_transform_verify_registered_pass(const tern_op_t *op);
bool tern_transform_verify_tile_using_for(const tern_op_t *op);
bool tern_transform_verify_tile_using_forall(const tern_op_t *op);
bool tern_transform_verify_fuse(const tern_op_t *op);
bool tern_transform_verify_split(const tern_op_t *op);
bool tern_transform_verify_replace(const tern_op_t *op);
bool tern_transform_verify_for_handle(const tern_op_t *op);
bool tern_transform_verify_lower_pack(const tern_op_t *op);
bool tern_transform_verify_lower_unpack(const tern_op_t *op);
bool tern_transform_verify_empty_tensor(const tern_op_t *op);
bool tern_transform_verify_map_forall_to_blocks(const tern_op_t *op);
tern_fold_status_t tern_transform_fold_merge_handles(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results);

#endif  // TERN_DIALECT_TRANSFORM_HOOKS_H_
