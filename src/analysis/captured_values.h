// Values that the ops of a region use and that are defined around it.

#ifndef TERN_ANALYSIS_CAPTURED_VALUES_H_
#define TERN_ANALYSIS_CAPTURED_VALUES_H_

#include "base/map.h"
#include "ir/op.h"

// Adds to the keys of `values` what the regions of `op` use and is defined outside of `op`, in the order in which a
// walk meets the first use: the ops inside of an op come before it (upstream: getUsedValuesDefinedAbove).
void tern_collect_captured_values(tern_op_t *op, tern_map_t *values);

#endif  // TERN_ANALYSIS_CAPTURED_VALUES_H_
