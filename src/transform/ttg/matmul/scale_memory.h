// Scales of products in tensor memory that are read from shared memory as they were loaded (upstream: UseShmemForScales).

#ifndef TERN_TRANSFORM_TTG_MATMUL_SCALE_MEMORY_H_
#define TERN_TRANSFORM_TTG_MATMUL_SCALE_MEMORY_H_

#include "rewrite/rewriter.h"

// A pattern for ttng.tc_gen5_mma_scaled whose scales are loaded from shared memory, put in the order of blocks by reshapes and a
// transposition in registers, and stored to tensor memory: views of the shared memory say the same, and the hardware copies it.
bool tern_ttg_read_scales_from_memory(tern_op_t *op, tern_rewriter_t *rewriter, void *user);

#endif  // TERN_TRANSFORM_TTG_MATMUL_SCALE_MEMORY_H_
