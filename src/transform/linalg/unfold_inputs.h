// Element-wise ops whose inputs are transposed or broadcast by their maps.

#ifndef TERN_TRANSFORM_LINALG_UNFOLD_INPUTS_H_
#define TERN_TRANSFORM_LINALG_UNFOLD_INPUTS_H_

#include "rewrite/rewriter.h"

// Makes linalg.transpose and linalg.broadcast of what the maps of a linalg.generic do to its inputs, if all loops are
// parallel and all sizes are known. True if there was any.
bool tern_linalg_unfold_inputs(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_TRANSFORM_LINALG_UNFOLD_INPUTS_H_
