// How sums in tensor memory go from one product of a loop to the next.

#ifndef TERN_TRANSFORM_TTG_WARP_SPECIALIZE_ACCUMULATORS_H_
#define TERN_TRANSFORM_TTG_WARP_SPECIALIZE_ACCUMULATORS_H_

#include "ir/op.h"

// Does the loop change the sums of a product other than by products, so that these wait for it?
bool tern_tmem_sums_are_changed(const tern_op_t *mma, const tern_op_t *loop);
// Do the sums begin anew in the loop? There another buffer can take over.
bool tern_tmem_sums_begin_anew(const tern_op_t *mma, const tern_op_t *loop);

#endif  // TERN_TRANSFORM_TTG_WARP_SPECIALIZE_ACCUMULATORS_H_
