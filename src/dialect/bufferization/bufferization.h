// bufferization: what lies between tensors and buffers, and who frees the latter.

#ifndef TERN_DIALECT_BUFFERIZATION_BUFFERIZATION_H_
#define TERN_DIALECT_BUFFERIZATION_BUFFERIZATION_H_

#include "rewrite/rewriter.h"

enum {
#define OP(ID, ...) TERN_BUFFERIZATION_##ID,
#include "dialect/bufferization/bufferization_ops.def"
#undef OP
  TERN_BUFFERIZATION_OP_COUNT
};
extern const tern_op_row_t tern_bufferization_ops[];
extern const tern_dialect_t tern_bufferization_dialect;
#define TERN_BUFFERIZATION(ID) (&tern_bufferization_ops[TERN_BUFFERIZATION_##ID])

// `dealloc` of the memrefs whose conditions hold, but for those that are retained.
tern_op_t *tern_bufferization_build_dealloc(tern_builder_t *builder, tern_values_t memrefs, tern_values_t conditions,
                                            tern_values_t retained);

// `buffer` as a value of another memref type: itself, a cast that holds whatever the layout is at run time, or else a
// copy in new memory (of this alignment, or none). NULL if there is no way (a rank out of none).
tern_value_t *tern_bufferization_cast_or_copy(tern_builder_t *builder, tern_value_t *buffer, const tern_type_t *type,
                                              const tern_attr_t *alignment);

// Canonical forms of tensor.dim, memref.dim and memref.load whose source is of this dialect.
bool tern_bufferization_simplify_tensor_dim(tern_op_t *dim, tern_rewriter_t *rewriter);
bool tern_bufferization_simplify_memref_dim(tern_op_t *dim, tern_rewriter_t *rewriter);
bool tern_bufferization_simplify_load(tern_op_t *load, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_BUFFERIZATION_BUFFERIZATION_H_
