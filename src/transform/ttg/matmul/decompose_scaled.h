// tt.dot_scaled as tt.dot of numbers that are multiplied with their scales before (upstream: DecomposeScaledBlocked).

#ifndef TERN_TRANSFORM_TTG_DECOMPOSE_SCALED_H_
#define TERN_TRANSFORM_TTG_DECOMPOSE_SCALED_H_

#include "rewrite/rewriter.h"

// A pattern for tt.dot_scaled with an encoding that no matrix instruction has, and both operands packed along the depth.
bool tern_ttg_decompose_scaled(tern_op_t *op, tern_rewriter_t *rewriter, void *user);

#endif  // TERN_TRANSFORM_TTG_DECOMPOSE_SCALED_H_
