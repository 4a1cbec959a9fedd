// Free bytes of a block: what is taken out of ranges, and which ranges are joined when bytes come back.

#include "runtime/drivers/free_ranges.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void expect(const tern_free_ranges_t *ranges, const tern_free_range_t *expected, size_t count) {
  assert_int_equal(ranges->list.count, count);
  for (size_t i = 0; i < count; ++i) {
    assert_int_equal(ranges->list.values[i].offset, expected[i].offset);
    assert_int_equal(ranges->list.values[i].size, expected[i].size);
    assert_int_equal(ranges->list.values[i].last_use, expected[i].last_use);
  }
}
#define EXPECT(...)                                         \
  expect(&ranges, (const tern_free_range_t[]){__VA_ARGS__}, \
         sizeof((const tern_free_range_t[]){__VA_ARGS__}) / sizeof(tern_free_range_t))

static void take(tern_free_ranges_t *ranges, size_t index, uint64_t offset, uint64_t size) {
  assert_true(tern_free_ranges_take(ranges, index, offset, size));
}

static void test_take(void **state) {
  (void)state;
  tern_free_ranges_t ranges;
  assert_true(tern_free_ranges_initialize(&ranges, 100));
  take(&ranges, 0, 0, 10);  // the front
  EXPECT({10, 90, 0});
  take(&ranges, 0, 90, 10);  // the end
  EXPECT({10, 80, 0});
  take(&ranges, 0, 40, 20);  // the middle: both sides stay, in order
  EXPECT({10, 30, 0}, {60, 30, 0});
  take(&ranges, 0, 10, 30);  // all of it
  EXPECT({60, 30, 0});
  tern_free_ranges_deinitialize(&ranges);
}

static void test_join(void **state) {
  (void)state;
  tern_free_ranges_t ranges;
  assert_true(tern_free_ranges_initialize(&ranges, 50));
  for (uint64_t i = 0; i < 10; ++i) take(&ranges, 0, 5 * i, 5);
  tern_free_ranges_add(&ranges, (tern_free_range_t){40, 10, 1});
  tern_free_ranges_add(&ranges, (tern_free_range_t){0, 10, 5});
  tern_free_ranges_add(&ranges, (tern_free_range_t){20, 10, 2});
  EXPECT({0, 10, 5}, {20, 10, 2}, {40, 10, 1});
  tern_free_ranges_add(&ranges, (tern_free_range_t){30, 5, 9});  // meets the one before, and stays apart from the next
  EXPECT({0, 10, 5}, {20, 15, 9}, {40, 10, 1});
  tern_free_ranges_add(&ranges, (tern_free_range_t){10, 10, 3});  // meets both: the latest use counts
  EXPECT({0, 35, 9}, {40, 10, 1});
  take(&ranges, 0, 10, 5);  // the latest use stays with both sides
  EXPECT({0, 10, 9}, {15, 20, 9}, {40, 10, 1});
  tern_free_ranges_deinitialize(&ranges);
}

// Pieces that come back in the worst order make a range for each: there is room for them, which was made when they were taken.
static void test_room(void **state) {
  (void)state;
  enum { COUNT = 100 };
  tern_free_ranges_t ranges;
  assert_true(tern_free_ranges_initialize(&ranges, COUNT));
  for (uint64_t i = 0; i < COUNT; ++i) take(&ranges, 0, i, 1);
  size_t capacity = ranges.list.capacity;
  for (uint64_t i = 0; i < COUNT; i += 2) tern_free_ranges_add(&ranges, (tern_free_range_t){i, 1, 0});
  assert_int_equal(ranges.list.count, COUNT / 2);
  for (uint64_t i = 1; i < COUNT; i += 2) tern_free_ranges_add(&ranges, (tern_free_range_t){i, 1, 0});
  EXPECT({0, COUNT, 0});
  assert_int_equal(ranges.list.capacity, capacity);
  tern_free_ranges_deinitialize(&ranges);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_take), cmocka_unit_test(test_join),
                                     cmocka_unit_test(test_room)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
