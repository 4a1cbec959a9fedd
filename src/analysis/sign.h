// Whether an index of a host program can be negative.

#ifndef TERN_ANALYSIS_SIGN_H_
#define TERN_ANALYSIS_SIGN_H_

#include "ir/op_def.h"

// True if the value, read as a signed number, is known not to be negative: sizes, constants, counters that start at such a
// number and are only added to, and what is computed of them. False says nothing.
bool tern_value_is_never_negative(const tern_value_t *value);

#endif  // TERN_ANALYSIS_SIGN_H_
