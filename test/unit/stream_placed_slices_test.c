// Places of slices in memory, against a search of all that was placed.

#include "transform/stream/placed_slices.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MANY = 600, ALIGNMENT = 16 };

static int64_t align_up(int64_t value) { return (value + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

// The smallest gap between the slices (by rising offset) that live then, or the place behind them.
static int64_t search_all(const tern_placed_slice_t *slices, size_t count, int64_t first, int64_t last, int64_t size) {
  int64_t best = -1, best_gap = INT64_MAX, end = 0;
  for (size_t i = 0; i < count; ++i) {
    if (slices[i].last < first || slices[i].first > last) continue;
    int64_t gap = slices[i].offset - align_up(end);
    if (gap >= size && gap < best_gap) {
      best = align_up(end);
      best_gap = gap;
    }
    if (slices[i].end > end) end = slices[i].end;
  }
  return best < 0 ? align_up(end) : best;
}

static void insert(tern_placed_slice_t *slices, size_t *inout_count, tern_placed_slice_t slice) {
  size_t at = (*inout_count)++;
  for (; at > 0 && slices[at - 1].offset > slice.offset; --at) slices[at] = slices[at - 1];
  slices[at] = slice;
}

// Long and short lives mixed, as training steps have them; sizes with and without many equal ones.
static void places_all(uint32_t random, bool is_in_order) {
  static tern_placed_slice_t all[MANY];
  size_t count = 0;
  tern_placed_slices_t placed = {.alignment = ALIGNMENT, .comes_in_order = is_in_order};
  for (size_t i = 0; i < MANY; ++i) {
    random = random * 1664525 + 1013904223;
    int64_t first = is_in_order ? (int64_t)i / 3 : random >> 8 & 255;
    int64_t last = random >> 28 < 5 ? 400 - first : first + (random >> 16 & 3);
    if (last < first) last = first;
    int64_t size = random >> 31 ? 64 : random >> 20 & 511, offset;
    assert_true(tern_placed_slices_find(&placed, first, last, size, &offset));
    assert_int_equal(offset, search_all(all, count, first, last, size));
    tern_placed_slice_t slice = {first, last, offset, offset + size};
    tern_placed_slices_add(&placed, slice);
    insert(all, &count, slice);
  }
  tern_placed_slices_deinitialize(&placed);
}

static void finds_the_smallest_gap(void **state) {
  (void)state;
  for (uint32_t seed = 1; seed < 12; ++seed) {
    places_all(seed, false);
    places_all(seed, true);
  }
}

static void says_when_there_is_no_number(void **state) {
  (void)state;
  tern_placed_slices_t placed = {.alignment = ALIGNMENT};
  int64_t offset;
  tern_placed_slices_add(&placed, (tern_placed_slice_t){0, 1, 0, INT64_MAX - 3});
  assert_false(tern_placed_slices_find(&placed, 1, 2, 8, &offset));
  assert_true(tern_placed_slices_find(&placed, 2, 3, 8, &offset));
  assert_int_equal(offset, 0);
  tern_placed_slices_deinitialize(&placed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_the_smallest_gap),
      cmocka_unit_test(says_when_there_is_no_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
