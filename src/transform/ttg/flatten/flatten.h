// The steps of --tritongpu-fuse-nested-loops, one a file beside this one.

#ifndef TERN_TRANSFORM_TTG_FLATTEN_FLATTEN_H_
#define TERN_TRANSFORM_TTG_FLATTEN_FLATTEN_H_

#include "ir/op_list.h"

// Set on an inner loop that is known to run at least once whenever the outer one does.
#define TERN_FLATTEN_MUST_EXECUTE "ttg.must-execute"

// --- bounds.c ---

// The ops of the outer loop's body that the bounds of an inner loop are computed by, in their order. False: some may neither be moved nor
// be computed twice. Without `may_use_iv` they are the same in each iteration, and load nothing: they may stand before the loop.
bool tern_flatten_find_bounds(const tern_op_t *outer, const tern_op_t *inner, bool may_use_iv, tern_op_list_t *out_ops);

// --- fuse_level.c ---

// Makes one loop of `outer` and of those of `inners`, loops of its body in their order, whose bounds can be computed before. Gives the
// loop that took its place, or `outer` where there was nothing to do.
tern_op_t *tern_flatten_fuse(tern_op_t *outer, const tern_op_list_t *inners);

#endif  // TERN_TRANSFORM_TTG_FLATTEN_FLATTEN_H_
