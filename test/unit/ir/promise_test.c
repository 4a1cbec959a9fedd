// Promised attributes: kept once, when somebody asks, and dropped where nobody does.

#include "ir/promise.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/context.h"

typedef struct counts {
  int kept, dropped;
  bool fails;
} counts_t;

static const tern_attr_t *keep(tern_context_t *context, void *user) {
  counts_t *counts = user;
  ++counts->kept;
  return counts->fails ? NULL : tern_string_attr_get(context, TERN_STR("value"));
}

static void drop(void *user) { ++((counts_t *)user)->dropped; }

static const tern_attr_t *make(tern_context_t *context, counts_t *counts) {
  return tern_promise_attr_create(context, &(tern_promise_t){.keep = keep, .drop = drop, .user = counts});
}

static void test_kept_once(void **state) {
  (void)state;
  counts_t counts = {0};
  tern_context_t *context = tern_context_create();
  const tern_attr_t *promise = make(context, &counts);
  assert_true(tern_attr_is_promise(promise));
  assert_int_equal(counts.kept, 0);
  const tern_attr_t *value = tern_promise_attr_value(promise);
  assert_ptr_equal(value, tern_string_attr_get(context, TERN_STR("value")));
  assert_ptr_equal(tern_promise_attr_value(promise), value);
  assert_int_equal(counts.kept, 1);
  tern_context_destroy(context);
  assert_int_equal(counts.kept, 1);
  assert_int_equal(counts.dropped, 0);
}

static void test_failure_is_remembered(void **state) {
  (void)state;
  counts_t counts = {.fails = true};
  tern_context_t *context = tern_context_create();
  const tern_attr_t *promise = make(context, &counts);
  assert_null(tern_promise_attr_value(promise));
  assert_null(tern_promise_attr_value(promise));
  assert_int_equal(counts.kept, 1);
  tern_context_destroy(context);
  assert_int_equal(counts.dropped, 0);
}

static void test_dropped_with_context(void **state) {
  (void)state;
  counts_t first = {0}, second = {0};
  tern_context_t *context = tern_context_create();
  const tern_attr_t *a = make(context, &first), *b = make(context, &second);
  assert_ptr_not_equal(a, b);
  assert_non_null(tern_promise_attr_value(b));
  tern_context_destroy(context);
  assert_int_equal(first.kept, 0);
  assert_int_equal(first.dropped, 1);
  assert_int_equal(second.dropped, 0);
}

static void test_others_are_their_own_value(void **state) {
  (void)state;
  counts_t counts = {0};
  tern_context_t *context = tern_context_create();
  const tern_attr_t *unit = tern_unit_attr_get(context), *other = tern_distinct_attr_create(unit);
  assert_ptr_equal(tern_promise_attr_value(unit), unit);
  make(context, &counts);
  assert_false(tern_attr_is_promise(other));
  assert_ptr_equal(tern_promise_attr_value(other), other);
  assert_null(tern_promise_attr_value(NULL));
  tern_context_destroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kept_once),
      cmocka_unit_test(test_failure_is_remembered),
      cmocka_unit_test(test_dropped_with_context),
      cmocka_unit_test(test_others_are_their_own_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
