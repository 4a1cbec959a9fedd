// Barriers that order nothing.

#ifndef TERN_TRANSFORM_GPU_ELIMINATE_BARRIERS_H_
#define TERN_TRANSFORM_GPU_ELIMINATE_BARRIERS_H_

#include "rewrite/rewriter.h"

// A pattern for gpu.barrier (upstream: populateGpuEliminateBarriersPatterns).
bool tern_gpu_eliminate_barrier(tern_op_t *op, tern_rewriter_t *rewriter, void *user);

#endif  // TERN_TRANSFORM_GPU_ELIMINATE_BARRIERS_H_
