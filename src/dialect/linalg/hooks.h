// The hooks of linalg's rows. Private to src/dialect/linalg.

#ifndef TERN_DIALECT_LINALG_HOOKS_H_
#define TERN_DIALECT_LINALG_HOOKS_H_

#include "ir/op_def.h"

// syntax.c, payload_syntax.c
tern_parse_hook_t tern_linalg_parse_named, tern_linalg_parse_with_maps, tern_linalg_parse_elementwise,
    tern_linalg_parse_generic, tern_linalg_parse_map, tern_linalg_parse_reduce, tern_linalg_parse_moving,
    tern_linalg_parse_yield;
tern_print_hook_t tern_linalg_print_named, tern_linalg_print_with_maps, tern_linalg_print_elementwise,
    tern_linalg_print_generic, tern_linalg_print_map, tern_linalg_print_reduce, tern_linalg_print_moving,
    tern_linalg_print_yield;
tern_result_name_hook_t tern_linalg_name_result;
bool tern_linalg_name_generic_arg(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);
bool tern_linalg_name_payload_arg(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);

// verify_ops.c
tern_verify_hook_t tern_linalg_verify_map, tern_linalg_verify_reduce, tern_linalg_verify_transpose,
    tern_linalg_verify_broadcast, tern_linalg_verify_matmul, tern_linalg_verify_contract, tern_linalg_verify_yield,
    tern_linalg_verify_index, tern_linalg_verify_softmax, tern_linalg_verify_winograd_filter,
    tern_linalg_verify_winograd_input, tern_linalg_verify_winograd_output, tern_linalg_verify_pack,
    tern_linalg_verify_unpack;

// fold.c
tern_fold_hook_t tern_linalg_fold, tern_linalg_fold_index;
tern_effects_hook_t tern_linalg_effects, tern_linalg_effects_of_pair;

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
tern_fold_hook_t tern_linalg_fold_pack, tern_linalg_fold_unpack;
tern_canonicalize_hook_t tern_linalg_canonicalize_pack, tern_linalg_canonicalize_unpack;

// canonicalize_fill.c
bool tern_linalg_replace_by_fill(tern_op_t *op, tern_rewriter_t *rewriter);

// canonicalize.c
tern_canonicalize_hook_t tern_linalg_canonicalize, tern_linalg_canonicalize_generic, tern_linalg_canonicalize_copy,
    tern_linalg_canonicalize_transpose, tern_linalg_canonicalize_broadcast;

#endif  // TERN_DIALECT_LINALG_HOOKS_H_
