// Rewrites of gpu ops into simpler gpu ops and arithmetic, for passes and transform scripts.

#ifndef TERN_TRANSFORM_GPU_REWRITE_PATTERNS_H_
#define TERN_TRANSFORM_GPU_REWRITE_PATTERNS_H_

#include "dialect/gpu/gpu.h"
#include "rewrite/rewriter.h"

// --- rewrite_ops.c: ids, and shuffles of 64 bits ---

bool tern_gpu_rewrite_global_id(tern_op_t *op, tern_rewriter_t *rewriter, void *user);
bool tern_gpu_rewrite_subgroup_id(tern_op_t *op, tern_rewriter_t *rewriter, void *user);
bool tern_gpu_rewrite_shuffle(tern_op_t *op, tern_rewriter_t *rewriter, void *user);

// --- all_reduce.c: for a gpu.func, all of its uniform gpu.all_reduce ---

bool tern_gpu_rewrite_all_reduce(tern_op_t *op, tern_rewriter_t *rewriter, void *user);

// All of these (upstream: populateGpuRewritePatterns).
#define TERN_GPU_REWRITE_PATTERNS                                                           \
  {"gpu-global-id-rewriter", TERN_GPU(GLOBAL_ID), 1, tern_gpu_rewrite_global_id},           \
      {"gpu-shuffle-rewriter", TERN_GPU(SHUFFLE), 1, tern_gpu_rewrite_shuffle},             \
      {"gpu-subgroup-id-rewriter", TERN_GPU(SUBGROUP_ID), 1, tern_gpu_rewrite_subgroup_id}, \
      {"gpu-all-reduce-rewrite", TERN_GPU(FUNC), 1, tern_gpu_rewrite_all_reduce},

// --- build.c ---

// gpu.thread_id x and its like.
tern_value_t *tern_gpu_build_query(tern_builder_t *b, const tern_op_row_t *row, int dimension);
// The op of arith that `kind` is for these values.
tern_value_t *tern_gpu_build_reduction(tern_builder_t *b, tern_gpu_reduction_t kind, tern_value_t *lhs,
                                       tern_value_t *rhs);
// A buffer in workgroup memory behind those that a gpu.func has.
tern_value_t *tern_gpu_add_workgroup_buffer(tern_op_t *func, const tern_type_t *type, const tern_attr_t *loc);
// memref of these dims in #gpu.address_space<workgroup>.
const tern_type_t *tern_gpu_workgroup_memref_type(const tern_type_t *element, const int64_t *dims, size_t rank);

#endif  // TERN_TRANSFORM_GPU_REWRITE_PATTERNS_H_
