// The first op that computes another value, by running two versions of a function side by side.

#ifndef TERN_PIPELINE_DRIVER_CHECK_TRACE_H_
#define TERN_PIPELINE_DRIVER_CHECK_TRACE_H_

#include "interpreter/reference/inputs.h"

// Notes which op of the version after is the first to compute another value than the op at its location did before. If
// locations do not tell, the op that gives the result in the end. Hangs on an error that was emitted.
void tern_check_trace_report(tern_op_t *before, tern_op_t *old_function, tern_op_t *after, tern_op_t *new_function,
                             tern_types_t types, const tern_reference_inputs_t *inputs);

#endif  // TERN_PIPELINE_DRIVER_CHECK_TRACE_H_
