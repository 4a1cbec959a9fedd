// The free bytes of a block of memory.

#include "runtime/drivers/free_ranges.h"

#include <string.h>

static void insert(tern_free_ranges_t *ranges, size_t index, tern_free_range_t range) {
  tern_vec_push(ranges, range);
  tern_free_range_t *values = ranges->values;
  memmove(&values[index + 1], &values[index], (ranges->count - 1 - index) * sizeof(*values));
  values[index] = range;
}

static void erase(tern_free_ranges_t *ranges, size_t index) {
  tern_free_range_t *values = ranges->values;
  memmove(&values[index], &values[index + 1], (ranges->count - 1 - index) * sizeof(*values));
  --ranges->count;
}

// Joins a range with the next one if they meet.
static void join(tern_free_ranges_t *ranges, size_t index) {
  if (index + 1 >= ranges->count) return;
  tern_free_range_t *range = &ranges->values[index];
  if (range->offset + range->size != range[1].offset) return;
  range->size += range[1].size;
  if (range[1].last_use > range->last_use) range->last_use = range[1].last_use;
  erase(ranges, index + 1);
}

void tern_free_ranges_add(tern_free_ranges_t *ranges, tern_free_range_t range) {
  size_t index = 0;
  while (index < ranges->count && ranges->values[index].offset < range.offset) ++index;
  insert(ranges, index, range);
  join(ranges, index);
  if (index) join(ranges, index - 1);
}

void tern_free_ranges_take(tern_free_ranges_t *ranges, size_t index, uint64_t offset, uint64_t size) {
  tern_free_range_t range = ranges->values[index];
  uint64_t end = range.offset + range.size, rest = offset + size;
  erase(ranges, index);
  if (rest < end) insert(ranges, index, (tern_free_range_t){rest, end - rest, range.last_use});
  if (range.offset < offset)
    insert(ranges, index, (tern_free_range_t){range.offset, offset - range.offset, range.last_use});
}
