// What becomes of the ops of chlo that are no functions of elements.

#ifndef TERN_CONVERT_CHLO_STRUCTURE_H_
#define TERN_CONVERT_CHLO_STRUCTURE_H_

#include "rewrite/builder.h"

// In place of chlo.mulhi and chlo.ragged_dot; NULL if the latter has sizes that are not known, or lists of group sizes
// for each batch.
tern_value_t *tern_chlo_build_mulhi(tern_builder_t *b, const tern_op_t *op);
tern_value_t *tern_chlo_build_ragged_dot(tern_builder_t *b, const tern_op_t *op);
// Replaces a chlo.scan by a loop; false, without a change, if sizes are not known.
bool tern_chlo_rewrite_scan(tern_op_t *op);

#endif  // TERN_CONVERT_CHLO_STRUCTURE_H_
