// Sizes of the dimensions of tensors that ops compute, without the ops (upstream: ReifyRankedShapedTypeOpInterface).

#ifndef TERN_ANALYSIS_REIFY_DIMS_H_
#define TERN_ANALYSIS_REIFY_DIMS_H_

#include "rewrite/builder.h"

// Size of dimension `dim` of `value`, computed at the builder from what `value` is made from, as far up as can be seen: from
// the initial values of structured ops, the operands of tensor.empty, the sizes of slices. What cannot be looked through
// gives a tensor.dim of it.
tern_value_t *tern_reify_dim(tern_builder_t *builder, tern_value_t *value, size_t dim);

#endif  // TERN_ANALYSIS_REIFY_DIMS_H_
