// The hooks of vector's op rows, and what the files of the dialect share.

#ifndef TERN_DIALECT_VECTOR_VECTOR_HOOKS_H_
#define TERN_DIALECT_VECTOR_VECTOR_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/vector/vector.h"
#include "rewrite/rewriter.h"

// Syntax: syntax.c.
tern_parse_hook_t tern_vector_parse_transfer_read, tern_vector_parse_transfer_write, tern_vector_parse_deinterleave,
    tern_vector_parse_from_elements, tern_vector_parse_to_elements, tern_vector_parse_contract,
    tern_vector_parse_outerproduct, tern_vector_parse_mask;
tern_print_hook_t tern_vector_print_deinterleave, tern_vector_print_transfer_read, tern_vector_print_transfer_write,
    tern_vector_print_from_elements, tern_vector_print_to_elements, tern_vector_print_contract,
    tern_vector_print_outerproduct, tern_vector_print_mask;

// Rules: verify.c, verify_memory.c, verify_product.c.
tern_verify_hook_t tern_vector_verify_load, tern_vector_verify_store, tern_vector_verify_masked_load,
    tern_vector_verify_masked_store, tern_vector_verify_gather, tern_vector_verify_scatter,
    tern_vector_verify_transfer_read, tern_vector_verify_transfer_write, tern_vector_verify_type_cast,
    tern_vector_verify_broadcast, tern_vector_verify_bitcast, tern_vector_verify_shape_cast,
    tern_vector_verify_transpose, tern_vector_verify_extract, tern_vector_verify_insert,
    tern_vector_verify_extract_slice, tern_vector_verify_insert_slice, tern_vector_verify_shuffle,
    tern_vector_verify_interleave, tern_vector_verify_deinterleave, tern_vector_verify_from_elements,
    tern_vector_verify_to_elements, tern_vector_verify_scalable_extract, tern_vector_verify_scalable_insert,
    tern_vector_verify_create_mask, tern_vector_verify_constant_mask, tern_vector_verify_reduction,
    tern_vector_verify_multi_reduction, tern_vector_verify_scan, tern_vector_verify_contract,
    tern_vector_verify_outerproduct, tern_vector_verify_mask, tern_vector_verify_print;
tern_infer_hook_t tern_vector_infer_extract, tern_vector_infer_shuffle, tern_vector_infer_interleave;
tern_effects_hook_t tern_vector_read_effects, tern_vector_write_effects;
tern_result_name_hook_t tern_vector_name_vscale;

// Folds and rewrites: fold*.c, canonicalize*.c.
// The splat's element in another shape: `type` is a vector, or the element's type itself.
const tern_attr_t *tern_vector_resplat(const tern_attr_t *attr, const tern_type_t *type);
tern_fold_hook_t tern_vector_fold_transfer, tern_vector_fold_broadcast, tern_vector_fold_bitcast,
    tern_vector_fold_shape_cast, tern_vector_fold_transpose, tern_vector_fold_extract, tern_vector_fold_insert,
    tern_vector_fold_extract_slice, tern_vector_fold_insert_slice, tern_vector_fold_shuffle,
    tern_vector_fold_from_elements, tern_vector_fold_to_elements, tern_vector_fold_constant_mask,
    tern_vector_fold_multi_reduction, tern_vector_fold_mask;
tern_canonicalize_hook_t tern_vector_canonicalize_masked_load, tern_vector_canonicalize_masked_store,
    tern_vector_canonicalize_gather, tern_vector_canonicalize_scatter, tern_vector_canonicalize_broadcast,
    tern_vector_canonicalize_transpose, tern_vector_canonicalize_extract, tern_vector_canonicalize_to_elements,
    tern_vector_canonicalize_step, tern_vector_canonicalize_from_elements, tern_vector_canonicalize_create_mask,
    tern_vector_canonicalize_mask, tern_vector_canonicalize_extract_slice, tern_vector_canonicalize_shape_cast,
    tern_vector_canonicalize_reduction;
bool tern_vector_unmask_reduction(tern_op_t *mask_op, tern_rewriter_t *rewriter);
tern_canonicalize_hook_t tern_vector_canonicalize_multi_reduction;
// A part of a mask is a mask, and so is a mask of other dimensions.
bool tern_vector_extract_from_mask(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_vector_transpose_mask(tern_op_t *op, tern_rewriter_t *rewriter);

// Dimensions of a vector type, none of a scalar.
static inline size_t tern_vector_rank(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR ? tern_type_rank(type) : 0;
}
static inline const tern_type_t *tern_vector_element(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
}
// A vector of these dimensions of `like` (with their scalability), or a scalar if there are none and `keeps_rank_0` is
// false. `dims[i]` is dimension `from[i]` of `like`.
const tern_type_t *tern_vector_select_dims(const tern_type_t *like, const size_t *from, size_t count,
                                           bool keeps_rank_0);
// The type that is left after `count` outermost dimensions were taken off: a scalar if none is left.
const tern_type_t *tern_vector_drop_outer(const tern_type_t *type, size_t count);
// The innermost dimensions of a source of rank `rank` in order: (d0, d1, d2) -> (d1, d2).
const tern_affine_map_t *tern_vector_minor_identity(tern_context_t *context, size_t rank, size_t vector_rank);
// The permutation map that a transfer has unless it is given.
const tern_affine_map_t *tern_vector_default_map(const tern_type_t *source, const tern_type_t *vector);
// The type of the mask of a transfer: i1 for each element that is read or written.
const tern_type_t *tern_vector_transfer_mask_type(const tern_type_t *vector, const tern_affine_map_t *map);

#endif  // TERN_DIALECT_VECTOR_VECTOR_HOOKS_H_
