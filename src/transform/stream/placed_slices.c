#include "transform/stream/placed_slices.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { RUN_CAPACITY = 64 };

static bool align_up(int64_t value, int64_t alignment, int64_t *out_value) {
  if (__builtin_add_overflow(value, alignment - 1, &value)) return false;
  *out_value = value - value % alignment;
  return true;
}

static int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }

static void summarize(tern_slice_run_t *run) {
  if (!run->count) return;
  const tern_placed_slice_t *front = &run->slices[0];
  run->first_min = run->first_max = front->first;
  run->last_min = run->last_max = front->last;
  run->offset = front->offset;
  run->end = front->end;
  run->largest_gap = 0;
  for (size_t i = 1; i < run->count; ++i) {
    const tern_placed_slice_t *slice = &run->slices[i];
    run->first_min = min(run->first_min, slice->first);
    run->first_max = max(run->first_max, slice->first);
    run->last_min = min(run->last_min, slice->last);
    run->last_max = max(run->last_max, slice->last);
    run->largest_gap = max(run->largest_gap, slice->offset - run->end);
    run->end = max(run->end, slice->end);
  }
}

void tern_placed_slices_deinitialize(tern_placed_slices_t *placed) {
  for (size_t i = 0; i < placed->runs.count; ++i) free(placed->runs.values[i].slices);
  tern_vec_deinitialize(&placed->runs);
}

// --- searching ---

// What is known when a search has come to an offset.
typedef struct search {
  int64_t first, last, size, alignment;
  int64_t end;  // of all slices so far
  int64_t best, best_gap;
} search_t;

static bool visit(search_t *search, int64_t offset, int64_t end) {
  if (offset - search->end >= search->size) {
    int64_t start;
    if (!align_up(search->end, search->alignment, &start)) return false;
    int64_t gap = offset - start;
    if (gap >= search->size && gap < search->best_gap) {
      search->best = start;
      search->best_gap = gap;
    }
  }
  search->end = max(search->end, end);
  return true;
}

static bool visit_run(search_t *search, const tern_slice_run_t *run) {
  if (run->first_min > search->last || run->last_max < search->first) return true;
  bool are_all_alive = run->first_max <= search->last && run->last_min >= search->first;
  if (are_all_alive && run->largest_gap < search->size) {
    return visit(search, run->offset, run->end);
  }
  for (size_t i = 0; i < run->count; ++i) {
    const tern_placed_slice_t *slice = &run->slices[i];
    if (slice->last < search->first || slice->first > search->last) continue;
    if (!visit(search, slice->offset, slice->end)) return false;
  }
  return true;
}

// Takes slices that ended before `first` out of the run.
static void forget_past(tern_slice_run_t *run, int64_t first) {
  size_t kept = 0;
  for (size_t i = 0; i < run->count; ++i) {
    if (run->slices[i].last >= first) run->slices[kept++] = run->slices[i];
  }
  run->count = kept;
  summarize(run);
}

bool tern_placed_slices_find(tern_placed_slices_t *placed, int64_t first, int64_t last, int64_t size,
                             int64_t *out_offset) {
  search_t search = {
      .first = first, .last = last, .size = size, .alignment = placed->alignment, .best = -1, .best_gap = INT64_MAX};
  size_t kept = 0;
  bool is_ok = true;
  for (size_t i = 0; i < placed->runs.count; ++i) {
    tern_slice_run_t *run = &placed->runs.values[i];
    if (placed->comes_in_order && run->last_min < first) forget_past(run, first);
    if (!run->count) {
      free(run->slices);
      continue;
    }
    // Nothing fits better than a gap of the very size, which layers that are like others leave each other.
    is_ok = is_ok && (search.best_gap == size || visit_run(&search, run));
    if (kept < i) placed->runs.values[kept] = *run;
    ++kept;
  }
  placed->runs.count = kept;
  if (!is_ok) return false;
  if (search.best < 0 && !align_up(search.end, placed->alignment, &search.best)) return false;
  *out_offset = search.best;
  return true;
}

// --- adding ---

static tern_slice_run_t make_run(void) {
  return (tern_slice_run_t){.slices = tern_malloc(RUN_CAPACITY * sizeof(tern_placed_slice_t))};
}

// Moves the upper half of a full run to a run behind it.
static void split(tern_placed_slices_t *placed, size_t index) {
  tern_vec_push(&placed->runs, make_run());
  tern_slice_run_t made = placed->runs.values[placed->runs.count - 1];
  tern_slice_run_t *run = &placed->runs.values[index], *rest = run + 1;
  memmove(rest + 1, rest, (placed->runs.count - index - 2) * sizeof(*rest));
  *rest = made;
  rest->count = RUN_CAPACITY / 2;
  run->count -= rest->count;
  memcpy(rest->slices, run->slices + run->count, rest->count * sizeof(rest->slices[0]));
  summarize(run);
  summarize(rest);
}

// The last run that starts at or before `offset`: slices at the same offset lie in the order in which they came.
static size_t find_run(const tern_placed_slices_t *placed, int64_t offset) {
  size_t low = 0, high = placed->runs.count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    *(placed->runs.values[middle].slices[0].offset <= offset ? &low : &high) = middle;
  }
  return low;
}

void tern_placed_slices_add(tern_placed_slices_t *placed, tern_placed_slice_t slice) {
  if (!placed->runs.count) tern_vec_push(&placed->runs, make_run());
  size_t index = find_run(placed, slice.offset);
  if (placed->runs.values[index].count == RUN_CAPACITY) {
    split(placed, index);
    index = find_run(placed, slice.offset);
  }
  tern_slice_run_t *run = &placed->runs.values[index];
  size_t at = run->count;
  for (; at > 0 && run->slices[at - 1].offset > slice.offset; --at) run->slices[at] = run->slices[at - 1];
  run->slices[at] = slice;
  ++run->count;
  summarize(run);
}
