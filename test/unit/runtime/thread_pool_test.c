// The thread pool runs every index exactly once, for any number of threads, however often it is used.

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <pthread.h>
#include <unistd.h>

#include "runtime/thread_pool.h"

typedef struct counters_t {
  unsigned char *visits;  // per index
  _Atomic uint64_t sum;
} counters_t;

static void visit(void *user_data, uint64_t begin, uint64_t end) {
  counters_t *counters = user_data;
  assert_true(begin < end);
  uint64_t sum = 0;
  for (uint64_t i = begin; i < end; ++i) {
    ++counters->visits[i];
    sum += i;
  }
  atomic_fetch_add(&counters->sum, sum);
}

static void check_loop(tern_thread_pool_t *pool, uint64_t count) {
  counters_t counters = {.visits = calloc(count + 1, 1)};
  tern_thread_pool_run(pool, count, visit, &counters);
  for (uint64_t i = 0; i < count; ++i) assert_int_equal(counters.visits[i], 1);
  assert_int_equal(counters.visits[count], 0);
  assert_int_equal(atomic_load(&counters.sum), count ? count * (count - 1) / 2 : 0);
  free(counters.visits);
}

static void visits_every_index_once(void **state) {
  (void)state;
  static const uint32_t thread_counts[] = {1, 2, 3, 8, 17};
  static const uint64_t counts[] = {0, 1, 2, 3, 7, 15, 16, 17, 63, 64, 65, 1000, 65537};
  for (size_t i = 0; i < sizeof(thread_counts) / sizeof(thread_counts[0]); ++i) {
    tern_thread_pool_t *pool = NULL;
    assert_int_equal(tern_thread_pool_create(thread_counts[i], &pool).code, TERN_OK);
    assert_int_equal(tern_thread_pool_thread_count(pool), thread_counts[i]);
    for (size_t j = 0; j < sizeof(counts) / sizeof(counts[0]); ++j) check_loop(pool, counts[j]);
    tern_thread_pool_destroy(pool);
  }
}

static void survives_many_short_loops(void **state) {
  (void)state;
  tern_thread_pool_t *pool = NULL;
  assert_int_equal(tern_thread_pool_create(4, &pool).code, TERN_OK);
  for (uint64_t i = 0; i < 3000; ++i) {
    check_loop(pool, i % 40);
    if (i % 500 == 0) usleep(2000);  // long enough for the threads to fall asleep
  }
  tern_thread_pool_destroy(pool);
}

static void stops_without_work(void **state) {
  (void)state;
  for (uint32_t i = 0; i < 20; ++i) {
    tern_thread_pool_t *pool = NULL;
    assert_int_equal(tern_thread_pool_create(i % 5, &pool).code, TERN_OK);
    tern_thread_pool_destroy(pool);
  }
  tern_thread_pool_destroy(NULL);
}

static void refuses_too_many_threads(void **state) {
  (void)state;
  tern_thread_pool_t *pool = NULL;
  assert_int_equal(tern_thread_pool_create(1000000, &pool).code, TERN_INVALID_ARGUMENT);
  assert_null(pool);
}

typedef struct nested_t {
  tern_thread_pool_t *pool;
  _Atomic uint64_t inner_count;
} nested_t;

static void count_indices(void *user_data, uint64_t begin, uint64_t end) {
  atomic_fetch_add((_Atomic uint64_t *)user_data, end - begin);
}

static void run_inner_loops(void *user_data, uint64_t begin, uint64_t end) {
  nested_t *nested = user_data;
  for (uint64_t i = begin; i < end; ++i) {
    tern_thread_pool_run(nested->pool, 10, count_indices, &nested->inner_count);
  }
}

static void runs_nested_loops(void **state) {
  (void)state;
  nested_t nested = {0};
  assert_int_equal(tern_thread_pool_create(4, &nested.pool).code, TERN_OK);
  tern_thread_pool_run(nested.pool, 100, run_inner_loops, &nested);
  assert_int_equal(atomic_load(&nested.inner_count), 1000);
  tern_thread_pool_destroy(nested.pool);
}

static void *run_loops(void *argument) {
  for (int i = 0; i < 200; ++i) check_loop(argument, 100);
  return NULL;
}

static void serves_several_callers(void **state) {
  (void)state;
  tern_thread_pool_t *pool = NULL;
  pthread_t threads[4];
  assert_int_equal(tern_thread_pool_create(3, &pool).code, TERN_OK);
  for (size_t i = 0; i < 4; ++i) assert_int_equal(pthread_create(&threads[i], NULL, run_loops, pool), 0);
  for (size_t i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  tern_thread_pool_destroy(pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(visits_every_index_once), cmocka_unit_test(survives_many_short_loops),
      cmocka_unit_test(stops_without_work),      cmocka_unit_test(refuses_too_many_threads),
      cmocka_unit_test(runs_nested_loops),       cmocka_unit_test(serves_several_callers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
