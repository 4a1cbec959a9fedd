// Reductions in loops, for --tritongpu-optimize-thread-locality.

#ifndef TERN_TRANSFORM_TTG_REDUCTIONS_IN_LOOPS_H_
#define TERN_TRANSFORM_TTG_REDUCTIONS_IN_LOOPS_H_

#include "ir/op_def.h"

// Lets threads combine what they have by themselves in loops, and with others once, behind the loop.
void tern_ttg_localize_reductions(tern_op_t *module);

#endif  // TERN_TRANSFORM_TTG_REDUCTIONS_IN_LOOPS_H_
