// Taking the last iteration out of a loop.

#ifndef TERN_TRANSFORM_TT_PEEL_LOOP_H_
#define TERN_TRANSFORM_TT_PEEL_LOOP_H_

#include "rewrite/builder.h"

// Makes `loop`, an scf.for, end one iteration earlier, and runs the last one behind it, under a condition that the loop runs at all.
// Returns the scf.if of that iteration, whose results stand in for the loop's.
tern_op_t *tern_tt_peel_last_iteration(tern_op_t *loop);
// (upper - lower - 1) / step * step + lower: the induction variable of the last iteration, if there is one.
tern_value_t *tern_tt_build_last_iv(tern_builder_t *b, const tern_op_t *loop);

#endif  // TERN_TRANSFORM_TT_PEEL_LOOP_H_
