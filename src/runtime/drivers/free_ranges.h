// The free bytes of a block of memory that is cut into pieces: ranges in the order of their offsets, which are joined again
// when they meet.

#ifndef TERN_RUNTIME_DRIVERS_FREE_RANGES_H_
#define TERN_RUNTIME_DRIVERS_FREE_RANGES_H_

#include <stdint.h>

#include "base/vec.h"

typedef struct tern_free_range_t {
  uint64_t offset, size;
  uint64_t last_use;  // the highest number of the submissions that used any of it; 0 where nobody counts
} tern_free_range_t;

typedef TERN_VEC(tern_free_range_t) tern_free_ranges_t;

// Adds bytes that are in no range.
void tern_free_ranges_add(tern_free_ranges_t *ranges, tern_free_range_t range);
// Takes `size` bytes from `offset` on out of range `index`, which holds them.
void tern_free_ranges_take(tern_free_ranges_t *ranges, size_t index, uint64_t offset, uint64_t size);

#endif  // TERN_RUNTIME_DRIVERS_FREE_RANGES_H_
