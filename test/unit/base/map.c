// Hash maps and vectors: growth, replacement, removal, insertion order.

#include "base/map.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/vec.h"

#include <cmocka.h>

enum { MANY = 5000 };

static const void *key_of(size_t number) { return (const void *)(uintptr_t)(number * 16 + 16); }

static void finds_what_was_set(void **state) {
  (void)state;
  tern_map_t map = {0};
  assert_null(tern_map_get(&map, key_of(0)));
  assert_false(tern_map_remove(&map, key_of(0)));
  tern_map_clear(&map);
  for (size_t i = 0; i < MANY; ++i) assert_true(tern_map_set(&map, key_of(i), (void *)(i + 1)));
  for (size_t i = 0; i < MANY; ++i) assert_ptr_equal(tern_map_get(&map, key_of(i)), (void *)(i + 1));
  assert_false(tern_map_contains(&map, key_of(MANY)));
  assert_int_equal(map.live_count, MANY);
  tern_map_deinitialize(&map);
}

static void replaces_values(void **state) {
  (void)state;
  tern_map_t map = {0};
  assert_true(tern_map_set(&map, key_of(1), NULL));
  assert_true(tern_map_contains(&map, key_of(1)));
  assert_false(tern_map_set(&map, key_of(1), &map));
  assert_ptr_equal(tern_map_get(&map, key_of(1)), &map);
  assert_int_equal(map.live_count, 1);
  tern_map_deinitialize(&map);
}

static void iterates_in_insertion_order(void **state) {
  (void)state;
  tern_map_t map = {0};
  TERN_VEC(const void *) expected = {0};
  for (size_t i = 0; i < MANY; ++i) tern_map_set(&map, key_of(i * 7919 % MANY), NULL);
  for (size_t i = 0; i < MANY; ++i) {
    const void *key = key_of(i * 7919 % MANY);
    if (i % 2) {
      tern_vec_push(&expected, key);
    } else {
      assert_true(tern_map_remove(&map, key));
    }
  }
  // Growing squeezes the blanks out and must keep the order.
  for (size_t i = MANY; i < 2 * MANY; ++i) {
    tern_map_set(&map, key_of(i), NULL);
    tern_vec_push(&expected, key_of(i));
  }
  size_t position = 0;
  for (size_t i = 0; i < map.entry_count; ++i) {
    if (map.entries[i].key) assert_ptr_equal(map.entries[i].key, expected.values[position++]);
  }
  assert_int_equal(position, expected.count);
  assert_int_equal(map.live_count, expected.count);
  tern_vec_deinitialize(&expected);
  tern_map_deinitialize(&map);
}

static void removes_while_iterating(void **state) {
  (void)state;
  tern_map_t map = {0};
  for (size_t i = 0; i < 100; ++i) tern_map_set(&map, key_of(i), NULL);
  for (size_t i = 0; i < map.entry_count; ++i) assert_true(tern_map_remove(&map, map.entries[i].key));
  assert_int_equal(map.live_count, 0);
  assert_false(tern_map_contains(&map, key_of(3)));
  assert_true(tern_map_set(&map, key_of(3), NULL));
  tern_map_deinitialize(&map);
}

static void stays_small_under_churn(void **state) {
  (void)state;
  tern_map_t map = {0};
  for (size_t i = 0; i < MANY; ++i) {
    assert_true(tern_map_set(&map, key_of(i), NULL));
    if (i >= 4) assert_true(tern_map_remove(&map, key_of(i - 4)));
  }
  assert_int_equal(map.live_count, 4);
  assert_true(map.entry_capacity <= 16);
  tern_map_clear(&map);
  assert_false(tern_map_contains(&map, key_of(MANY - 1)));
  tern_map_deinitialize(&map);
}

static void vector_grows_and_pops(void **state) {
  (void)state;
  TERN_VEC(size_t) numbers = {0};
  for (size_t i = 0; i < MANY; ++i) tern_vec_push(&numbers, i * i);
  assert_int_equal(numbers.count, MANY);
  assert_true(numbers.capacity >= MANY);
  while (numbers.count) {
    size_t value = numbers.values[--numbers.count];
    assert_int_equal(value, numbers.count * numbers.count);
  }
  tern_vec_reserve(&numbers, 3 * MANY);
  assert_true(numbers.capacity >= 3 * MANY);
  tern_vec_deinitialize(&numbers);
  assert_null(numbers.values);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_was_set),          cmocka_unit_test(replaces_values),
      cmocka_unit_test(iterates_in_insertion_order), cmocka_unit_test(removes_while_iterating),
      cmocka_unit_test(stays_small_under_churn),     cmocka_unit_test(vector_grows_and_pops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
