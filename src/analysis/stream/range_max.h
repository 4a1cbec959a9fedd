// Ranges of integers, each with a number; asked for the greatest number of those that meet a range. What is set for
// neighbours merges, so that a row of equal ranges side by side is one entry.

#ifndef TERN_ANALYSIS_STREAM_RANGE_MAX_H_
#define TERN_ANALYSIS_STREAM_RANGE_MAX_H_

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

// [start, end)
typedef struct tern_range_max_entry {
  int64_t start, end, value;
} tern_range_max_entry_t;

// Zero-initialise to start. Entries are in order and disjoint.
typedef struct tern_range_max {
  TERN_VEC(tern_range_max_entry_t) entries;
} tern_range_max_t;

void tern_range_max_deinitialize(tern_range_max_t *ranges);
// Numbers in [start, end) become at least `value`. An empty range changes nothing.
void tern_range_max_raise(tern_range_max_t *ranges, int64_t start, int64_t end, int64_t value);
// The greatest number in [start, end), or `least` if that is greater or there is none.
int64_t tern_range_max_find(const tern_range_max_t *ranges, int64_t start, int64_t end, int64_t least);

#endif  // TERN_ANALYSIS_STREAM_RANGE_MAX_H_
