// The free bytes of a block of memory that is cut into pieces: ranges in the order of their offsets, which are joined again
// when they meet.

#ifndef TERN_RUNTIME_DRIVERS_FREE_RANGES_H_
#define TERN_RUNTIME_DRIVERS_FREE_RANGES_H_

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct tern_free_range_t {
  uint64_t offset, size;
  uint64_t last_use;  // the highest number of the submissions that used any of it; 0 where nobody counts
} tern_free_range_t;

typedef struct tern_free_ranges_t {
  TERN_VEC(tern_free_range_t) list;
  size_t piece_count;  // taken and not added again: there is room in the list for what adding them makes
} tern_free_ranges_t;

// Makes a list with one range. False without memory.
bool tern_free_ranges_initialize(tern_free_ranges_t *ranges, uint64_t size);
void tern_free_ranges_deinitialize(tern_free_ranges_t *ranges);

// Adds bytes that were taken.
void tern_free_ranges_add(tern_free_ranges_t *ranges, tern_free_range_t range);
// Takes `size` bytes from `offset` on out of range `index`, which holds them. False, and nothing is taken, without memory.
bool tern_free_ranges_take(tern_free_ranges_t *ranges, size_t index, uint64_t offset, uint64_t size);

#endif  // TERN_RUNTIME_DRIVERS_FREE_RANGES_H_
