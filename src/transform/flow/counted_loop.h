// Loops of the host whose number of iterations is known.

#ifndef TERN_TRANSFORM_FLOW_COUNTED_LOOP_H_
#define TERN_TRANSFORM_FLOW_COUNTED_LOOP_H_

#include "ir/op.h"

enum { TERN_COUNTED_LOOP_MAX_VALUES = 64 };  // that it may carry

// How often an scf.while runs that compares a carried integer with a constant, where the integer starts as a constant and grows by one,
// and all that is carried is handed on unchanged. 0: not known.
int64_t tern_counted_loop_iterations(const tern_op_t *loop);

#endif  // TERN_TRANSFORM_FLOW_COUNTED_LOOP_H_
