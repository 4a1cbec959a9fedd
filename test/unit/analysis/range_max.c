// Ranges with numbers: what raises meet, and a comparison with an array.

#include "analysis/stream/range_max.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void finds_the_greatest(void **state) {
  (void)state;
  tern_range_max_t ranges = {0};
  assert_int_equal(tern_range_max_find(&ranges, 0, 100, -1), -1);
  tern_range_max_raise(&ranges, 10, 20, 3);
  tern_range_max_raise(&ranges, 15, 30, 2);
  assert_int_equal(tern_range_max_find(&ranges, 0, 10, -1), -1);
  assert_int_equal(tern_range_max_find(&ranges, 19, 25, -1), 3);
  assert_int_equal(tern_range_max_find(&ranges, 20, 25, -1), 2);
  assert_int_equal(tern_range_max_find(&ranges, 20, 25, 7), 7);
  assert_int_equal(tern_range_max_find(&ranges, 15, 15, -1), -1);
  tern_range_max_deinitialize(&ranges);
}

static void merges_neighbours(void **state) {
  (void)state;
  tern_range_max_t ranges = {0};
  for (int64_t i = 0; i < 1000; ++i) tern_range_max_raise(&ranges, 8 * i, 8 * i + 8, 4);
  assert_int_equal(ranges.entries.count, 1);
  tern_range_max_raise(&ranges, 0, INT64_MAX, 5);
  assert_int_equal(ranges.entries.count, 1);
  tern_range_max_raise(&ranges, 5, 5, 9);
  assert_int_equal(tern_range_max_find(&ranges, 0, INT64_MAX, -1), 5);
  tern_range_max_deinitialize(&ranges);
}

static void agrees_with_an_array(void **state) {
  (void)state;
  enum { SIZE = 64 };
  int64_t values[SIZE];
  tern_range_max_t ranges = {0};
  uint32_t random = 1;
  memset(values, -1, sizeof values);
  for (int step = 0; step < 2000; ++step) {
    random = random * 1664525 + 1013904223;
    int64_t start = random >> 8 & 63, end = random >> 16 & 63, value = random >> 24 & 15, greatest = -1;
    for (int64_t i = start; i < end; ++i) greatest = values[i] > greatest ? values[i] : greatest;
    assert_int_equal(tern_range_max_find(&ranges, start, end, -1), greatest);
    if (step % 40 == 39) {
      tern_range_max_deinitialize(&ranges);
      memset(values, -1, sizeof values);
    }
    tern_range_max_raise(&ranges, start, end, value);
    for (int64_t i = start; i < end; ++i) values[i] = value > values[i] ? value : values[i];
    for (size_t i = 1; i < ranges.entries.count; ++i) {
      assert_true(ranges.entries.values[i - 1].end <= ranges.entries.values[i].start);
    }
  }
  tern_range_max_deinitialize(&ranges);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_the_greatest),
      cmocka_unit_test(merges_neighbours),
      cmocka_unit_test(agrees_with_an_array),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
