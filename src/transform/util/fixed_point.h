// How passes tell iree-util-fixed-point-iterator that they changed something.

#ifndef TERN_TRANSFORM_UTIL_FIXED_POINT_H_
#define TERN_TRANSFORM_UTIL_FIXED_POINT_H_

#include "ir/op.h"

// While the iterator runs, the op that it runs on has the first of these; a pass that changed the op sets the second.
#define TERN_FIXED_POINT_ITERATION "iree.fixedpoint.iteration"
#define TERN_FIXED_POINT_MODIFIED "iree.fixedpoint.modified"

static inline void tern_fixed_point_signal(tern_op_t *op) {
  if (tern_op_attr(op, TERN_FIXED_POINT_ITERATION)) {
    tern_op_set_attr(op, TERN_FIXED_POINT_MODIFIED, tern_unit_attr_get(tern_op_context(op)));
  }
}

#endif  // TERN_TRANSFORM_UTIL_FIXED_POINT_H_
