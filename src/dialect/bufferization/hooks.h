// The hooks of bufferization's rows. Private to src/dialect/bufferization.

#ifndef TERN_DIALECT_BUFFERIZATION_HOOKS_H_
#define TERN_DIALECT_BUFFERIZATION_HOOKS_H_

#include "ir/op_def.h"

// bufferization.c
tern_parse_hook_t tern_bufferization_parse_dealloc;
tern_print_hook_t tern_bufferization_print_dealloc;

// verify.c
tern_verify_hook_t tern_bufferization_verify_alloc_tensor, tern_bufferization_verify_dealloc,
    tern_bufferization_verify_materialization, tern_bufferization_verify_same_contents;
tern_effects_hook_t tern_bufferization_effects_of_materialization;
bool tern_bufferization_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);
bool tern_bufferization_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr);

// canonicalize.c
tern_fold_hook_t tern_bufferization_fold_clone, tern_bufferization_fold_to_buffer, tern_bufferization_fold_to_tensor;
tern_canonicalize_hook_t tern_bufferization_canonicalize_alloc_tensor, tern_bufferization_canonicalize_clone,
    tern_bufferization_canonicalize_to_buffer;

// canonicalize_dealloc.c
tern_canonicalize_hook_t tern_bufferization_canonicalize_dealloc;

#endif  // TERN_DIALECT_BUFFERIZATION_HOOKS_H_
