// How large a dimension of a memref can be, from how its view was made, and other integers likewise.

#ifndef TERN_ANALYSIS_SIZE_BOUND_H_
#define TERN_ANALYSIS_SIZE_BOUND_H_

#include "ir/op.h"

// The size of dimension `dim` as a value that exists already, if the subview says one; else NULL.
tern_value_t *tern_known_size(const tern_value_t *memref, size_t dim);
// A number that the size of dimension `dim` is never over: the size itself if it is known, else what the size of the subview
// was limited to. TERN_DYNAMIC if none is known.
int64_t tern_size_bound(const tern_value_t *memref, size_t dim);
// A number that the index `value` is never over, from the arithmetic that makes it. TERN_DYNAMIC if none is known.
int64_t tern_value_upper_bound(const tern_value_t *value);

#endif  // TERN_ANALYSIS_SIZE_BOUND_H_
