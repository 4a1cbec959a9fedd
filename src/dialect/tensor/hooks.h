// The hooks of tensor's rows. Private to src/dialect/tensor.

#ifndef TERN_DIALECT_TENSOR_HOOKS_H_
#define TERN_DIALECT_TENSOR_HOOKS_H_

#include "ir/op_def.h"

// tensor.c
tern_result_name_hook_t tern_tensor_name_result;
tern_parse_hook_t tern_tensor_parse_from_elements;
tern_print_hook_t tern_tensor_print_from_elements;

// verify.c, verify_slice.c
tern_verify_hook_t tern_tensor_verify_bitcast, tern_tensor_verify_cast, tern_tensor_verify_collapse_shape,
    tern_tensor_verify_concat, tern_tensor_verify_empty, tern_tensor_verify_expand_shape, tern_tensor_verify_extract,
    tern_tensor_verify_extract_slice, tern_tensor_verify_from_elements, tern_tensor_verify_gather,
    tern_tensor_verify_generate, tern_tensor_verify_generate_body, tern_tensor_verify_insert,
    tern_tensor_verify_insert_slice, tern_tensor_verify_pad, tern_tensor_verify_pad_body,
    tern_tensor_verify_parallel_insert_slice, tern_tensor_verify_reshape, tern_tensor_verify_scatter,
    tern_tensor_verify_splat;

// fold.c
tern_fold_hook_t tern_tensor_fold_concat, tern_tensor_fold_dim, tern_tensor_fold_extract,
    tern_tensor_fold_extract_slice, tern_tensor_fold_from_elements, tern_tensor_fold_gather, tern_tensor_fold_insert,
    tern_tensor_fold_insert_slice, tern_tensor_fold_pad, tern_tensor_fold_rank, tern_tensor_fold_reassociation,
    tern_tensor_fold_reshape, tern_tensor_fold_same_type, tern_tensor_fold_splat;

// canonicalize.c, canonicalize_slice.c, canonicalize_pad.c
bool tern_tensor_replace_with_cast(tern_op_t *op, tern_rewriter_t *rewriter, tern_value_t *value);
// The op that a cast is applied to makes what it is cast to.
bool tern_tensor_fold_cast_into_pad(tern_op_t *cast, tern_rewriter_t *rewriter);
bool tern_tensor_fold_cast_into_slice(tern_op_t *cast, tern_rewriter_t *rewriter);
tern_canonicalize_hook_t tern_tensor_canonicalize_bitcast, tern_tensor_canonicalize_cast,
    tern_tensor_canonicalize_collapse_shape, tern_tensor_canonicalize_concat, tern_tensor_canonicalize_dim,
    tern_tensor_canonicalize_empty, tern_tensor_canonicalize_expand_shape, tern_tensor_canonicalize_extract,
    tern_tensor_canonicalize_extract_slice, tern_tensor_canonicalize_generate, tern_tensor_canonicalize_insert,
    tern_tensor_canonicalize_insertion, tern_tensor_canonicalize_pad;

#endif  // TERN_DIALECT_TENSOR_HOOKS_H_
