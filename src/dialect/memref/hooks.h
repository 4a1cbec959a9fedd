// The hooks of memref's rows. Private to src/dialect/memref.

#ifndef TERN_DIALECT_MEMREF_HOOKS_H_
#define TERN_DIALECT_MEMREF_HOOKS_H_

#include "ir/op_def.h"

// memref.c
tern_result_name_hook_t tern_memref_name_result;

// syntax.c
tern_parse_hook_t tern_memref_parse_alloca_scope, tern_memref_parse_distinct_objects, tern_memref_parse_dma_start,
    tern_memref_parse_generic_atomic_rmw, tern_memref_parse_prefetch, tern_memref_parse_transpose;
tern_print_hook_t tern_memref_print_alloca_scope, tern_memref_print_distinct_objects, tern_memref_print_dma_start,
    tern_memref_print_generic_atomic_rmw, tern_memref_print_prefetch, tern_memref_print_transpose;

// verify.c, verify_view.c
tern_verify_hook_t tern_memref_verify_alloca_scope, tern_memref_verify_allocation, tern_memref_verify_assume_alignment,
    tern_memref_verify_atomic_rmw, tern_memref_verify_atomic_yield, tern_memref_verify_cast,
    tern_memref_verify_collapse_shape, tern_memref_verify_distinct_objects, tern_memref_verify_dma_start,
    tern_memref_verify_dma_wait, tern_memref_verify_expand_shape, tern_memref_verify_extract_strided_metadata,
    tern_memref_verify_generic_atomic_rmw, tern_memref_verify_generic_atomic_rmw_type, tern_memref_verify_get_global,
    tern_memref_verify_global, tern_memref_verify_load, tern_memref_verify_memory_space_cast,
    tern_memref_verify_prefetch, tern_memref_verify_realloc, tern_memref_verify_reinterpret_cast,
    tern_memref_verify_reshape, tern_memref_verify_store, tern_memref_verify_subview, tern_memref_verify_transpose,
    tern_memref_verify_view;

// fold.c
tern_fold_hook_t tern_memref_fold_access, tern_memref_fold_assume_alignment, tern_memref_fold_cast,
    tern_memref_fold_copy, tern_memref_fold_dim, tern_memref_fold_memory_space_cast,
    tern_memref_fold_extract_strided_metadata, tern_memref_fold_rank, tern_memref_fold_reinterpret_cast,
    tern_memref_fold_reshape, tern_memref_fold_store, tern_memref_fold_subview, tern_memref_fold_view,
    tern_memref_fold_transpose;

// canonicalize.c
tern_canonicalize_hook_t tern_memref_canonicalize_alloca_scope, tern_memref_canonicalize_realloc,
    tern_memref_canonicalize_allocation, tern_memref_canonicalize_collapse_shape, tern_memref_canonicalize_copy,
    tern_memref_canonicalize_dim, tern_memref_canonicalize_load, tern_memref_canonicalize_expand_shape,
    tern_memref_canonicalize_reinterpret_cast, tern_memref_canonicalize_subview, tern_memref_canonicalize_view;

#endif  // TERN_DIALECT_MEMREF_HOOKS_H_
