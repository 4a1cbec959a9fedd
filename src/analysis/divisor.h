// By what an index can be divided.

#ifndef TERN_ANALYSIS_DIVISOR_H_
#define TERN_ANALYSIS_DIVISOR_H_

#include "ir/op_def.h"

// A number that divides the value, whatever happens: 0 if the value is 0 (all numbers do), at least 1. Follows constants,
// sums, products, shifts, selections, casts, alignments, sizes of views and counters of loops.
int64_t tern_value_divisor(const tern_value_t *value);

#endif  // TERN_ANALYSIS_DIVISOR_H_
