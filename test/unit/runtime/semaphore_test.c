// Semaphores of the CPU's device: values, waits, failures, threads.

#include <pthread.h>

#include "cpu_device_fixture.h"

//---- Semaphores ----

static void counts_upwards_only(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  tern_semaphore_t *semaphore = NULL;
  ASSERT_OK(tern_semaphore_create(fixture.device, 5, &semaphore));
  uint64_t value = 0;
  bool is_reached = true;
  ASSERT_OK(tern_semaphore_query(semaphore, &value));
  assert_int_equal(value, 5);
  ASSERT_FAILS_WITH(tern_semaphore_signal(semaphore, 5), TERN_INVALID_ARGUMENT,
                    "expected a value above the semaphore's 5 but got 5");
  ASSERT_OK(tern_semaphore_wait(semaphore, 6, 0, &is_reached));
  assert_false(is_reached);
  ASSERT_OK(tern_semaphore_wait(semaphore, 6, 1000000, &is_reached));
  assert_false(is_reached);
  ASSERT_OK(tern_semaphore_signal(semaphore, 7));
  ASSERT_OK(tern_semaphore_wait(semaphore, 6, TERN_TIMEOUT_INFINITE, &is_reached));
  assert_true(is_reached);
  tern_semaphore_fail(semaphore, tern_status_make(TERN_IO_ERROR, "broken"));
  tern_semaphore_fail(semaphore, tern_status_make(TERN_INTERNAL, "again"));
  ASSERT_FAILS_WITH(tern_semaphore_wait(semaphore, 6, 0, NULL), TERN_IO_ERROR, "broken");
  ASSERT_FAILS_WITH(tern_semaphore_query(semaphore, &value), TERN_IO_ERROR, "broken");
  ASSERT_FAILS_WITH(tern_semaphore_signal(semaphore, 9), TERN_FAILED_PRECONDITION, "the semaphore has failed");
  tern_semaphore_release(semaphore);
  tear_down(&fixture);
}

static void submits_before_it_is_signaled(void **state) {
  (void)state;
  fixture_t fixture = set_up(2);
  tern_semaphore_t *start = NULL, *done = NULL;
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &start));
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &done));
  tern_buffer_t *a = allocate(&fixture, 4);
  const uint8_t patterns[] = {1, 2, 3};
  // The last to run is submitted first.
  for (size_t i = 3; i > 0; --i) {
    tern_command_buffer_t *commands = begin(&fixture);
    ASSERT_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){a, 0, i}, &patterns[3 - i], 1));
    ASSERT_OK(tern_command_buffer_end(commands));
    const uint64_t wait_value = 3 - i, signal_value = 4 - i;
    tern_semaphore_t *wait_semaphores[] = {start, done};
    const uint64_t wait_values[] = {1, wait_value};
    tern_semaphore_list_t wait = {wait_semaphores, wait_values, 2}, signal = {&done, &signal_value, 1};
    ASSERT_OK(tern_device_submit(fixture.device, wait, &commands, 1, signal));
    tern_command_buffer_release(commands);
  }
  bool is_reached = true;
  ASSERT_OK(tern_semaphore_wait(done, 1, 2000000, &is_reached));
  assert_false(is_reached);
  ASSERT_OK(tern_semaphore_signal(start, 1));
  ASSERT_OK(tern_semaphore_wait(done, 3, TERN_TIMEOUT_INFINITE, &is_reached));
  ASSERT_OK(tern_device_wait_idle(fixture.device));
  uint8_t values[4];
  ASSERT_OK(tern_buffer_read(a, 0, values, sizeof(values)));
  assert_memory_equal(values, "\3\2\1\xff", 4);
  tern_buffer_release(a);
  tern_semaphore_release(start);
  tern_semaphore_release(done);
  tear_down(&fixture);
}

typedef struct execution_t {
  fixture_t *fixture;
  tern_command_buffer_t *commands;
} execution_t;

static void *execute_on_thread(void *argument) {
  execution_t *execution = argument;
  run(execution->fixture, execution->commands);
  return NULL;
}

static void *end_soon(void *argument) {
  (void)argument;
  usleep(3000);
  atomic_store(&may_end, 1);
  return NULL;
}

// Also one that another thread executes, without semaphores.
static void waits_until_nothing_runs(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  atomic_store(&has_begun, 0);
  atomic_store(&may_end, 0);
  const uint32_t grid[] = {1, 1, 1};
  execution_t execution = {&fixture, begin(&fixture)};
  ASSERT_OK(tern_command_buffer_dispatch(execution.commands, fixture.executable, HOLD, grid, NULL, 0, NULL, 0));
  pthread_t runner, ender;
  assert_int_equal(pthread_create(&runner, NULL, execute_on_thread, &execution), 0);
  while (!atomic_load(&has_begun)) usleep(100);
  assert_int_equal(pthread_create(&ender, NULL, end_soon, NULL), 0);
  ASSERT_OK(tern_device_wait_idle(fixture.device));
  assert_int_equal(atomic_load(&may_end), 2);
  pthread_join(runner, NULL);
  pthread_join(ender, NULL);
  tear_down(&fixture);
}

static void passes_failures_on(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  tern_semaphore_t *first = NULL, *second = NULL;
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &first));
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &second));
  const uint64_t value = 1;
  tern_semaphore_list_t wait = {&first, &value, 1}, signal = {&second, &value, 1};
  ASSERT_OK(tern_device_submit(fixture.device, wait, NULL, 0, signal));
  tern_semaphore_fail(first, tern_status_make(TERN_IO_ERROR, "broken"));
  ASSERT_FAILS_WITH(tern_semaphore_wait(second, 1, TERN_TIMEOUT_INFINITE, NULL), TERN_IO_ERROR, "broken");
  tern_semaphore_release(first);
  tern_semaphore_release(second);
  tear_down(&fixture);
}

static void fails_what_waits_when_the_device_goes(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  tern_semaphore_t *never = NULL, *done = NULL;
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &never));
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &done));
  const uint64_t value = 1;
  tern_semaphore_list_t wait = {&never, &value, 1}, signal = {&done, &value, 1};
  ASSERT_OK(tern_device_submit(fixture.device, wait, NULL, 0, signal));
  tear_down(&fixture);
  ASSERT_FAILS_WITH(tern_semaphore_wait(done, 1, TERN_TIMEOUT_INFINITE, NULL), TERN_FAILED_PRECONDITION,
                    "the device was released before the submission could run");
  tern_semaphore_release(never);
  tern_semaphore_release(done);
}

static void refuses_semaphores_of_another_device(void **state) {
  (void)state;
  fixture_t fixture = set_up(1), other = set_up(1);
  tern_semaphore_t *semaphore = NULL;
  ASSERT_OK(tern_semaphore_create(other.device, 0, &semaphore));
  const uint64_t value = 1;
  tern_semaphore_list_t list = {&semaphore, &value, 1}, none = {0};
  ASSERT_FAILS_WITH(tern_device_submit(fixture.device, list, NULL, 0, none), TERN_INVALID_ARGUMENT,
                    "semaphore 0 belongs to another device");
  tern_semaphore_release(semaphore);
  tear_down(&fixture);
  tear_down(&other);
}

typedef struct submitter_t {
  fixture_t *fixture;
  tern_buffer_t *counters;
} submitter_t;

static void *submit_repeatedly(void *argument) {
  submitter_t *submitter = argument;
  const uint32_t grid[] = {24, 1, 1};
  tern_buffer_range_t binding = tern_buffer_whole(submitter->counters);
  for (int i = 0; i < 100; ++i) {
    tern_command_buffer_t *commands = begin(submitter->fixture);
    ASSERT_OK(
        tern_command_buffer_dispatch(commands, submitter->fixture->executable, INCREMENT, grid, NULL, 0, &binding, 1));
    run(submitter->fixture, commands);
  }
  return NULL;
}

static void serves_several_threads(void **state) {
  (void)state;
  fixture_t fixture = set_up(3);
  submitter_t submitters[4];
  pthread_t threads[4];
  for (size_t i = 0; i < 4; ++i) {
    submitters[i] = (submitter_t){&fixture, allocate(&fixture, 24 * sizeof(uint32_t))};
    assert_int_equal(pthread_create(&threads[i], NULL, submit_repeatedly, &submitters[i]), 0);
  }
  for (size_t i = 0; i < 4; ++i) {
    pthread_join(threads[i], NULL);
    uint32_t values[24];
    ASSERT_OK(tern_buffer_read(submitters[i].counters, 0, values, sizeof(values)));
    for (size_t j = 0; j < 24; ++j) assert_int_equal(values[j], UINT32_MAX + 100u);  // poison plus 100
    tern_buffer_release(submitters[i].counters);
  }
  tear_down(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_upwards_only),
      cmocka_unit_test(submits_before_it_is_signaled),
      cmocka_unit_test(waits_until_nothing_runs),
      cmocka_unit_test(passes_failures_on),
      cmocka_unit_test(fails_what_waits_when_the_device_goes),
      cmocka_unit_test(refuses_semaphores_of_another_device),
      cmocka_unit_test(serves_several_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
