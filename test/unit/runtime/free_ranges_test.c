// Free bytes of a block: what is taken out of ranges, and which ranges are joined when bytes come back.

#include "runtime/drivers/free_ranges.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void expect(const tern_free_ranges_t *ranges, const tern_free_range_t *expected, size_t count) {
  assert_int_equal(ranges->count, count);
  for (size_t i = 0; i < count; ++i) {
    assert_int_equal(ranges->values[i].offset, expected[i].offset);
    assert_int_equal(ranges->values[i].size, expected[i].size);
    assert_int_equal(ranges->values[i].last_use, expected[i].last_use);
  }
}
#define EXPECT(...)                                         \
  expect(&ranges, (const tern_free_range_t[]){__VA_ARGS__}, \
         sizeof((const tern_free_range_t[]){__VA_ARGS__}) / sizeof(tern_free_range_t))

static void test_take(void **state) {
  (void)state;
  tern_free_ranges_t ranges = {0};
  tern_free_ranges_add(&ranges, (tern_free_range_t){0, 100, 7});
  tern_free_ranges_take(&ranges, 0, 0, 10);  // the front
  EXPECT({10, 90, 7});
  tern_free_ranges_take(&ranges, 0, 90, 10);  // the end
  EXPECT({10, 80, 7});
  tern_free_ranges_take(&ranges, 0, 40, 20);  // the middle: both sides stay, in order
  EXPECT({10, 30, 7}, {60, 30, 7});
  tern_free_ranges_take(&ranges, 0, 10, 30);  // all of it
  EXPECT({60, 30, 7});
  tern_vec_deinitialize(&ranges);
}

static void test_join(void **state) {
  (void)state;
  tern_free_ranges_t ranges = {0};
  tern_free_ranges_add(&ranges, (tern_free_range_t){40, 10, 1});
  tern_free_ranges_add(&ranges, (tern_free_range_t){0, 10, 5});
  tern_free_ranges_add(&ranges, (tern_free_range_t){20, 10, 2});
  EXPECT({0, 10, 5}, {20, 10, 2}, {40, 10, 1});
  tern_free_ranges_add(&ranges, (tern_free_range_t){30, 5, 9});  // meets the one before, and stays apart from the next
  EXPECT({0, 10, 5}, {20, 15, 9}, {40, 10, 1});
  tern_free_ranges_add(&ranges, (tern_free_range_t){10, 10, 3});  // meets both: the latest use counts
  EXPECT({0, 35, 9}, {40, 10, 1});
  tern_vec_deinitialize(&ranges);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_take), cmocka_unit_test(test_join)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
