// Reordering the loops of linalg.generic.

#ifndef TERN_TRANSFORM_DISPATCH_CREATION_INTERCHANGE_H_
#define TERN_TRANSFORM_DISPATCH_CREATION_INTERCHANGE_H_

#include "dialect/linalg/structured.h"

// Makes loop `order[i]` of a linalg.generic its loop `i`, in place. `order` is a permutation of all loops.
void tern_linalg_interchange(tern_op_t *op, const size_t *order);

#endif  // TERN_TRANSFORM_DISPATCH_CREATION_INTERCHANGE_H_
