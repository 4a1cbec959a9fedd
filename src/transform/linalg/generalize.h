// Named structured ops as linalg.generic.

#ifndef TERN_TRANSFORM_LINALG_GENERALIZE_H_
#define TERN_TRANSFORM_LINALG_GENERALIZE_H_

#include "ir/op.h"

// Replaces a structured op by the linalg.generic that does the same, and returns that.
tern_op_t *tern_linalg_generalize(tern_op_t *op);

#endif  // TERN_TRANSFORM_LINALG_GENERALIZE_H_
