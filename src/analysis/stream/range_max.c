// Ranges of integers, each with a number: a sorted array, in which what a new range meets is replaced.

#include "analysis/stream/range_max.h"

#include <string.h>

void tern_range_max_deinitialize(tern_range_max_t *ranges) { tern_vec_deinitialize(&ranges->entries); }

// The first entry that ends behind `place`, or at it if `or_at`.
static size_t first_behind(const tern_range_max_t *ranges, int64_t place, int or_at) {
  size_t low = 0, high = ranges->entries.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int64_t end = ranges->entries.values[middle].end;
    if (end > place || (or_at && end == place)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

int64_t tern_range_max_find(const tern_range_max_t *ranges, int64_t start, int64_t end, int64_t least) {
  if (start >= end) return least;
  for (size_t i = first_behind(ranges, start, 0); i < ranges->entries.count; ++i) {
    const tern_range_max_entry_t *entry = &ranges->entries.values[i];
    if (entry->start >= end) break;
    if (entry->value > least) least = entry->value;
  }
  return least;
}

static void add(tern_range_max_t *list, int64_t start, int64_t end, int64_t value) {
  if (start >= end) return;
  tern_range_max_entry_t *last = list->entries.count ? &list->entries.values[list->entries.count - 1] : NULL;
  if (last && last->end == start && last->value == value) {
    last->end = end;
  } else {
    tern_vec_push(&list->entries, (tern_range_max_entry_t){start, end, value});
  }
}

static int64_t min_of(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

// Puts `added` in the place of `count` entries from `first` on.
static void replace(tern_range_max_t *ranges, size_t first, size_t count, const tern_range_max_t *added) {
  size_t old_count = ranges->entries.count, new_count = old_count - count + added->entries.count;
  tern_vec_reserve(&ranges->entries, new_count);
  tern_range_max_entry_t *place = ranges->entries.values + first;
  size_t behind = old_count - first - count;
  if (behind) memmove(place + added->entries.count, place + count, behind * sizeof(*place));
  memcpy(place, added->entries.values, added->entries.count * sizeof(*place));
  ranges->entries.count = new_count;
}

void tern_range_max_raise(tern_range_max_t *ranges, int64_t start, int64_t end, int64_t value) {
  if (start >= end) return;
  // Entries that only touch the range are gone through too: they may merge with it.
  size_t first = first_behind(ranges, start, 1), last = first;
  tern_range_max_t added = {0};
  int64_t place = start;
  for (; last < ranges->entries.count && ranges->entries.values[last].start <= end; ++last) {
    tern_range_max_entry_t entry = ranges->entries.values[last];
    add(&added, entry.start, min_of(entry.end, start), entry.value);
    add(&added, place, min_of(entry.start, end), value);
    add(&added, max_of(entry.start, start), min_of(entry.end, end), max_of(entry.value, value));
    place = max_of(place, min_of(entry.end, end));
    add(&added, max_of(entry.start, end), entry.end, entry.value);
  }
  add(&added, place, end, value);
  replace(ranges, first, last - first, &added);
  tern_range_max_deinitialize(&added);
}
