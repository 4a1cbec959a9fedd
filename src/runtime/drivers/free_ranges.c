// The free bytes of a block of memory.

#include "runtime/drivers/free_ranges.h"

#include <string.h>

bool tern_free_ranges_initialize(tern_free_ranges_t *ranges, uint64_t size) {
  *ranges = (tern_free_ranges_t){0};
  return tern_vec_try_push(&ranges->list, (tern_free_range_t){.size = size});
}

void tern_free_ranges_deinitialize(tern_free_ranges_t *ranges) { tern_vec_deinitialize(&ranges->list); }

// There is room: between pieces that are taken lie no more ranges than there are pieces, and one.
static void insert(tern_free_ranges_t *ranges, size_t index, tern_free_range_t range) {
  tern_free_range_t *values = ranges->list.values;
  memmove(&values[index + 1], &values[index], (ranges->list.count++ - index) * sizeof(*values));
  values[index] = range;
}

static void erase(tern_free_ranges_t *ranges, size_t index) {
  tern_free_range_t *values = ranges->list.values;
  memmove(&values[index], &values[index + 1], (ranges->list.count - 1 - index) * sizeof(*values));
  --ranges->list.count;
}

// Joins a range with the next one if they meet.
static void join(tern_free_ranges_t *ranges, size_t index) {
  if (index + 1 >= ranges->list.count) return;
  tern_free_range_t *range = &ranges->list.values[index];
  if (range->offset + range->size != range[1].offset) return;
  range->size += range[1].size;
  if (range[1].last_use > range->last_use) range->last_use = range[1].last_use;
  erase(ranges, index + 1);
}

void tern_free_ranges_add(tern_free_ranges_t *ranges, tern_free_range_t range) {
  size_t index = 0;
  while (index < ranges->list.count && ranges->list.values[index].offset < range.offset) ++index;
  insert(ranges, index, range);
  --ranges->piece_count;
  join(ranges, index);
  if (index) join(ranges, index - 1);
}

bool tern_free_ranges_take(tern_free_ranges_t *ranges, size_t index, uint64_t offset, uint64_t size) {
  if (!tern_vec_try_reserve(&ranges->list, ranges->piece_count + 2)) return false;
  ++ranges->piece_count;
  tern_free_range_t range = ranges->list.values[index];
  uint64_t end = range.offset + range.size, rest = offset + size;
  erase(ranges, index);
  if (rest < end) insert(ranges, index, (tern_free_range_t){rest, end - rest, range.last_use});
  if (range.offset < offset)
    insert(ranges, index, (tern_free_range_t){range.offset, offset - range.offset, range.last_use});
  return true;
}
